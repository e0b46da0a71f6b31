#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "geometry/vec2.h"
#include "geometry/wide/wide.h"

/// Two, four or eight numbers side by side, and the few functions that formulas need, for these and
/// for plain doubles alike. A formula that is written once with them, as a template, gives the same
/// bits for a number alone and for one of many: every operation is element by element, and none is
/// fused or put in another order.
///
/// All of it is inlined by force, so that it is compiled for the processor of whoever calls it.
namespace scree::geometry {

template <int N>
struct WideTypes {
    using Real [[gnu::vector_size(8 * N)]] = double;
    using Bits [[gnu::vector_size(8 * N)]] = std::int64_t;
};

/// N doubles side by side.
template <int N>
using WideReal = typename WideTypes<N>::Real;

/// How many numbers a type holds.
template <class T>
inline constexpr int width_of = static_cast<int>(sizeof(T) / sizeof(double));

/// The integers that have one element for each of T's; comparisons of wide numbers give these.
template <class T>
using BitsOf = typename WideTypes<width_of<T>>::Bits;

// These are what std::max, std::min, std::clamp, std::abs and std::sqrt are, to the sign of a zero.

template <class T>
SCREE_WIDE inline T larger(const T& a, const T& b) {
    return a < b ? b : a;
}
template <class T>
SCREE_WIDE inline T smaller(const T& a, const T& b) {
    return b < a ? b : a;
}
template <class T>
SCREE_WIDE inline T least(const T& a, const T& b, const T& c) {
    return smaller<T>(a, smaller<T>(b, c));
}
template <class T>
SCREE_WIDE inline T held_between(const T& value, const T& low, const T& high) {
    return value < low ? low : (high < value ? high : value);
}

SCREE_WIDE inline double magnitude(double value) { return std::abs(value); }
template <class T>
requires(!std::floating_point<T>) SCREE_WIDE inline T magnitude(const T& value) {
    BitsOf<T> bits;
    std::memcpy(&bits, &value, sizeof(T));
    bits &= 0x7fffffffffffffff;
    T result;
    std::memcpy(&result, &bits, sizeof(T));
    return result;
}

SCREE_WIDE inline double square_root(double value) { return std::sqrt(value); }
template <class T>
requires(!std::floating_point<T>) SCREE_WIDE inline T square_root(const T& value) {
    T root;
#ifdef __clang__
    for (int i = 0; i < width_of<T>; ++i) root[i] = std::sqrt(value[i]);
#else
    // GCC 12 takes these roots one by one otherwise.
    if constexpr (width_of<T> == 2)
        asm("sqrtpd %1, %0" : "=x"(root) : "x"(value));
    else
        asm("vsqrtpd %1, %0" : "=v"(root) : "v"(value));
#endif
    return root;
}

/// The same number in every element.
template <class T>
SCREE_WIDE constexpr T every_element(double value) {
    return value - T{};
}

/// A vector of wide numbers.
template <class T>
struct WideVec2 {
    T x;
    T y;
};

template <class T>
SCREE_WIDE inline WideVec2<T> operator+(const WideVec2<T>& a, const WideVec2<T>& b) {
    return {a.x + b.x, a.y + b.y};
}
template <class T>
SCREE_WIDE inline WideVec2<T> operator-(const WideVec2<T>& a, const WideVec2<T>& b) {
    return {a.x - b.x, a.y - b.y};
}
template <class T>
SCREE_WIDE inline WideVec2<T> operator-(const WideVec2<T>& a) {
    return {-a.x, -a.y};
}
template <class T>
SCREE_WIDE inline WideVec2<T> operator*(const T& s, const WideVec2<T>& a) {
    return {s * a.x, s * a.y};
}
template <class T>
requires(!std::floating_point<T>) SCREE_WIDE inline WideVec2<T> operator*(double s,
                                                                          const WideVec2<T>& a) {
    return {s * a.x, s * a.y};
}
template <class T>
SCREE_WIDE inline T dot(const WideVec2<T>& a, const WideVec2<T>& b) {
    return a.x * b.x + a.y * b.y;
}
template <class T>
SCREE_WIDE inline T cross(const WideVec2<T>& a, const WideVec2<T>& b) {
    return a.x * b.y - a.y * b.x;
}
template <class T>
SCREE_WIDE inline WideVec2<T> turned_left(const WideVec2<T>& a) {
    return {-a.y, a.x};
}
template <class T>
SCREE_WIDE inline WideVec2<T> turned_right(const WideVec2<T>& a) {
    return {a.y, -a.x};
}
/// Picks from a where the mask is set, and from b elsewhere.
template <class T>
SCREE_WIDE inline WideVec2<T> chosen(const BitsOf<T>& mask, const WideVec2<T>& a,
                                     const WideVec2<T>& b) {
    return {mask ? a.x : b.x, mask ? a.y : b.y};
}

/// The vector type that goes with a number type.
template <class T>
struct VectorOf {
    using Type = WideVec2<T>;
};
template <>
struct VectorOf<double> {
    using Type = Vec2;
};

/// A rotation of wide numbers.
template <class T>
struct WideRotation {
    T c;
    T s;
};
template <class T>
SCREE_WIDE inline WideVec2<T> rotate(const WideRotation<T>& r, const WideVec2<T>& v) {
    return {r.c * v.x - r.s * v.y, r.s * v.x + r.c * v.y};
}
template <class T>
SCREE_WIDE inline WideVec2<T> unrotate(const WideRotation<T>& r, const WideVec2<T>& v) {
    return {r.c * v.x + r.s * v.y, r.c * v.y - r.s * v.x};
}

template <class T>
SCREE_WIDE inline T load(const double* from) {
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}
template <class T>
SCREE_WIDE inline void store(double* to, const T& value) {
    std::memcpy(to, &value, sizeof(T));
}

/// Returns a mask of where a number is positive. It is not to be told from any other integers,
/// because GCC 12 takes the comparisons apart, one by one, when their results are combined.
template <class T>
SCREE_WIDE inline BitsOf<T> is_positive(const T& value) {
    BitsOf<T> mask = value > 0.0;
#ifndef __clang__
    if constexpr (width_of<T> == 2)
        asm("" : "+x"(mask));
    else
        asm("" : "+v"(mask));
#endif
    return mask;
}

/// Returns a mask of those elements whose bit is set.
template <class T>
SCREE_WIDE inline BitsOf<T> mask_of(unsigned bits) {
    T weight;
    for (int i = 0; i < width_of<T>; ++i) weight[i] = static_cast<double>((bits >> i) & 1u);
    return is_positive(weight);
}

/// Returns one bit for each element of a mask.
template <class T>
SCREE_WIDE inline unsigned bits_of(const BitsOf<T>& mask) {
    unsigned bits = 0;
#ifdef __clang__
    for (int i = 0; i < width_of<T>; ++i) bits |= static_cast<unsigned>(mask[i] & 1) << i;
#else
    if constexpr (width_of<T> == 8) {
        std::uint8_t byte;
        asm("vpmovq2m %1, %0" : "=k"(byte) : "v"(mask));
        bits = byte;
    } else if constexpr (width_of<T> == 4) {
        asm("vmovmskpd %1, %0" : "=r"(bits) : "x"(mask));
    } else {
        asm("movmskpd %1, %0" : "=r"(bits) : "x"(mask));
    }
#endif
    return bits;
}

namespace wide_detail {

template <class T, int Distance, int... I>
SCREE_WIDE inline void exchange_rows(T& low, T& high, std::integer_sequence<int, I...>) {
    constexpr int n = width_of<T>;
    const T a = low;
    const T b = high;
    low = __builtin_shufflevector(a, b, ((I & Distance) != 0 ? n + I - Distance : I)...);
    high = __builtin_shufflevector(a, b, ((I & Distance) != 0 ? n + I : I + Distance)...);
}

template <class T, int Distance>
SCREE_WIDE inline void transpose_by(T* rows) {
    if constexpr (Distance > 0) {
#pragma GCC unroll 8
        for (int i = 0; i < width_of<T>; ++i)
            if ((i & Distance) == 0)
                exchange_rows<T, Distance>(rows[i], rows[i + Distance],
                                           std::make_integer_sequence<int, width_of<T>>());
        transpose_by<T, Distance / 2>(rows);
    }
}

}  // namespace wide_detail

/// Transposes a square matrix, given by as many rows as T has elements.
template <class T>
SCREE_WIDE inline void transpose(T* rows) {
    wide_detail::transpose_by<T, width_of<T> / 2>(rows);
}

namespace wide_detail {

template <class T, int... I>
SCREE_WIDE inline void write_rows(const T& x, const T& y, const T& z, const T& w,
                                  double* const* rows, std::integer_sequence<int, I...>) {
    constexpr int n = width_of<T>;
    // (x0, y0, x2, y2, ...) and (x1, y1, x3, y3, ...); likewise z and w.
    const T xy_even = __builtin_shufflevector(x, y, (I % 2 == 0 ? I : n + I - 1)...);
    const T xy_odd = __builtin_shufflevector(x, y, (I % 2 == 0 ? I + 1 : n + I)...);
    const T zw_even = __builtin_shufflevector(z, w, (I % 2 == 0 ? I : n + I - 1)...);
    const T zw_odd = __builtin_shufflevector(z, w, (I % 2 == 0 ? I + 1 : n + I)...);
    using Pair = WideReal<2>;
    const auto put = [&](const T& xy, const T& zw, int first) SCREE_WIDE {
#pragma GCC unroll 4
        for (int k = 0; k < n / 2; ++k) {
            const Pair front{xy[2 * k], xy[2 * k + 1]};
            const Pair back{zw[2 * k], zw[2 * k + 1]};
            store(rows[2 * k + first], front);
            store(rows[2 * k + first] + 2, back);
        }
    };
    put(xy_even, zw_even, 0);
    put(xy_odd, zw_odd, 1);
}

}  // namespace wide_detail

/// Writes four columns as rows of four numbers, each row to a place of its own.
template <class T>
SCREE_WIDE inline void write_rows(const T& x, const T& y, const T& z, const T& w,
                                  double* const* rows) {
    wide_detail::write_rows(x, y, z, w, rows, std::make_integer_sequence<int, width_of<T>>());
}

}  // namespace scree::geometry

#pragma once

#include <emmintrin.h>

#include <bit>

#include "geometry/transform.h"
#include "geometry/vec2.h"

/// Two numbers that are computed in the same way, side by side in one register: the hot paths treat
/// the two crossings of a contact, or its two polygons, at once. Every operation is element by
/// element, so the bits are those of plain doubles.
namespace scree::geometry {

using Lanes = double __attribute__((vector_size(16)));
using LaneMask = decltype(Lanes{} < Lanes{});

struct Vec2Lanes {
    Lanes x;
    Lanes y;
};

inline Vec2Lanes side_by_side(Vec2 a, Vec2 b) { return {Lanes{a.x, b.x}, Lanes{a.y, b.y}}; }
inline Vec2 lane(const Vec2Lanes& v, int i) { return {v.x[i], v.y[i]}; }

inline Vec2Lanes operator+(const Vec2Lanes& a, const Vec2Lanes& b) {
    return {a.x + b.x, a.y + b.y};
}
inline Vec2Lanes operator-(const Vec2Lanes& a, const Vec2Lanes& b) {
    return {a.x - b.x, a.y - b.y};
}
inline Vec2Lanes operator*(Lanes s, const Vec2Lanes& a) { return {s * a.x, s * a.y}; }

inline Lanes dot(const Vec2Lanes& a, const Vec2Lanes& b) { return a.x * b.x + a.y * b.y; }
inline Lanes cross(const Vec2Lanes& a, const Vec2Lanes& b) { return a.x * b.y - a.y * b.x; }
inline Vec2Lanes turned_left(const Vec2Lanes& a) { return {-a.y, a.x}; }

struct RotationLanes {
    Lanes c;
    Lanes s;
};

inline RotationLanes side_by_side(Rotation a, Rotation b) {
    return {Lanes{a.c, b.c}, Lanes{a.s, b.s}};
}
inline Vec2Lanes rotate(const RotationLanes& r, const Vec2Lanes& v) {
    return {r.c * v.x - r.s * v.y, r.s * v.x + r.c * v.y};
}

inline Lanes max(Lanes a, Lanes b) { return a > b ? a : b; }
inline Lanes min(Lanes a, Lanes b) { return a < b ? a : b; }
inline Lanes abs(Lanes a) { return max(a, -a); }

/// Returns one bit for each lane.
inline int bits(LaneMask mask) { return _mm_movemask_pd(std::bit_cast<__m128d>(mask)); }
inline bool all(LaneMask mask) { return bits(mask) == 3; }
/// Whether both lanes of two masks are set. (GCC 12 splits a mask made with & into its lanes.)
inline bool all(LaneMask mask, LaneMask other) { return (bits(mask) & bits(other)) == 3; }

}  // namespace scree::geometry

#include "engine/laws/gear.h"

#include <cmath>

#include "engine/base/marked.h"
#include "geometry/wide/wide.h"

namespace scree::engine {
namespace {

constexpr std::array<Gear, 4> gears{{
    {3, {0.0, 1.0, 1.0, 0.0, 0.0, 0.0}, 1.0},
    {4, {1.0 / 6.0, 5.0 / 6.0, 1.0, 1.0 / 3.0, 0.0, 0.0}, 3.0 / 4.0},
    {5, {19.0 / 90.0, 3.0 / 4.0, 1.0, 1.0 / 2.0, 1.0 / 12.0, 0.0}, 3.0 / 4.0},
    {6, {3.0 / 16.0, 251.0 / 360.0, 1.0, 11.0 / 18.0, 1.0 / 6.0, 1.0 / 60.0}, 251.0 / 360.0},
}};

/// The scaled derivatives of a coordinate as plain pointers.
struct Derivatives {
    explicit Derivatives(Coordinate& of)
        : r0(of.derivative(0)),
          r1(of.derivative(1)),
          r2(of.derivative(2)),
          r3(of.derivative(3)),
          r4(of.derivative(4)),
          r5(of.derivative(5)) {}

    double* r0;
    double* r1;
    double* r2;
    double* r3;
    double* r4;
    double* r5;
};

/// The scaled derivatives of one coordinate of one grain, those that the integrator has.
template <std::size_t values>
struct Numbers {
    double x;
    double v;
    double a;
    double b = 0.0;
    double c = 0.0;
    double d = 0.0;

    SCREE_WIDE Numbers(const Derivatives& r, std::size_t i) : x(r.r0[i]), v(r.r1[i]), a(r.r2[i]) {
        if (values > 3) b = r.r3[i];
        if (values > 4) c = r.r4[i];
        if (values > 5) d = r.r5[i];
    }

    SCREE_WIDE void write(const Derivatives& r, std::size_t i) const {
        r.r0[i] = x;
        r.r1[i] = v;
        r.r2[i] = a;
        if (values > 3) r.r3[i] = b;
        if (values > 4) r.r4[i] = c;
        if (values > 5) r.r5[i] = d;
    }

    /// r_k += sum over m > k of (m over k) r_m.
    SCREE_WIDE void predict() {
        x += v + a + b + c + d;
        v += 2.0 * a + 3.0 * b + 4.0 * c + 5.0 * d;
        a += 3.0 * b + 6.0 * c + 10.0 * d;
        b += 4.0 * c + 10.0 * d;
        c += 5.0 * d;
    }

    /// r_k += c_k (a h^2 / 2 - r_2).
    SCREE_WIDE void correct(const std::array<double, 6>& by, double scaled_acceleration) {
        const double miss = scaled_acceleration - a;
        x += by[0] * miss;
        v += by[1] * miss;
        a += by[2] * miss;
        if (values > 3) b = flushed(b + by[3] * miss);
        if (values > 4) c = flushed(c + by[4] * miss);
        if (values > 5) d = flushed(d + by[5] * miss);
    }

private:
    /// In free flight the higher derivatives decay by a constant factor per step, down to denormal
    /// numbers, with which the processor is a hundred times slower. They are far too small to
    /// change anything that they are added to.
    SCREE_WIDE static double flushed(double value) {
        return std::abs(value) < 1e-150 ? 0.0 : value;
    }
};

/// Applies task(numbers, n) to a coordinate of each grain in the range, in one pass over the
/// arrays; n counts from the first of them.
template <std::size_t values, class Task>
void for_each_grain(Coordinate& coordinate, Range range, const Task& task) {
    const Derivatives r(coordinate);
    geometry::run_wide([=]() SCREE_WIDE {
#pragma omp simd
        for (std::size_t i = range.first; i < range.last; ++i) {
            Numbers<values> numbers(r, i);
            task(numbers, i - range.first);
            numbers.write(r, i);
        }
    });
}

template <class Task>
void for_each_grain(const Gear& gear, Coordinate& coordinate, Range range, const Task& task) {
    switch (gear.values) {
        case 3:
            return for_each_grain<3>(coordinate, range, task);
        case 4:
            return for_each_grain<4>(coordinate, range, task);
        case 5:
            return for_each_grain<5>(coordinate, range, task);
        default:
            return for_each_grain<6>(coordinate, range, task);
    }
}

}  // namespace

const Gear& gear_of(IntegratorKind integrator) {
    return gears[static_cast<std::size_t>(integrator)];
}

void Coordinate::push_back(double value, double scaled_velocity, double scaled_acceleration) {
    for (std::size_t k = 0; k < count_; ++k) values_[k].push_back(0.0);
    values_[0].back() = value;
    values_[1].back() = scaled_velocity;
    values_[2].back() = scaled_acceleration;
}

void Coordinate::erase(std::span<const std::uint8_t> marks) {
    for (std::size_t k = 0; k < count_; ++k) erase_marked(values_[k], marks);
}

void predict(const Gear& gear, Coordinate& coordinate, Range range) {
    for_each_grain(gear, coordinate, range,
                   [](auto& numbers, std::size_t) SCREE_WIDE { numbers.predict(); });
}

void correct(const Gear& gear, Coordinate& coordinate, const double* scaled_accelerations,
             Range range) {
    for_each_grain(gear, coordinate, range,
                   [=, by = gear.correction](auto& numbers, std::size_t n)
                       SCREE_WIDE { numbers.correct(by, scaled_accelerations[n]); });
}

void correct_and_predict(const Gear& gear, Coordinate& coordinate,
                         const double* scaled_accelerations, Range range) {
    for_each_grain(gear, coordinate, range,
                   [=, by = gear.correction](auto& numbers, std::size_t n) SCREE_WIDE {
                       numbers.correct(by, scaled_accelerations[n]);
                       numbers.predict();
                   });
}

}  // namespace scree::engine

#include "engine/laws/gear.h"

#include <cmath>

#include "engine/base/marked.h"
#include "geometry/wide/wide.h"

namespace scree::engine {
namespace {

constexpr std::array<Gear, 4> gears{{
    {3, {0.0, 1.0, 1.0, 0.0, 0.0, 0.0}},
    {4, {1.0 / 6.0, 5.0 / 6.0, 1.0, 1.0 / 3.0, 0.0, 0.0}},
    {5, {19.0 / 90.0, 3.0 / 4.0, 1.0, 1.0 / 2.0, 1.0 / 12.0, 0.0}},
    {6, {3.0 / 16.0, 251.0 / 360.0, 1.0, 11.0 / 18.0, 1.0 / 6.0, 1.0 / 60.0}},
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

/// r_k += sum over m > k of (m over k) r_m, in one pass over the arrays.
template <std::size_t values>
void predict_values(Coordinate& coordinate, Range range) {
    const Derivatives r(coordinate);
    geometry::run_wide([=]() SCREE_WIDE {
#pragma omp simd
        for (std::size_t i = range.first; i < range.last; ++i) {
            const double v = r.r1[i];
            const double a = r.r2[i];
            const double b = values > 3 ? r.r3[i] : 0.0;
            const double c = values > 4 ? r.r4[i] : 0.0;
            const double d = values > 5 ? r.r5[i] : 0.0;
            r.r0[i] += v + a + b + c + d;
            r.r1[i] = v + (2.0 * a + 3.0 * b + 4.0 * c + 5.0 * d);
            r.r2[i] = a + (3.0 * b + 6.0 * c + 10.0 * d);
            if (values > 3) r.r3[i] = b + (4.0 * c + 10.0 * d);
            if (values > 4) r.r4[i] = c + 5.0 * d;
        }
    });
}

/// In free flight the higher derivatives decay by a constant factor per step, down to denormal
/// numbers, with which the processor is a hundred times slower. They are far too small to change
/// anything that they are added to.
SCREE_WIDE inline double flushed(double value) { return std::abs(value) < 1e-150 ? 0.0 : value; }

/// r_k += c_k (a h^2 / 2 - r_2), also in one pass over the arrays.
template <std::size_t values>
void correct_values(const Gear& gear, Coordinate& coordinate, const double* scaled_acceleration,
                    Range range) {
    const std::array<double, 6> c = gear.correction;
    const Derivatives r(coordinate);
    geometry::run_wide([=]() SCREE_WIDE {
#pragma omp simd
        for (std::size_t i = range.first; i < range.last; ++i) {
            const double miss = scaled_acceleration[i] - r.r2[i];
            r.r0[i] += c[0] * miss;
            r.r1[i] += c[1] * miss;
            r.r2[i] += c[2] * miss;
            if (values > 3) r.r3[i] = flushed(r.r3[i] + c[3] * miss);
            if (values > 4) r.r4[i] = flushed(r.r4[i] + c[4] * miss);
            if (values > 5) r.r5[i] = flushed(r.r5[i] + c[5] * miss);
        }
    });
}

}  // namespace

const Gear& gear_of(IntegratorKind integrator) {
    return gears[static_cast<std::size_t>(integrator)];
}

void Coordinate::push_back(double value, double scaled_velocity, double scaled_acceleration) {
    for (auto& values : values_) values.push_back(0.0);
    values_[0].back() = value;
    values_[1].back() = scaled_velocity;
    values_[2].back() = scaled_acceleration;
}

void Coordinate::erase(std::span<const std::uint8_t> marks) {
    for (auto& values : values_) erase_marked(values, marks);
}

void predict(const Gear& gear, Coordinate& coordinate, Range range) {
    switch (gear.values) {
        case 3:
            return predict_values<3>(coordinate, range);
        case 4:
            return predict_values<4>(coordinate, range);
        case 5:
            return predict_values<5>(coordinate, range);
        default:
            return predict_values<6>(coordinate, range);
    }
}

void correct(const Gear& gear, Coordinate& coordinate, const double* scaled_acceleration,
             Range range) {
    switch (gear.values) {
        case 3:
            return correct_values<3>(gear, coordinate, scaled_acceleration, range);
        case 4:
            return correct_values<4>(gear, coordinate, scaled_acceleration, range);
        case 5:
            return correct_values<5>(gear, coordinate, scaled_acceleration, range);
        default:
            return correct_values<6>(gear, coordinate, scaled_acceleration, range);
    }
}

}  // namespace scree::engine

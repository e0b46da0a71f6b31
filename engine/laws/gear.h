#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/workers.h"

namespace scree::engine {

enum class IntegratorKind : std::uint8_t { verlet, gear3, gear4, gear5 };

/// The error of the restitution of a contact that the automatic time step allows by default.
inline constexpr double usual_accuracy = 0.005;

/// A predictor-corrector over scaled derivatives r_k = h^k r^(k) / k!: Taylor's series predicts,
/// and c_k (a h^2 / 2 - r_2) corrects (Gear 1971; docs/physics.md, "Integrators": the values for
/// forces that depend on the velocity). Velocity Verlet is the member of the family with three
/// values.
struct Gear {
    std::uint32_t values;
    std::array<double, 6> correction;
    /// As c_1, for the velocity at which the sum of force times velocity times h is the energy that
    /// the grains gain, but for terms that do not add up and the fourth power of h.
    double correction_of_work;
};

const Gear& gear_of(IntegratorKind integrator);

/// One coordinate of every grain: array k holds the k-th scaled derivatives.
class Coordinate {
public:
    static constexpr std::size_t most_values = 6;
    /// It has this many scaled derivatives, with the coordinate itself.
    explicit Coordinate(std::size_t values = most_values) : count_(values) {}

    double* derivative(std::size_t k) { return values_[k].data(); }
    const double* derivative(std::size_t k) const { return values_[k].data(); }
    std::size_t size() const { return values_[0].size(); }

    /// Adds a grain; there must be three values or more. Its derivatives above the second are zero.
    void push_back(double value, double scaled_velocity, double scaled_acceleration);
    /// Erases the grains whose mark is not zero. There must be one mark for each grain.
    void erase(std::span<const std::uint8_t> marks);

private:
    std::size_t count_;
    std::array<std::vector<double>, most_values> values_;
};

/// Moves the coordinate of the grains in `range` to the next step by Taylor's series.
void predict(const Gear& gear, Coordinate& coordinate, Range range);

/// Corrects the coordinate of the grains in `range` by the accelerations that the forces gave,
/// times h^2 / 2: the first of these is that of the first grain in the range.
void correct(const Gear& gear, Coordinate& coordinate, const double* scaled_accelerations,
             Range range);

/// Does both, first the correction of one step and then the prediction of the next, in one pass.
void correct_and_predict(const Gear& gear, Coordinate& coordinate,
                         const double* scaled_accelerations, Range range);

}  // namespace scree::engine

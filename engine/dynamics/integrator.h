#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/workers.h"
#include "engine/dynamics/bodies.h"
#include "engine/dynamics/contacts.h"
#include "engine/dynamics/pull.h"
#include "engine/laws/gear.h"

namespace scree::engine {

/// Moves the grains: predicts their motion from its derivatives, then corrects it by the forces.
class Integrator {
public:
    Integrator(IntegratorKind kind, double dt) : gear_(gear_of(kind)), dt_(dt) {}

    /// Moves all grains to the next step by Taylor's series. Returns the furthest that one of them
    /// has travelled since the last search for pairs.
    double predict(Bodies& bodies, Workers& workers);
    /// Sums the forces on each grain, and corrects its motion by them. Returns whether all forces
    /// are finite.
    bool correct(Bodies& bodies, const Contacts& contacts, geometry::Vec2 gravity,
                 const PullForce& pull, Workers& workers);
    /// The first grain whose last acceleration is not finite.
    std::optional<std::size_t> first_not_finite() const;

private:
    const Gear& gear_;
    double dt_;
    std::vector<double> scaled_x_;  ///< accelerations times dt^2 / 2, as in the next two
    std::vector<double> scaled_y_;
    std::vector<double> scaled_angle_;
    std::vector<double> furthest_;      ///< for each worker: the furthest travel in its share
    std::vector<std::uint8_t> broken_;  ///< for each worker: something in its share is not finite
};

}  // namespace scree::engine

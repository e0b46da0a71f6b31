#pragma once

#include <cstddef>
#include <limits>

#include "engine/dynamics/bodies.h"
#include "geometry/vec2.h"

namespace scree::engine {

/// A damped spring between a point of a grain and a place in the world.
struct Pull {
    GrainId grain = 0;
    geometry::Vec2 arm;      ///< from the centre of the grain, in its own frame, m
    geometry::Vec2 target;   ///< m
    double stiffness = 0.0;  ///< N/m
    double damping = 0.0;    ///< N s/m

    friend constexpr bool operator==(const Pull&, const Pull&) = default;
};

/// The effect of a pull on its grain.
struct PullForce {
    std::size_t grain = std::numeric_limits<std::size_t>::max();  ///< by default no grain
    geometry::Vec2 force;
    double torque = 0.0;
    double power = 0.0;  ///< power that goes into the grain, relative to the flow of a cell, W
};

/// Throws std::invalid_argument for a pull that is not finite.
void check(const Pull& pull);

/// Returns the force at the predicted state of the bodies. It is zero if the grain is gone.
PullForce force_of(const Pull& pull, const Bodies& bodies, const Domain& domain);

}  // namespace scree::engine

#pragma once

#include "engine/dynamics/body_state.h"
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

}  // namespace scree::engine

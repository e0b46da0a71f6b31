#pragma once

#include <array>

#include "engine/base/body.h"
#include "geometry/proximity.h"
#include "geometry/vec2.h"

namespace scree::engine {

/// A pair of bodies whose boxes overlap, from one detection to the next: 32 bytes.
struct Contact {
    BodyPair pair;
    geometry::PairMemory memory;  ///< lives as long as the boxes overlap
    Image image{};                ///< of the second body, that the first is with
    /// N; lives as long as the bodies touch. A piece of a wall that is felt as one with others has
    /// its share of the spring.
    double spring = 0.0;
};

/// What a contact does to its bodies: the force on the second, and the torques on both.
struct ContactForce {
    geometry::Vec2 force;
    std::array<double, 2> torque{};
};

}  // namespace scree::engine

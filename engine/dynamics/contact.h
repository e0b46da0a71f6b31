#pragma once

#include <array>

#include "engine/base/body.h"
#include "geometry/proximity.h"
#include "geometry/vec2.h"

namespace scree::engine {

/// A pair of bodies whose boxes overlap, from one detection to the next. It takes 32 bytes.
struct Contact {
    BodyPair pair;
    /// Kept as long as the boxes overlap. It also tells whether the bodies touched in the last
    /// step: if not, a contact begins when they touch.
    geometry::PairMemory memory;
    Image image{};  ///< which image of the second body the first one meets
    /// N, half a step ahead; kept as long as the bodies touch. Each of several wall pieces that are
    /// felt as one has its share of the spring.
    double spring = 0.0;
};

/// The effect of a contact on its bodies: the force on the second, and the torques on both.
struct ContactForce {
    geometry::Vec2 force;
    std::array<double, 2> torque{};

    /// The force and both torques as four numbers in a row.
    double* numbers() { return &force.x; }
};
static_assert(sizeof(ContactForce) == 4 * sizeof(double));

}  // namespace scree::engine

#pragma once

#include <cstdint>
#include <vector>

#include "engine/frame/assembly.h"

namespace scree::engine {

/// The mean stress in a grain, from its contacts: - (1 / area) sum of arm times force, so that
/// pressure is positive (N/m).
struct Stress {
    double xx = 0.0;
    double xy = 0.0;
    double yx = 0.0;
    double yy = 0.0;

    double pressure() const { return 0.5 * (xx + yy); }
};

/// What a frame and its surroundings tell about a grain.
struct GrainFacts {
    double size = 0.0;            ///< equivalent diameter, m
    double mass = 0.0;            ///< kg
    double kinetic_energy = 0.0;  ///< of translation and rotation, J
    Stress stress;                ///< mean over the grain, pressure positive, N/m
    std::uint32_t contacts = 0;   ///< those that bear a force
};

/// What they tell about a contact.
struct ContactFacts {
    /// The line of its force: from centre to centre, or from the centre of the grain to where it
    /// touches a wall. The second end may lie outside of a periodic domain.
    Vec2 from;
    Vec2 to;
    double normal_force = 0.0;  ///< N, positive where the bodies push each other away
    double friction = 0.0;      ///< N, along the normal turned left, on the second body
};

/// The facts of all grains and contacts, in the order of the frame's rows.
struct FrameFacts {
    std::vector<GrainFacts> grains;
    std::vector<ContactFacts> contacts;
};

/// The facts of a frame whose grains have these shapes. Throws as assemble() does.
FrameFacts facts_of(const Frame& frame, const ShapeOf& shape_of, const Surroundings& surroundings);

}  // namespace scree::engine

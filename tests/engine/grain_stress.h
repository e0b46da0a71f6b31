#pragma once

#include "engine/dynamics/simulation.h"
#include "engine/frame/facts.h"

namespace scree::engine {

/// The mean stress in a grain, computed directly from the contacts of a simulation. Frames must
/// give the same.
inline Stress stress_of(const Simulation& simulation, std::size_t grain) {
    Stress stress;
    const double area = geometry::area(simulation.shape(grain));
    for (std::size_t k = 0; k < simulation.contacts().size(); ++k) {
        const Contact& contact = simulation.contacts()[k];
        const bool second = contact.pair.j == grain;
        if (!simulation.touches(k) || (!second && contact.pair.i != grain)) continue;
        const Vec2 centres = simulation.kinematics(contact.pair.j).pose.position +
                             simulation.period().shift(contact.image) -
                             simulation.kinematics(contact.pair.i).pose.position;
        const Vec2 point = simulation.point_of_force(k);
        const Vec2 arm = second ? point - centres : point;
        const Vec2 force = (second ? 1.0 : -1.0) * simulation.contact_forces()[k].force;
        stress.xx -= arm.x * force.x / area;
        stress.xy -= arm.x * force.y / area;
        stress.yx -= arm.y * force.x / area;
        stress.yy -= arm.y * force.y / area;
    }
    return stress;
}

}  // namespace scree::engine

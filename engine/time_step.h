#pragma once

#include <span>
#include <vector>

#include "engine/grains.h"
#include "engine/material.h"

namespace scree::engine {

/// What decides how stiffly a grain is held by a contact.
struct GrainKind {
    std::uint16_t material = 0;
    double mass = 0.0;
    double diameter = 0.0;
    double inradius = 0.0;
};

GrainKind kind_of(const NewGrain& grain, const std::vector<Material>& materials);

/// The time step, and the two grains (or the grain, twice, and a wall) that decide it.
struct TimeStep {
    double dt = 0.0;
    std::size_t first = 0;
    std::size_t second = 0;
    bool wall = false;
};

/// The largest time step with which every contact is resolved and damped stably (PHYSICS, automatic
/// time step). For any two grains, and any with any wall, at their stiffest: k = Y min(D) / l with
/// l = 4 rho1 rho2 / (rho1 + rho2), wall: 4 rho; c = gamma sqrt(m Y) k / Y; dt is the least of
/// pi sqrt(m / k) / 50 and 0.04 m / c. Nothing to decide it: infinity.
TimeStep largest_time_step(std::span<const GrainKind> grains,
                           std::span<const std::uint16_t> wall_materials,
                           const ContactTable& contacts);

}  // namespace scree::engine

#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "engine/dynamics/time_step.h"
#include "tests/engine/small_world.h"

/// What the tests of the laws in docs/physics.md share: the automatic time step, and grains that
/// lie on a slope.
namespace scree::engine {

constexpr double gravity = 9.81;

/// The automatic time step of a model with these grains.
inline double automatic_dt(const Model& model, std::span<const NewGrain> grains,
                           LawKind law = LawKind::area) {
    std::vector<GrainKind> kinds;
    for (const NewGrain& grain : grains) kinds.push_back(kind_of(grain, model.materials));
    std::vector<std::uint16_t> walls;
    for (const Wall& wall : model.walls) walls.push_back(wall.material);
    return automatic_time_step(
               {.grains = kinds, .wall_materials = walls, .contacts = model.contacts, .law = law})
        .dt;
}

/// Settings for a few bodies.
inline Settings few(double dt, LawKind law = LawKind::area) {
    Settings settings;
    settings.dt = dt;
    settings.law = law;
    settings.threads = 1;
    return settings;
}

/// The directions down a slope through the origin and away from it.
struct SlopeAxes {
    explicit SlopeAxes(double angle)
        : down{-std::cos(angle), -std::sin(angle)}, away{-std::sin(angle), std::cos(angle)} {}
    geometry::Vec2 down;
    geometry::Vec2 away;
};

inline void run_until(Simulation& simulation, double time) {
    while (simulation.time() < time) simulation.step();
}

}  // namespace scree::engine

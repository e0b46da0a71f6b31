#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "engine/dynamics/time_step.h"
#include "tests/engine/small_world.h"

/// Grains in a periodic cell that deforms, for tests. Grains are about 1 m wide and weigh about
/// 0.8 kg; stresses are about 1 N/m.
namespace scree::engine {

struct CellWorld {
    CellTargets targets{};
    CellFlow flow = CellFlow::affine;
    double stiffness = 1e4;
    double friction = 0.5;
    double damping = 0.3;
    double fraction = 0.5;  ///< of the area that is covered at first
    int side = 10;          ///< grains along each side
    bool discs = true;
    double agitation = 0.1;   ///< m/s
    double step_share = 1.0;  ///< of the automatic time step
    double mass_share = 1.0;  ///< of the automatic mass of the cell
    std::uint32_t threads = 1;
    BroadPhaseKind broad_phase = BroadPhaseKind::sweep;
    int lanes_at_once = 0;
    std::optional<double> skin{};
    LawKind law = LawKind::area;
    bool deforms = true;
};

/// The grains of a world, without momentum on the whole, and the length of their cell.
inline std::vector<NewGrain> grains_of(const CellWorld& world, double& length) {
    Random random(3);
    std::vector<NewGrain> grains;
    double area = 0.0;
    for (int k = 0; k < world.side * world.side; ++k) {
        const double radius = random() < 0.5 ? 0.42 : 0.58;
        geometry::Shape shape = geometry::Disc(radius);
        if (!world.discs) shape = gravel(random, 1.05 * radius);
        area += geometry::area(shape);
        grains.push_back({std::move(shape), 0, {}, 6.28 * random(), {}, 0.0});
    }
    length = std::sqrt(area / world.fraction);
    for (int k = 0; k < world.side * world.side; ++k) {
        NewGrain& grain = grains[static_cast<std::size_t>(k)];
        const double apart = length / world.side;
        grain.position = {(k % world.side + 0.5) * apart, (k / world.side + 0.5) * apart};
        const double x = random() - 0.5;
        grain.velocity = world.agitation * Vec2{x, random() - 0.5};
    }
    Vec2 momentum;
    for (const NewGrain& grain : grains) momentum += geometry::area(grain.shape) * grain.velocity;
    for (NewGrain& grain : grains) grain.velocity -= momentum / area;
    return grains;
}

inline std::unique_ptr<Simulation> make(const CellWorld& world) {
    double length = 0.0;
    const std::vector<NewGrain> grains = grains_of(world, length);
    Model model = engine::world(plain(world.stiffness, world.friction, world.damping));
    std::vector<GrainKind> kinds;
    double mass = 0.0;
    for (const NewGrain& grain : grains) {
        kinds.push_back(kind_of(grain, model.materials));
        mass += kinds.back().mass;
    }
    Settings settings;
    settings.dt =
        world.step_share *
        automatic_time_step(
            {.grains = kinds, .wall_materials = {}, .contacts = model.contacts, .law = world.law})
            .dt;
    settings.law = world.law;
    settings.gravity = {};
    settings.largest_overlap = 0.5;
    settings.threads = world.threads;
    settings.broad_phase = world.broad_phase;
    settings.lanes_at_once = world.lanes_at_once;
    settings.skin = world.skin;
    settings.period = {{-1.0, 2.0}, {length, length}};
    if (world.deforms) {
        CellControl control{.targets = world.targets, .flow = world.flow};
        const double wave_speed = std::sqrt(0.5 * world.stiffness / 0.84);
        for (CellTarget& target : control.targets)
            if (target.is_stress && !target.rise) target.rise = 4.0 * length / wave_speed;
        control.mass = world.mass_share * mass;
        control.grain_mass = mass / static_cast<double>(grains.size());
        settings.cell = control;
    }
    auto simulation = std::make_unique<Simulation>(std::move(model), settings);
    for (NewGrain grain : grains) {
        grain.position += settings.period.low;
        simulation->add_grain(grain);
    }
    return simulation;
}

/// Makes steps up to this time (s).
inline void go_to(Simulation& simulation, double time) {
    if (simulation.steps() == 0) simulation.step();
    const double dt = simulation.time() / static_cast<double>(simulation.steps());
    const auto last = static_cast<std::uint64_t>(time / dt);
    if (last > simulation.steps()) simulation.step(last - simulation.steps());
}

inline CellTarget rate(double value) { return {.is_stress = false, .value = value}; }
inline CellTarget stress(double value) { return {.is_stress = true, .value = value}; }

}  // namespace scree::engine

#include "engine/run/setup.h"

#include <cmath>
#include <stdexcept>

#include "engine/base/trigger.h"

namespace scree::engine {
namespace {

/// Larger numbers of steps are not exact as double, and so their times are not exact either.
constexpr double most_steps = 0x1p53;

/// Every tenth look is also one at stability, which takes longer.
constexpr double looks_at_stability = 10.0;

void refuse_what_is_missing(const Scene& scene) {
    if (!scene.sweep.empty())
        throw std::invalid_argument(
            "sweep: one member at a time, please: --set what is swept, or leave it out with --set "
            "sweep={}");
    if (scene.grains.empty())
        throw std::invalid_argument("grains: the scene has none; add a [[grains]] table");
}

/// Throws for grains that are too large for a periodic domain, and for walls that do not fit into
/// it.
void check_periods(const Scene& scene) {
    const Period period = scene.domain.period();
    if (!period.any()) return;
    for (const GrainGroup& group : scene.grains) {
        const std::vector<NewGrain> grains = make_grains(group, scene.seed);
        for (std::size_t k = 0; k < grains.size(); ++k) {
            const double across = 2.0 * geometry::radius(grains[k].shape);
            for (const auto& [name, size] :
                 {std::pair{"x", period.size.x}, std::pair{"y", period.size.y}}) {
                if (!(size > 0.0) || size >= least_period * across) continue;
                throw std::invalid_argument(
                    std::string("domain.periodic: grain `") + group.name + " " + std::to_string(k) +
                    "` is " + number_text(across) + " m across, and the domain is only " +
                    number_text(size) + " m long in " + name + ": it must be " +
                    number_text(least_period * across) +
                    " m at least, so that no two grains meet twice; make domain." + name +
                    " wider or the grains smaller");
            }
        }
    }
    for (const auto& [name, wall] : scene.walls) {
        for (WallPiece piece : wall.pieces) {
            try {
                fit_into(period, piece, wall.motion);
            } catch (const std::invalid_argument& error) {
                throw std::invalid_argument("walls." + name + ": " + error.what());
            }
        }
    }
}

/// All grains that will ever come, and the groups that they belong to.
struct Kinds {
    std::vector<GrainKind> kinds;
    std::vector<std::size_t> first;  ///< the first grain of each group
    std::vector<std::uint16_t> wall_materials;
};

Kinds kinds_of(const Scene& scene, const std::vector<std::vector<NewGrain>>& placed) {
    Kinds all;
    for (std::size_t g = 0; g < scene.grains.size(); ++g) {
        all.first.push_back(all.kinds.size());
        const auto add = [&](const std::vector<NewGrain>& grains) {
            for (const NewGrain& grain : grains)
                all.kinds.push_back(kind_of(grain, scene.materials));
        };
        if (std::holds_alternative<PlaceRain>(scene.grains[g].place))
            add(make_grains(scene.grains[g], scene.seed));
        else
            add(placed[g]);
    }
    for (const SceneWall& wall : scene.walls) all.wall_materials.push_back(wall.wall.material);
    return all;
}

const std::string& group_name(const Scene& scene, const Kinds& kinds, std::size_t grain) {
    std::size_t group = scene.grains.size() - 1;
    while (kinds.first[group] > grain) --group;
    return scene.grains[group].name;
}

const std::string& second_name(const Scene& scene, const Kinds& kinds, const TimeStep& step) {
    return step.wall ? scene.walls[step.second].name : group_name(scene, kinds, step.second);
}

StepChoice choose_step(const Scene& scene, const Kinds& kinds) {
    const StepBasis basis{.grains = kinds.kinds,
                          .wall_materials = kinds.wall_materials,
                          .contacts = scene.contacts,
                          .law = scene.law,
                          .integrator = scene.run.integrator,
                          .accuracy = scene.run.accuracy};
    const TimeStep largest = automatic_time_step(basis);
    StepChoice choice;
    choice.automatic = largest.dt;
    choice.dt = scene.run.dt.value_or(largest.dt);
    if (!std::isfinite(choice.dt) || !(choice.dt > 0.0))
        throw std::invalid_argument(
            "run.dt: no time step follows from the materials; check stiffness and density");
    choice.first = group_name(scene, kinds, largest.first);
    choice.second = second_name(scene, kinds, largest);
    choice.reason = largest.reason;
    choice.stable = stable_time_step(basis, 1.0).dt;
    if (scene.run.dt) {
        const TimeStepVerdict verdict = judge_time_step(choice.dt, basis);
        const std::string sentence =
            explain(verdict, scene.run.integrator, group_name(scene, kinds, verdict.limit.first),
                    second_name(scene, kinds, verdict.limit));
        if (verdict.kind == TimeStepVerdict::Kind::beyond)
            throw std::invalid_argument("run.dt: " + sentence);
        choice.warning = sentence;
    }
    if (scene.run.duration / choice.dt > most_steps)
        throw std::invalid_argument("run.duration: " + number_text(scene.run.duration) +
                                    " s are too many steps of " + number_text(choice.dt) + " s");
    choice.steps = first_step_at(scene.run.duration, choice.dt);
    choice.look_period = 2.0 * shortest_contact(basis);
    choice.stability_period = looks_at_stability * choice.look_period;
    return choice;
}

}  // namespace

std::span<const NewGrain> RunSetup::grains_of(std::size_t group) const {
    for (const auto& [number, rain] : rains)
        if (number == group) return rain.grains();
    return grains[group];
}

RunSetup set_up(const Scene& scene) {
    refuse_what_is_missing(scene);
    check_periods(scene);
    RunSetup setup;
    setup.model.materials = scene.materials;
    setup.model.contacts = scene.contacts;
    for (const SceneWall& wall : scene.walls) {
        setup.model.walls.push_back(wall.wall);
        setup.model.walls.back().name = wall.name;
    }
    setup.grains =
        starting_grains(scene.grains, setup.model.walls, scene.seed, scene.domain.period());
    setup.step = choose_step(scene, kinds_of(scene, setup.grains));
    setup.settings = {.dt = setup.step.dt,
                      .integrator = scene.run.integrator,
                      .law = scene.law,
                      .broad_phase = scene.broad_phase,
                      .gravity = scene.run.gravity,
                      .threads = scene.run.threads,
                      .largest_overlap = scene.largest_overlap,
                      .period = scene.domain.period(),
                      .stability_period = setup.step.stability_period};
    for (std::size_t g = 0; g < scene.grains.size(); ++g)
        if (std::holds_alternative<PlaceRain>(scene.grains[g].place))
            setup.rains.push_back({g, Rain(scene.grains[g], scene.seed, scene.domain.y,
                                           setup.step.dt, scene.domain.period())});
    return setup;
}

}  // namespace scree::engine

#include "engine/run/setup.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "engine/base/trigger.h"
#include "engine/run/beginning.h"
#include "engine/run/cell.h"
#include "engine/run/loads.h"

namespace scree::engine {
namespace {

/// Larger numbers of steps are not exact as double, and so their times are not exact either.
constexpr double most_steps = 0x1p53;

/// Every tenth look is also one at stability, which takes longer.
constexpr double looks_at_stability = 10.0;

void refuse_what_is_missing(const Scene& scene) {
    if (scene.start && !scene.beginning)
        throw std::logic_error("the run that the scene begins from was not read");
    if (!scene.sweep.empty())
        throw std::invalid_argument(
            "sweep: one member at a time, please: --set what is swept, or leave it out with --set "
            "sweep={}");
    if (scene.grains.empty())
        throw std::invalid_argument("grains: the scene has none; add a [[grains]] table");
}

/// Throws for a piece of a wall that does not fit into a periodic domain with one of its motions.
void check_piece(const Scene& scene, std::size_t wall, const WallPiece& given) {
    std::optional<Spans> first;
    for (const Stage& stage : scene.stages) {
        const std::string where = stage.name.empty() ? "" : " (in stage `" + stage.name + "`)";
        try {
            WallPiece piece = given;
            const Spans spans = fit_into(scene.domain.period(), piece, stage.begin.motions[wall]);
            if (!first) first = spans;
            if (first->x != spans.x || first->y != spans.y)
                throw std::invalid_argument(
                    "it is as long as the periodic domain, and would have ends with this motion: "
                    "let it move without turning in all stages, or make it shorter");
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument("walls." + scene.walls[wall].name + ": " + error.what() +
                                        where);
        }
    }
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
    for (std::size_t w = 0; w < scene.walls.size(); ++w)
        for (const WallPiece& piece : scene.walls[w].wall.pieces) check_piece(scene, w, piece);
}

/// Throws for a pressure between two walls that leave no length for it.
void check_between(const Scene& scene) {
    for (const Stage& stage : scene.stages)
        for (std::size_t w = 0; w < scene.walls.size(); ++w) {
            const WallMotion& motion = stage.begin.motions[w];
            if (!motion.is_loaded() || !motion.load.between || motion.load.gap > 0.0) continue;
            const auto [one, other] = *motion.load.between;
            throw std::invalid_argument(
                "walls." + scene.walls[w].name +
                ".motion.between: across the load there is no "
                "room between `" +
                scene.walls[one].name + "` and `" + scene.walls[other].name +
                "`, so that the pressure has no length to act on: name the two walls on either "
                "side of the grains");
        }
}

/// All grains that will ever come, by group; those of a rain have no places.
std::vector<std::vector<NewGrain>> all_grains(const Scene& scene,
                                              const std::vector<std::vector<NewGrain>>& placed) {
    std::vector<std::vector<NewGrain>> all = placed;
    for (std::size_t g = 0; g < scene.grains.size(); ++g)
        if (std::holds_alternative<PlaceRain>(scene.grains[g].place))
            all[g] = make_grains(scene.grains[g], scene.seed);
    return all;
}

/// All grains that will ever come, and the groups that they belong to.
struct Kinds {
    std::vector<GrainKind> kinds;
    std::vector<std::size_t> first;  ///< the first grain of each group
    std::vector<std::uint16_t> wall_materials;
};

Kinds kinds_of(const Scene& scene, const std::vector<std::vector<NewGrain>>& groups) {
    Kinds all;
    for (const std::vector<NewGrain>& grains : groups) {
        all.first.push_back(all.kinds.size());
        for (const NewGrain& grain : grains) all.kinds.push_back(kind_of(grain, scene.materials));
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

/// All contacts that there are in the stages, each once.
std::vector<const ContactTable*> contacts_of(std::span<const Stage> stages) {
    std::vector<const ContactTable*> all;
    for (const Stage& stage : stages)
        for (const StageValues* values : {&stage.begin, &stage.end})
            if (std::ranges::none_of(
                    all, [&](const ContactTable* other) { return *other == values->contacts; }))
                all.push_back(&values->contacts);
    return all;
}

/// By which factor walls under load make the time step smaller.
double factor_of_walls(std::span<const Stage> stages, const MeanGrain& grain) {
    double factor = 1.0;
    for (const Stage& stage : stages)
        for (const WallMotion& motion : stage.begin.motions)
            if (motion.is_loaded()) factor = std::min(factor, step_factor(motion.load, grain));
    return factor;
}

/// The largest step with which the dampers of walls under load are stable, s: integrators are for
/// c h / m below 0.5 (docs/physics.md, "Limits of stability"; gear4 and gear5 for less).
double step_of_dampers(std::span<const Stage> stages, IntegratorKind integrator) {
    const double share =
        integrator == IntegratorKind::verlet || integrator == IntegratorKind::gear3 ? 0.4 : 0.1;
    double largest = std::numeric_limits<double>::infinity();
    for (const Stage& stage : stages)
        for (const WallMotion& motion : stage.begin.motions)
            if (motion.is_loaded() && *motion.load.damping > 0.0)
                largest = std::min(largest, share * *motion.load.mass / *motion.load.damping);
    return largest;
}

StepChoice choose_step(const Scene& scene, const Kinds& kinds, std::span<const Stage> stages,
                       const MeanGrain& grain, double of_cell) {
    // The step is small enough for all stages: it is that of the contacts which ask for the
    // smallest.
    const std::vector<const ContactTable*> contacts = contacts_of(stages);
    const auto basis_with = [&](const ContactTable* of_stage) {
        return StepBasis{.grains = kinds.kinds,
                         .wall_materials = kinds.wall_materials,
                         .contacts = *of_stage,
                         .law = scene.law,
                         .integrator = scene.run.integrator,
                         .accuracy = scene.run.accuracy};
    };
    const ContactTable* fastest = *std::ranges::min_element(
        contacts, {},
        [&](const ContactTable* of_stage) { return automatic_time_step(basis_with(of_stage)).dt; });
    const StepBasis basis = basis_with(fastest);
    const TimeStep largest = automatic_time_step(basis);
    const double of_walls = std::min(of_cell, factor_of_walls(stages, grain));
    StepChoice choice;
    choice.automatic =
        std::min(of_walls * largest.dt, step_of_dampers(stages, scene.run.integrator));
    choice.dt = scene.run.dt.value_or(choice.automatic);
    if (!std::isfinite(choice.dt) || !(choice.dt > 0.0))
        throw std::invalid_argument(
            "run.dt: no time step follows from the materials; check stiffness and density");
    choice.first = group_name(scene, kinds, largest.first);
    choice.second = second_name(scene, kinds, largest);
    choice.reason = largest.reason;
    choice.stable = of_walls * stable_time_step(basis, 1.0).dt;
    if (scene.run.dt) {
        if (of_walls < 1.0 && choice.dt > choice.stable)
            throw std::invalid_argument(
                "run.dt: a time step of " + number_text(choice.dt) + " s is beyond the limit of " +
                number_text(choice.stable) +
                " s for a wall under load, or a cell, that is so light: take "
                "at most " +
                number_text(choice.automatic) + " s, or give it more mass");
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
    choice.steps = 0;
    for (const Stage& stage : stages) choice.steps += first_step_at(stage.duration, choice.dt);
    choice.look_period = 2.0 * shortest_contact(basis);
    choice.stability_period = looks_at_stability * choice.look_period;
    return choice;
}

double largest_diameter(const std::vector<std::vector<NewGrain>>& groups) {
    double largest = 0.0;
    for (const std::vector<NewGrain>& grains : groups)
        for (const NewGrain& grain : grains)
            largest = std::max(largest, 2.0 * geometry::radius(grain.shape));
    return largest;
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
    check_between(scene);
    RunSetup setup;
    setup.stages = scene.stages;
    const StageValues& begin = scene.stages.front().begin;
    setup.model.materials = scene.materials;
    setup.model.contacts = begin.contacts;
    for (std::size_t w = 0; w < scene.walls.size(); ++w) {
        Wall& wall = setup.model.walls.emplace_back(scene.walls[w].wall);
        wall.name = scene.walls[w].name;
        wall.motion = begin.motions[w];
        wall.present = begin.present[w] != 0;
    }
    std::vector<NewGrain> left;
    for (const std::vector<NewGrain>& group : grains_left(scene))
        left.insert(left.end(), group.begin(), group.end());
    setup.grains =
        starting_grains(scene.grains, setup.model.walls, scene.seed, scene.domain.period(), left);
    const std::vector<std::vector<NewGrain>> all = all_grains(scene, setup.grains);
    const std::vector<std::span<const NewGrain>> groups(all.begin(), all.end());
    const MeanGrain grain = mean_grain(groups, scene.materials, begin.contacts, scene.law);
    fill_loads(setup.stages, grain);
    for (std::size_t w = 0; w < setup.model.walls.size(); ++w)
        setup.model.walls[w].motion = setup.stages.front().begin.motions[w];
    double of_cell = 1.0;
    if (scene.domain.cell) {
        CellControl& cell = setup.settings.cell.emplace(*scene.domain.cell);
        fill_cell(cell, setup.stages, scene.domain, grain, largest_diameter(all));
        of_cell = step_factor(cell, grain);
    }
    setup.step = choose_step(scene, kinds_of(scene, all), setup.stages, grain, of_cell);
    setup.settings = {.dt = setup.step.dt,
                      .integrator = scene.run.integrator,
                      .law = scene.law,
                      .broad_phase = scene.broad_phase,
                      .gravity = begin.gravity,
                      .threads = scene.run.threads,
                      .largest_overlap = scene.largest_overlap,
                      .period = scene.domain.period(),
                      .cell = setup.settings.cell,
                      .stability_period = setup.step.stability_period};
    for (std::size_t g = 0; g < scene.grains.size(); ++g)
        if (std::holds_alternative<PlaceRain>(scene.grains[g].place))
            setup.rains.push_back({g, Rain(scene.grains[g], scene.seed, scene.domain.y,
                                           setup.step.dt, scene.domain.period())});
    return setup;
}

}  // namespace scree::engine

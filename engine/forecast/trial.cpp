#include "engine/forecast/trial.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "engine/forecast/fall.h"
#include "engine/run/beginning.h"
#include "engine/run/world.h"

namespace scree::engine {
namespace {

using Clock = std::chrono::steady_clock;

/// The first steps find all pairs and touch all memory for the first time.
constexpr std::uint64_t steps_to_warm_up = 20;
constexpr std::uint64_t steps_to_time = 500;
constexpr std::uint64_t steps_of_slice = 25;
constexpr std::chrono::milliseconds longest_warm_up{200};
constexpr std::chrono::milliseconds longest_trial{700};

/// More grains take no more time for each, except for the caches.
constexpr std::size_t most_packed = 5000;

/// The distance of neighbours, in units of the mean width or height of their boxes: it gives about
/// three or four contacts for each grain, as in a heap.
constexpr double packed_distance = 0.92;

/// The stiffness is reduced by this factor: contacts are so soft that grains which lie deep in each
/// other do not fly apart during the trial.
constexpr double softened = 1e-9;

/// Calls `step` until there were enough steps or the time is over, but at least once.
template <class Stepper>
std::uint64_t go(std::uint64_t most, Clock::duration longest, const Stepper& step) {
    const Clock::time_point start = Clock::now();
    std::uint64_t steps = 0;
    while (steps < most && step()) {
        ++steps;
        if (Clock::now() - start > longest) break;
    }
    return steps;
}

/// Measures the pace. `step` makes one step and says whether there was one to make; `grain_steps`
/// counts them. The pace is that of the fastest slice, because whatever else the machine does only
/// slows some of them down.
template <class Stepper, class Counter>
Pace measure_pace(const Stepper& step, const Counter& grain_steps) {
    go(steps_to_warm_up, longest_warm_up, step);
    const Clock::time_point start = Clock::now();
    Pace pace;
    while (pace.steps < steps_to_time && Clock::now() - start < longest_trial) {
        const auto before = static_cast<double>(grain_steps());
        const Clock::time_point begin = Clock::now();
        const std::uint64_t steps = go(steps_of_slice, longest_trial, step);
        if (steps == 0) break;
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        const double done = static_cast<double>(grain_steps()) - before;
        pace.steps += steps;
        if (done > 0.0 &&
            (pace.seconds_per_grain_step == 0.0 || seconds < done * pace.seconds_per_grain_step))
            pace.seconds_per_grain_step = seconds / done;
    }
    return pace;
}

Pace pace_of(World& live) {
    const auto step = [&] {
        if (live.over()) return false;
        live.step();
        return true;
    };
    Pace pace = measure_pace(step, [&] { return live.grain_steps(); });
    pace.grains = live.simulation().grain_count();
    return pace;
}

geometry::Box box_in_its_place(const NewGrain& grain) { return box_of(placed(grain)); }

/// Lays grains side by side from x = 0 on, above y, and returns the top of the row. Some reach
/// beyond it, so that they have contacts with the next row, but not so far that a small grain there
/// would be inside a large one.
double lay_row(std::span<NewGrain> row, double y) {
    constexpr double least_height = 0.85;
    double x = 0.0;
    double tallest = 0.0;
    double sum = 0.0;
    for (NewGrain& grain : row) {
        grain.position = {};
        const geometry::Box box = box_in_its_place(grain);
        const Vec2 sides = packed_distance * (box.high - box.low);
        grain.position = Vec2{x, y} - packed_distance * box.low;
        x += sides.x;
        tallest = std::max(tallest, sides.y);
        sum += sides.y;
    }
    return y + std::max(sum / static_cast<double>(row.size()), least_height * tallest);
}

/// All grains, or some of them at regular intervals, in rows of grains of about the same size.
std::vector<NewGrain> packed_grains(const RunSetup& setup) {
    std::vector<NewGrain> grains;
    for (const auto& group : setup.grains) grains.insert(grains.end(), group.begin(), group.end());
    for (const auto& [group, rain] : setup.rains)
        grains.insert(grains.end(), rain.grains().begin(), rain.grains().end());
    const std::size_t stride = (grains.size() + most_packed - 1) / most_packed;
    std::vector<NewGrain> some;
    for (std::size_t k = 0; k < grains.size(); k += stride) some.push_back(std::move(grains[k]));
    std::ranges::stable_sort(
        some, {}, [](const NewGrain& grain) { return equivalent_diameter(grain.shape); });

    const auto row = static_cast<std::size_t>(std::ceil(std::sqrt(some.size())));
    for (std::size_t k = 0; k < some.size(); ++k) {
        some[k].angle = static_cast<double>(k);  // any angle: aligned faces are rare, and slow
        some[k].velocity = {};
        some[k].spin = 0.0;
    }
    double y = 0.0;
    for (std::size_t first = 0; first < some.size(); first += row)
        y = lay_row(std::span(some).subspan(first, std::min(row, some.size() - first)), y);
    return some;
}

Pace pace_when_packed(const Scene& scene, const RunSetup& setup) {
    Model model{setup.model.materials, setup.model.contacts, {}};
    for (std::size_t a = 0; a < scene.materials.size(); ++a)
        for (std::size_t b = a; b < scene.materials.size(); ++b) {
            ContactParameters soft = scene.contacts.at(a, b);
            soft.stiffness *= softened;
            soft.cohesion = 0.0;
            model.contacts.set(a, b, soft);
        }
    Settings settings = setup.settings;
    settings.gravity = {};
    settings.period = {};  // the trial lays its grains out elsewhere
    settings.cell = {};
    settings.largest_overlap = HUGE_VAL;
    Simulation simulation(std::move(model), settings);
    for (const NewGrain& grain : packed_grains(setup)) simulation.add_grain(grain);
    const auto step = [&] {
        simulation.step();
        return true;
    };
    Pace pace = measure_pace(step, [&] { return simulation.steps() * simulation.grain_count(); });
    pace.grains = simulation.grain_count();
    return pace;
}

bool has_loads(const RunSetup& setup) {
    const auto has_load = [](const Stage& stage) {
        return std::ranges::any_of(stage.begin.motions, &WallMotion::is_loaded);
    };
    return std::ranges::any_of(setup.stages, has_load);
}

/// The time that a run lasts from its beginning, s: one that goes on with the time of another
/// begins later than at 0.
double time_ahead(const Scene& scene) {
    const bool has_stages = !scene.stages.front().name.empty();
    if (has_stages || !scene.beginning || !scene.start->keep_time) return scene.run.duration;
    return scene.run.duration - scene.beginning->left.time;
}

}  // namespace

Trial try_out(const Scene& scene, RunSetup setup) {
    Trial trial;
    const bool comes_together = length(strongest_gravity(setup)) > 0.0 || !setup.rains.empty() ||
                                has_loads(setup) || setup.settings.cell;
    try {
        if (comes_together) trial.packed = pace_when_packed(scene, setup);
    } catch (const Breakdown&) {  // sizes differ so much that one grain lies inside another
    }
    trial.seconds_per_grain_step = trial.packed.seconds_per_grain_step;
    // The first few grains of a rain say nothing about a step with many grains.
    const bool all_there = setup.rains.empty();
    World live(scene, std::move(setup));
    try {
        trial.begun = pace_of(live);
    } catch (const Breakdown& breakdown) {
        trial.breakdown = live.message_of(breakdown);
    }
    if (all_there || trial.packed.steps == 0)
        trial.seconds_per_grain_step =
            std::max(trial.seconds_per_grain_step, trial.begun.seconds_per_grain_step);
    return trial;
}

double expected_grain_steps(const Scene& scene, const StepChoice& step) {
    const double duration = time_ahead(scene);
    double grain_seconds = 0.0;
    for (const GrainGroup& group : scene.grains) {
        const auto count = static_cast<double>(group.count);
        const auto* rain = std::get_if<PlaceRain>(&group.place);
        if (rain == nullptr) {
            grain_seconds += count * duration;
            continue;
        }
        const double raining = std::min(duration, count / rain->rate);
        grain_seconds += rain->rate * raining * (duration - 0.5 * raining);
    }
    return grain_seconds / step.dt;
}

}  // namespace scree::engine

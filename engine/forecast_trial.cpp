#include "engine/forecast_trial.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/live_scene.h"

namespace scree::engine {
namespace {

using Clock = std::chrono::steady_clock;

/// The first steps find all pairs and touch all memory for the first time.
constexpr std::uint64_t steps_to_warm_up = 20;
constexpr std::uint64_t steps_to_time = 600;
constexpr std::chrono::milliseconds longest_warm_up{400};
constexpr std::chrono::milliseconds longest_trial{1500};

/// At least one step, so that there is something to go by.
std::uint64_t go(LiveScene& live, std::uint64_t most, Clock::duration longest) {
    const Clock::time_point start = Clock::now();
    std::uint64_t steps = 0;
    while (steps < most && !live.over()) {
        live.step();
        ++steps;
        if (Clock::now() - start > longest) break;
    }
    return steps;
}

/// The same group with so fast a rain that its first batch is everything.
Rain at_once(GrainGroup group, const Scene& scene, double dt) {
    group.count = std::min(group.count, most_trial_rain);
    std::get<PlaceRain>(group.place).rate = static_cast<double>(group.count) / dt;
    return {group, scene.seed, scene.domain.y, dt};
}

}  // namespace

Trial try_out(const Scene& scene, RunSetup setup) {
    Trial trial;
    trial.rained = !setup.rains.empty();
    for (auto& [group, rain] : setup.rains)
        rain = at_once(scene.grains[group], scene, setup.step.dt);
    try {
        LiveScene live(scene, std::move(setup));
        go(live, steps_to_warm_up, longest_warm_up);
        const std::uint64_t before = live.grain_steps();
        const Clock::time_point start = Clock::now();
        trial.steps = go(live, steps_to_time, longest_trial);
        trial.seconds = std::chrono::duration<double>(Clock::now() - start).count();
        trial.grains = live.simulation().grain_count();
        const std::uint64_t grain_steps = live.grain_steps() - before;
        if (grain_steps > 0)
            trial.seconds_per_grain_step = trial.seconds / static_cast<double>(grain_steps);
    } catch (const Breakdown& breakdown) {
        trial.breakdown = breakdown.what();
    }
    return trial;
}

double expected_grain_steps(const Scene& scene, const StepChoice& step) {
    const double duration = scene.run.duration;
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

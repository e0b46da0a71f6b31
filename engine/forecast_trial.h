#pragma once

#include <cstdint>
#include <string>

#include "engine/run_setup.h"

namespace scree::engine {

/// A few steps of a scene, to know how long all of them will take.
struct Trial {
    std::uint64_t steps = 0;
    std::size_t grains = 0;  ///< at its end
    double seconds = 0.0;
    double seconds_per_grain_step = 0.0;  ///< zero: nothing was measured
    bool rained = false;                  ///< the rain came all at once
    std::string breakdown;                ///< what ended it early; empty: nothing
};

/// Takes about two seconds at most. Rain does not wait: as many as the range holds of its first
/// grains, but not more than `most_trial_rain` of a group, start at once.
Trial try_out(const Scene& scene, RunSetup setup);

inline constexpr std::size_t most_trial_rain = 2000;

/// Grains times steps of a whole run, rain by rain: a grain counts from when it is due. None leaves
/// and nothing ends early.
double expected_grain_steps(const Scene& scene, const StepChoice& step);

}  // namespace scree::engine

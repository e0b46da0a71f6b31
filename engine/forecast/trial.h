#pragma once

#include <cstdint>
#include <string>

#include "engine/run/setup.h"

namespace scree::engine {

/// Some steps, and how long they took.
struct Pace {
    std::uint64_t steps = 0;
    std::size_t grains = 0;               ///< at the end
    double seconds_per_grain_step = 0.0;  ///< zero: nothing was measured
};

/// A few steps, to know how long all of them will take. Grains in flight cost a fifth of those that
/// lie on each other, so the first steps of a scene say little about the others; the second trial
/// is of the same grains in a dense arrangement.
struct Trial {
    Pace begun;             ///< the scene as it begins
    Pace packed;            ///< its grains, or some of them, side by side
    std::string breakdown;  ///< what ended the first trial early; empty: nothing

    /// What to reckon with, s: the slower of both, but where nothing will bring grains together
    /// the first.
    double seconds_per_grain_step = 0.0;
};

/// Takes about two seconds at most.
Trial try_out(const Scene& scene, RunSetup setup);

/// Grains times steps of a whole run, rain by rain: a grain counts from when it is due. None leaves
/// and nothing ends early.
double expected_grain_steps(const Scene& scene, const StepChoice& step);

}  // namespace scree::engine

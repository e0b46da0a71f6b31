#pragma once

#include <cstdint>
#include <string>

#include "engine/run/setup.h"

namespace scree::engine {

/// The number of some steps, and how long they took.
struct Pace {
    std::uint64_t steps = 0;
    std::size_t grains = 0;               ///< their number at the end
    double seconds_per_grain_step = 0.0;  ///< zero if nothing was measured
};

/// A few steps that tell how long all of them will take. Grains in flight cost a fifth of those
/// that lie on each other, so the first steps of a scene say little about the others; the second
/// trial is of the same grains in a dense arrangement.
struct Trial {
    Pace begun;             ///< the scene as it begins
    Pace packed;            ///< its grains, or some of them, side by side
    std::string breakdown;  ///< what ended the first trial early; empty if nothing did

    /// The time to reckon with, s: that of the slower trial, or that of the first if nothing will
    /// bring grains together.
    double seconds_per_grain_step = 0.0;
};

/// Makes the trial, which takes about two seconds at most.
Trial try_out(const Scene& scene, RunSetup setup);

/// The sum over all steps of a run of the number of grains, rain by rain: a grain counts from when
/// it is due. No grain leaves and nothing ends early.
double expected_grain_steps(const Scene& scene, const StepChoice& step);

}  // namespace scree::engine

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/dynamics/simulation.h"
#include "engine/dynamics/time_step.h"
#include "engine/grains/rain.h"
#include "engine/scene/scene.h"

namespace scree::engine {

/// The time step of a run, and the reasons for it.
struct StepChoice {
    double dt = 0.0;         ///< s
    double automatic = 0.0;  ///< s: the step that is taken without a `dt` in the scene
    std::string first;       ///< the group of grains that decides the automatic step,
    std::string second;      ///< and the group or wall that it is stiffest with
    StepReason reason = StepReason::stiffness;  ///< what limits it
    double stable = 0.0;                        ///< s: beyond it a single contact is unstable
    std::string warning;      ///< a sentence about a `dt` of the scene; empty if it is fine
    std::uint64_t steps = 0;  ///< the number of steps up to the duration, at most
    /// s: how often the run looks at what need not be checked in every step: grains that leave,
    /// overlaps, rest. It is a period of the fastest contact, whatever the time step is.
    double look_period = 0.0;
    double stability_period = 0.0;  ///< s, likewise for the limit of stability
};

/// A rain, and the number of its group in the scene.
struct GroupRain {
    std::size_t group = 0;
    Rain rain;
};

/// A scene that is ready to run, with all that is known before the first step.
struct RunSetup {
    Model model;
    std::vector<Stage> stages;  ///< with what follows from the grains filled in
    Settings settings;
    StepChoice step;
    /// The placed grains of each group of the scene; a group that comes as rain has none.
    std::vector<std::vector<NewGrain>> grains;
    std::vector<GroupRain> rains;

    /// All grains of a group, those that are placed or those that will come as rain.
    std::span<const NewGrain> grains_of(std::size_t group) const;
};

/// Makes a scene ready to run, with the same bits for the same scene. Throws std::invalid_argument
/// that says what to change, for grains without room, for a time step that cannot work, and for
/// what this version does not do.
RunSetup set_up(const Scene& scene);

}  // namespace scree::engine

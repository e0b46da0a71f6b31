#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/dynamics/simulation.h"
#include "engine/grains/rain.h"
#include "engine/scene/scene.h"

namespace scree::engine {

/// The time step of a run, and why it is that.
struct StepChoice {
    double dt = 0.0;          ///< s
    double automatic = 0.0;   ///< s: what it is, or would be, without a `dt` in the scene
    std::string first;        ///< the group of grains that decides the automatic one,
    std::string second;       ///< and the group or wall that it is stiffest with
    bool damping = false;     ///< of the two limits it, not their stiffness
    double stable = 0.0;      ///< s: beyond it a single contact is unstable
    std::string warning;      ///< a sentence about a `dt` of the scene; empty where it is fine
    std::uint64_t steps = 0;  ///< up to the duration
};

/// A rain and its group's place in the scene.
struct GroupRain {
    std::size_t group = 0;
    Rain rain;
};

/// A scene made ready to run: all that is known before the first step.
struct RunSetup {
    Model model;
    Settings settings;
    StepChoice step;
    /// Of each group of the scene, placed; none of those that come as rain.
    std::vector<std::vector<NewGrain>> grains;
    std::vector<GroupRain> rains;
};

/// The same bits for the same scene. Throws std::invalid_argument that says what to change: grains
/// without room, a time step that cannot work, what this version does not do.
RunSetup set_up(const Scene& scene);

}  // namespace scree::engine

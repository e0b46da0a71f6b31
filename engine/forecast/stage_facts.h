#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/scene/scene.h"

namespace scree::engine {

/// What a scene says of a stage, for people.
struct StageFacts {
    std::string name;
    double duration = 0.0;  ///< s, at most
    std::string until;      ///< the condition that ends it; empty if there is none
    /// The keys that it sets and that it ramps, and their values in TOML.
    std::vector<std::pair<std::string, std::string>> set;
    std::vector<std::pair<std::string, std::string>> ramp;
};

/// The stages of a scene; none for a scene without stages.
std::vector<StageFacts> stage_facts(const Scene& scene);

}  // namespace scree::engine

#pragma once

#include <string>
#include <vector>

#include "engine/scene/report.h"
#include "engine/scene/toml_tree.h"

namespace scree::engine {

/// The names that a scene gives, whatever else is wrong with it.
struct SceneNames {
    std::vector<std::string> materials;
    std::vector<std::string> bodies;  ///< groups of grains and walls
};

SceneNames collect_names(const Node& scene);

/// Checks the names of the whole scene: those of grains, walls and measures are unique, and a pair
/// of materials has one table in [contacts].
void check_names(const Node& scene, SceneReport& report);

}  // namespace scree::engine

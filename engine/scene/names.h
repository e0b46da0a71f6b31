#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene/keys.h"
#include "engine/scene/report.h"
#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {

/// Whether a group, a wall or anything else may be called so: by letters, digits, `_` and `-`.
bool is_name(std::string_view text);
inline constexpr std::size_t longest_name = 64;  // bytes

/// The names that a scene gives, whatever else is wrong with it.
struct SceneNames {
    std::vector<std::string> materials;
    std::vector<std::string> bodies;  ///< groups of grains and walls
    std::vector<std::string> walls;
    std::vector<std::string> stages;
    /// Whether more grains come from another run, whose names are known only there.
    bool more_grains = false;

    struct Known {
        std::string_view what;  ///< for messages
        std::span<const std::string> names;
    };
    /// The names that a reference of this sort may have.
    Known known(Named named) const;
};

SceneNames collect_names(const Node& scene);

/// Checks the names of the whole scene: those of grains, walls and measures are unique, and a pair
/// of materials has one table in [contacts].
void check_names(const Node& scene, SceneReport& report);

}  // namespace scree::engine

#pragma once

#include <span>
#include <string>

#include "engine/scene/report.h"
#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {

/// What the command line changes in a scene before it is checked.
struct SceneChanges {
    std::span<const std::string> sets{};    ///< key=value, of --set
    std::span<const std::string> sweeps{};  ///< key=values, of --sweep
    /// key=value, of one member of a sweep; with any of these the scene has no sweep left
    std::span<const std::string> member{};
};

/// Applies the changes in this order. Afterwards [sweep] is flat, its keys written in one way only.
/// A key that is set is no longer swept, and --sweep overrides the same key in the scene. Changes
/// whose place does not exist go to the report, with "--set 1", "--sweep 1" and so on as new
/// sources.
void apply_changes(Node& scene, const SceneChanges& changes, SceneSources& sources,
                   SceneReport& report);

}  // namespace scree::engine

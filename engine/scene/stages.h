#pragma once

#include <vector>

#include "engine/scene/report.h"
#include "engine/scene/scene.h"
#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {

/// Writes the keys in `set` and `ramp` of all stages in one way, so that `run.gravity = [0, 0]` and
/// `"run.gravity" = [0, 0]` are the same. Must be called before the scene is checked.
void straighten_stages(Node& scene, SceneReport& report);

/// Builds the stages of a checked scene, from which `built` was made; a scene without stages has
/// one. Tells the report of changes that are not possible, and then returns none.
std::vector<Stage> build_stages(const Node& scene, const Scene& built, SceneReport& report);

/// The condition of an `until` in words, such as "`density.fraction` is above 0.82".
std::string words_of(const StageEnd& until, const Scene& scene);

/// The scene with all that its stages set and ramp, as it is in the end.
TomlTable after_stages(const Scene& scene);

}  // namespace scree::engine

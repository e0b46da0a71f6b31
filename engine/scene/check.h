#pragma once

#include <string>

#include "engine/scene/keys.h"
#include "engine/scene/report.h"
#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {

/// Compares a scene with the table of keys (keys.h) and tells the report everything that is wrong.
/// Fills in the defaults. If nothing was wrong, every value is there and has the type that the
/// table says; numbers are of type double.
void check_scene(Node& scene, SceneReport& report);

}  // namespace scree::engine

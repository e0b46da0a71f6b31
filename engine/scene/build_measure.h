#pragma once

#include "engine/scene/scene.h"
#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {

/// Returns what an entry of [[measure]] of a checked scene asks for. The walls and the domain are
/// already built.
MeasureSpec build_measure(const TomlTable& measure, const TomlTable& scene, const Scene& built);

}  // namespace scree::engine

#pragma once

#include "engine/scene/report.h"
#include "engine/scene/toml_tree.h"

namespace scree::engine {

/// What a [sweep] must fulfil whose values are right by themselves: no value twice, and no key that
/// holds another.
void check_sweep(const TomlTable& sweep, SceneReport& report);

}  // namespace scree::engine

#pragma once

#include "engine/scene/report.h"
#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {

/// Checks a [sweep] whose values are right by themselves: no value may come twice, and no key may
/// hold another.
void check_sweep(const TomlTable& sweep, SceneReport& report);

}  // namespace scree::engine

#pragma once

#include <string>

#include "engine/scene/toml_tree.h"

namespace scree::engine {

/// A checked scene as TOML, its keys in the order of the table of keys. Reading it gives the same
/// scene again, and writing that the same text.
std::string write_scene(const TomlTable& scene);

}  // namespace scree::engine

#pragma once

#include <string>

/// The table of keys (keys.h) in forms for people and for other programs.
namespace scree::engine {

/// The JSON Schema (draft 07) of scene files, for editors.
std::string scene_schema();

/// The page docs/scene-reference.md.
std::string scene_reference();

}  // namespace scree::engine

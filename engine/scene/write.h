#pragma once

#include <string>

#include "engine/scene/scene.h"
#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {

/// A checked scene as TOML, its keys in the order of the table of keys. Reading it gives the same
/// scene again, and writing that again gives the same text.
std::string write_scene(const TomlTable& scene);

/// A scene that begins where the run of this one has ended at `time` (s), as TOML: with its
/// materials and walls as they were then, and `run` as the folder of that run.
std::string scene_to_begin_from(const Scene& scene, const std::string& run, double time);

/// The same scene and text without run.stop, or the `until` of its last stage, so that only its
/// duration ends it.
Scene without_stop(Scene scene);

/// The same scene and text with this duration (s) of its last stage. It must have stages.
Scene with_last_stage(Scene scene, double duration);

}  // namespace scree::engine

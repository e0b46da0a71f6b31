#pragma once

#include <filesystem>

#include "engine/scene/changes.h"
#include "engine/scene/files.h"
#include "engine/scene/report.h"
#include "engine/scene/toml_tree.h"

namespace scree::engine {

/// What a scene says, its includes merged and the changes applied, before anything is checked but
/// the version of the format. Adds to the sources, and tells the report of every change that finds
/// no place. Throws SceneErrors for what is no TOML, another version, an include that is missing or
/// goes in a circle; UnreadableScene where the scene itself cannot be read.
Node read_document(const std::filesystem::path& path, const SceneChanges& changes,
                   const FileReader& reader, SceneSources& sources, SceneReport& report);

/// Of a scene and all that it includes.
inline constexpr std::size_t most_scene_files = 100;

}  // namespace scree::engine

#pragma once

#include <filesystem>

#include "engine/scene/changes.h"
#include "engine/scene/files.h"
#include "engine/scene/report.h"
#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {

/// Reads a scene, merges its includes and applies the changes; nothing is checked yet except the
/// version of the format. Adds to the sources, and tells the report of every change whose place
/// does not exist. Throws SceneErrors for text that is not TOML, for another version, and for an
/// include that is missing or goes in a circle; throws UnreadableScene if the scene itself cannot
/// be read.
Node read_document(const std::filesystem::path& path, const SceneChanges& changes,
                   const FileReader& reader, SceneSources& sources, SceneReport& report);

/// The largest number of files of a scene, with all that it includes.
inline constexpr std::size_t most_scene_files = 100;

}  // namespace scree::engine

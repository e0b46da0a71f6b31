#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/scene.h"

/// Scenes that are read from memory.
namespace scree::engine {

/// A floor and a group of grains.
inline const std::string small_scene = R"(scree = 1
[run]
duration = 1.0
[domain]
x = [-1.0, 1.0]
y = [-1.0, 2.0]
[materials.stone]
density = 2500
stiffness = 1e6
friction = 0.5
damping = 0.3
[[walls]]
name = "floor"
material = "stone"
shape = { kind = "box", x = [-1, 1], y = [-0.5, 0] }
[[grains]]
name = "pebbles"
material = "stone"
count = 10
shape = { kind = "regular", corners = 6 }
size = { kind = "mono", value = 0.01 }
place = { kind = "random", x = [-1, 1], y = [0, 1] }
)";

using Files = std::map<std::string, std::string>;

inline FileReader reader_of(Files files) {
    return [files =
                std::move(files)](const std::filesystem::path& path) -> std::optional<std::string> {
        const auto file = files.find(path.string());
        return file == files.end() ? std::nullopt : std::optional(file->second);
    };
}

inline Scene load(const std::string& text, const std::vector<std::string>& sets = {}) {
    return load_scene("scene.toml", sets, reader_of({{"scene.toml", text}}));
}

inline std::string read_scene(const std::filesystem::path& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// The errors of a scene, one in each line.
inline std::string errors_of(const std::string& text, const std::vector<std::string>& sets = {}) {
    try {
        load(text, sets);
    } catch (const SceneErrors& errors) {
        return errors.what();
    }
    return "nothing";
}

}  // namespace scree::engine

#pragma once

#include <filesystem>
#include <string>

/// A run that others begin from.
namespace scree::engine {

/// Stones in a box whose right side swings and whose lid is under load, with a rain, grains that
/// leave, and a single block.
inline const std::string deposit = R"(scree = 1
seed = 3
[run]
duration = 0.3
threads = 1
[domain]
x = [-0.2, 0.2]
y = [-0.1, 0.6]
outflow = "remove"
[materials.steel]
density = 7800
stiffness = 1e6
friction = 0.3
damping = 0.3
[materials.stone]
density = 2500
stiffness = 1e6
friction = 0.5
damping = 0.3
[[walls]]
name = "floor"
material = "steel"
shape = { kind = "box", x = [-0.1, 0.1], y = [-0.05, 0], rough = 0.01 }
[[walls]]
name = "left"
material = "stone"
shape = { kind = "box", x = [-0.15, -0.1], y = [0.0, 0.5] }
[[walls]]
name = "right"
material = "stone"
shape = { kind = "box", x = [0.1, 0.15], y = [0.0, 0.5] }
motion = { kind = "oscillate", amplitude = [0.002, 0.0], frequency = 5.0 }
[[walls]]
name = "gate"
material = "stone"
shape = { kind = "box", x = [-0.1, -0.04], y = [-0.09, -0.06] }
until = 0.05
[[walls]]
name = "lid"
material = "steel"
shape = { kind = "box", x = [0.0, 0.09], y = [0.22, 0.27] }
motion = { kind = "load", force = 20.0, along = [0.0, -1.0], max_speed = 1.0, weight = true }
[[grains]]
name = "stones"
material = "stone"
count = 60
shape = { kind = "irregular", corners = [5, 8] }
size = { kind = "uniform", min = 0.008, max = 0.012 }
place = { kind = "random", x = [-0.09, 0.09], y = [0.02, 0.2] }
[[grains]]
name = "discs"
material = "steel"
count = 30
shape = { kind = "disc" }
size = { kind = "mono", value = 0.01 }
place = { kind = "rain", x = [-0.09, -0.04], y = 0.05, rate = 60 }
[[grains]]
name = "block"
material = "steel"
shape = { kind = "rectangle", aspect = 2 }
size = { kind = "mono", value = 0.02 }
place = { kind = "list", at = [[-0.02, 0.24]] }
[[grains]]
name = "lost"
material = "steel"
shape = { kind = "disc" }
size = { kind = "mono", value = 0.01 }
place = { kind = "list", at = [[0.17, 0.0]] }
[output.every]
frames = 0.05
series = 0.01
checkpoint = 0.1
)";

/// The scene without its grains and its gate, which goes on from `run`.
inline std::string without_grains(const std::string& text) {
    std::string scene = text.substr(0, text.find("[[grains]]"));
    scene.erase(scene.find("[[walls]]\nname = \"gate\""),
                scene.find("[[walls]]\nname = \"lid\"") - scene.find("[[walls]]\nname = \"gate\""));
    return scene + text.substr(text.find("[output.every]"));
}

/// Stages have durations of their own.
inline std::string without_duration(std::string text) {
    const std::string line = "duration = 0.3\n";
    return text.erase(text.find(line), line.size());
}

inline std::string from(const std::filesystem::path& run, const std::string& scene,
                        const std::string& more = "") {
    return scene + "[start]\nrun = \"" + run.string() + "\"\n" + more;
}

}  // namespace scree::engine

#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "engine/record/trajectory.h"
#include "tests/cli/process.h"
#include "tests/engine/temporary_folder.h"

// A run that is over soon and has everything in it: rain, a gate, a wall that moves, grains that
// leave, a traced grain, and a measurement.
namespace scree::cli {

inline const std::string small_scene = R"(scree = 1
title = "small"
[run]
duration = 1.5
threads = 1
[domain]
x = [-0.5, 0.5]
y = [-0.5, 2.0]
outflow = "remove"
[materials.rubber]
density = 1000
stiffness = 3e5
friction = 0.4
damping = 0.5
[[walls]]
name = "floor"
material = "rubber"
shape = { kind = "box", x = [-0.4, 0.3], y = [-0.1, 0] }
[[walls]]
name = "paddle"
material = "rubber"
shape = { kind = "box", x = [-0.4, -0.3], y = [-0.1, 0.2] }
motion = { kind = "oscillate", amplitude = [0.03, 0.0], frequency = 2.0 }
[[walls]]
name = "gate"
material = "rubber"
shape = { kind = "box", x = [0.3, 0.4], y = [-0.1, 0.3] }
until = 0.8
[[grains]]
name = "block"
material = "rubber"
shape = { kind = "rectangle", aspect = 2 }
size = { kind = "mono", value = 0.08 }
place = { kind = "list", at = [[0.1, 0.1]], velocity = [[0.0, -0.5]] }
[[grains]]
name = "stones"
material = "rubber"
count = 40
shape = { kind = "irregular", corners = [4, 8] }
size = { kind = "uniform", min = 0.03, max = 0.06 }
place = { kind = "rain", x = [-0.2, 0.2], y = 0.1, rate = 60 }
[output]
trace = ["block", "paddle"]
[output.every]
frames = 0.05
series = 0.01
checkpoint = 0.1
[[measure]]
name = "contacts"
kind = "coordination"
)";

inline std::string text_of(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// The value of a key in summary.json, as it is written there.
inline std::string summary_value(const std::string& summary, const std::string& key) {
    const auto at = summary.find("\"" + key + "\": ");
    if (at == std::string::npos) return "no " + key;
    const auto begin = at + key.size() + 4;
    return summary.substr(begin, summary.find_first_of(",\n", begin) - begin);
}

inline void print(std::string& text, const engine::BodyStates& states) {
    char line[200];
    for (std::size_t k = 0; k < states.body.size(); ++k) {
        std::snprintf(line, sizeof line, "%d %a %a %a %a %a %a\n", states.body[k],
                      states.position[k].x, states.position[k].y, states.angle[k],
                      states.velocity[k].x, states.velocity[k].y, states.spin[k]);
        text += line;
    }
}

// All frames of a run, as a text that keeps every bit.
inline std::string frames_of(const std::filesystem::path& folder) {
    engine::TrajectoryReader reader(folder);
    std::string text;
    for (std::uint64_t f = 0; f < reader.frames(); ++f) {
        const engine::Frame frame = reader.read(f);
        text += "frame " + std::to_string(frame.step) + "\n";
        print(text, frame.grains);
        print(text, frame.walls);
        for (const auto body : frame.grains.body)
            text += std::to_string(reader.shape(body).vertices.size()) + " ";
        for (std::size_t k = 0; k < frame.contacts.pair.size(); ++k) {
            char line[200];
            std::snprintf(line, sizeof line, "%d %d %a %a %a %a\n", frame.contacts.pair[k][0],
                          frame.contacts.pair[k][1], frame.contacts.point[k].x,
                          frame.contacts.force[k].y, frame.contacts.normal[k].x,
                          frame.contacts.area[k]);
            text += line;
        }
    }
    return text;
}

// What must be the same in two runs of one scene.
struct Result {
    explicit Result(const std::filesystem::path& folder)
        : hash(summary_value(text_of(folder / "summary.json"), "state_hash")),
          series(text_of(folder / "series.csv")),
          frames(frames_of(folder)) {}
    std::string hash;
    std::string series;
    std::string frames;
};

inline void expect_same(const Result& a, const Result& b) {
    EXPECT_EQ(a.hash, b.hash);
    EXPECT_TRUE(a.series == b.series) << "series.csv differs";
    EXPECT_TRUE(a.frames == b.frames) << "the trajectory differs";
}

// A folder with the small scene in it.
class SmallRun : public ::testing::Test {
public:
    SmallRun() { std::ofstream(scene()) << small_scene; }

    std::string scene() const { return folder_ / "small.toml"; }
    std::string path(const std::string& name) const { return folder_ / name; }
    Outcome scree(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), SCREE_PROGRAM);
        return run(std::move(arguments), {}, folder_.path());
    }
    // Makes an undisturbed run in the folder `whole`, and returns its result.
    Result whole() const {
        EXPECT_EQ(scree({"run", scene(), "-o", path("whole"), "--quiet"}).exit_code, 0);
        return Result(path("whole"));
    }

    engine::TemporaryFolder folder_;
};

}  // namespace scree::cli

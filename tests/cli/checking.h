#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/cli/process.h"
#include "tests/engine/temporary_folder.h"

namespace scree::cli {

using nlohmann::json;

/// Asks `scree check` about scenes.
class Check : public ::testing::Test {
public:
    /// Two discs that lie on a floor: nothing to warn of.
    inline static const std::string quiet = R"(scree = 1
title = "Two discs"
[run]
duration = 0.01
threads = 1
[domain]
x = [-1, 1]
y = [-0.5, 2]
[materials.rock]
density = 1000
stiffness = 1e8
friction = 0.4
damping = 0.3
[[walls]]
name = "floor"
material = "rock"
shape = { kind = "box", x = [-0.8, 0.8], y = [-0.2, 0] }
[[grains]]
name = "discs"
material = "rock"
shape = { kind = "disc" }
size = { kind = "mono", value = 0.1 }
place = { kind = "list", at = [[-0.3, 0.05], [0.3, 0.05]] }
)";

    inline static const std::string rain = R"([[grains]]
name = "drops"
material = "rock"
count = 20
shape = { kind = "irregular", corners = [5, 7] }
size = { kind = "mono", value = 0.05 }
place = { kind = "rain", x = [-0.5, 0.5], y = 0.01, rate = 4000 }
)";

    Outcome check(const std::string& scene, std::vector<std::string> arguments = {}) const {
        std::ofstream(folder_ / "scene.toml") << scene;
        arguments.insert(arguments.begin(), {SCREE_PROGRAM, "check", "scene.toml"});
        return run(std::move(arguments), {}, folder_.path());
    }
    /// The facts, with the scene changed by --set.
    json facts(const std::string& scene, const std::vector<std::string>& sets = {}) const {
        std::vector<std::string> arguments{"--json"};
        for (const std::string& set : sets) arguments.insert(arguments.end(), {"--set", set});
        const Outcome outcome = check(scene, arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return json::parse(outcome.out);
    }
    std::set<std::string> warnings(const std::string& scene,
                                   const std::vector<std::string>& sets = {}) const {
        std::set<std::string> kinds;
        const json all = facts(scene, sets);
        for (const json& warning : all["warnings"])
            kinds.insert(warning["kind"].get<std::string>());
        return kinds;
    }

    engine::TemporaryFolder folder_;
};

}  // namespace scree::cli

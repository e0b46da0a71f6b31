// The scenes that come with the program.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/cli/process.h"
#include "tests/cli/short_run.h"
#include "tests/engine/temporary_folder.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> shipped_scenes() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(SCREE_SCENES))
        if (entry.path().extension() == ".toml") names.push_back(entry.path().stem());
    std::sort(names.begin(), names.end());
    return names;
}

fs::path path_of(const std::string& scene) { return fs::path(SCREE_SCENES) / (scene + ".toml"); }

std::string text_of(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

class ShippedScene : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedScene, Runs) {
    const engine::TemporaryFolder folder;
    std::vector<std::string> command = {SCREE_PROGRAM, "run",          path_of(GetParam()),
                                        "-o",          folder / "run", "--quiet"};
    for (std::string& option : shortened(path_of(GetParam()), "0.003"))
        command.push_back(std::move(option));
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(fs::exists(folder / "run/final.png"));
    EXPECT_TRUE(fs::exists(folder / "run/summary.json"));
}

TEST_P(ShippedScene, SaysHowItIsRunAndIsShown) {
    const std::string command = "./scree run scenes/" + GetParam() + ".toml";
    EXPECT_NE(text_of(path_of(GetParam())).find(command), std::string::npos);
    EXPECT_NE(text_of(fs::path(SCREE_SCENES) / "README.md").find(GetParam() + ".toml"),
              std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedScene, ::testing::ValuesIn(shipped_scenes()),
                         [](const auto& scene) { return scene.param; });

TEST(ShippedScenes, AreThere) { EXPECT_GE(shipped_scenes().size(), 4u); }

}  // namespace
}  // namespace scree::cli

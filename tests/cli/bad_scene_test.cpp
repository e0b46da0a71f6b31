// Scenes that are wrong, given to the program.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/cli/process.h"
#include "tests/engine/scene/bad_scenes.h"
#include "tests/engine/temporary_folder.h"

namespace scree::engine {

TEST_P(SceneErrorsOf, EndsTheProgramWithItsMessage) {
    const auto& [there, instead, message] = GetParam();
    const TemporaryFolder folder;
    std::ofstream(folder / "scene.toml", std::ios::binary) << with(there, instead);
    for (const char* command : {"run", "check"}) {
        const cli::Outcome outcome =
            cli::run({SCREE_PROGRAM, command, "scene.toml"}, {}, folder.path());
        EXPECT_EQ(outcome.exit_code, 3) << command;
        EXPECT_EQ(outcome.out, "") << command;
        EXPECT_EQ(outcome.err, message + "\n") << command;
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "runs"));
}

TEST(UnreadableScene, IsOfTheInputAndSaysWhy) {
    const TemporaryFolder folder;
    for (const char* command : {"run", "check"}) {
        const cli::Outcome missing =
            cli::run({SCREE_PROGRAM, command, "no.toml"}, {}, folder.path());
        EXPECT_EQ(missing.exit_code, 5);
        EXPECT_EQ(missing.err, "scree: cannot read no.toml: there is no such file\n");
        const cli::Outcome is_folder = cli::run({SCREE_PROGRAM, command, "."}, {}, folder.path());
        EXPECT_EQ(is_folder.exit_code, 5);
        EXPECT_EQ(is_folder.err, "scree: cannot read .: it is a folder\n");
    }
}

}  // namespace scree::engine

// Where SFML or Dear ImGui is missing, everything works except the window.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/cli/small_run.h"

namespace scree::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class WithoutWindow : public SmallRun {};

TEST_F(WithoutWindow, WatchSaysWhatToDoInstead) {
    std::filesystem::create_directory(path("folder"));
    for (const std::string& what : {scene(), path("folder"), path("none.toml")}) {
        const Outcome outcome = run({SCREE_WITHOUT_WINDOW, "watch", what});
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.out, IsEmpty());
        EXPECT_THAT(outcome.err, HasSubstr("built without a window"));
        EXPECT_THAT(outcome.err, HasSubstr("libsfml-dev"));
        EXPECT_THAT(outcome.err, HasSubstr("export DIR --to mp4"));
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1);
    }
}

TEST_F(WithoutWindow, OthersAreThere) {
    EXPECT_EQ(run({SCREE_WITHOUT_WINDOW, "run", scene(), "-o", path("run"), "--quiet", "--set",
                   "run.duration=0.01"})
                  .exit_code,
              0);
    EXPECT_EQ(run({SCREE_WITHOUT_WINDOW, "export", path("run"), "--to", "png"}).exit_code, 0);
}

// CMake can configure the whole build without the window. The code that differs then is built into
// the program that the other tests use.
TEST_F(WithoutWindow, TheBuildIsComplete) {
    // A pkg-config that does not find SFML.
    std::ofstream(path("finder")) << "#!/bin/sh\n"
                                     "case \"$*\" in *sfml*) exit 1 ;; esac\n"
                                     "exec /usr/bin/pkg-config \"$@\"\n";
    std::filesystem::permissions(path("finder"), std::filesystem::perms::owner_all);
    const Outcome configured = run(
        {SCREE_CMAKE, "-G", "Ninja", "-S", SCREE_SOURCES, "-B", path("build"), "-DSCREE_TESTS=ON",
         "-DCMAKE_MAKE_PROGRAM=" SCREE_NINJA, "-DPKG_CONFIG_EXECUTABLE=" + path("finder")},
        {"PATH=/usr/bin:/bin"});
    EXPECT_EQ(configured.exit_code, 0) << configured.err;
    EXPECT_THAT(configured.out, HasSubstr("there will be no `watch`"));
    const Outcome planned = run({SCREE_NINJA, "-C", path("build"), "-n", "-v", "all"});
    EXPECT_EQ(planned.exit_code, 0) << planned.err;
    const std::string& parts = planned.out;
    EXPECT_THAT(parts, HasSubstr("watch.cpp"));
    EXPECT_THAT(parts, Not(HasSubstr("render/window")));
    EXPECT_THAT(parts, Not(HasSubstr("SCREE_WINDOW")));
    EXPECT_THAT(parts, Not(HasSubstr("sfml")));
}

}  // namespace
}  // namespace scree::cli

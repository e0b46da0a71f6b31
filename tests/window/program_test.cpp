// `scree watch` as users call it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "tests/cli/small_run.h"
#include "tests/window/screen.h"

namespace scree::window {
namespace {

using cli::Child;
using cli::Outcome;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Program : public cli::SmallRun {
public:
    std::vector<std::string> environment(const std::string& display) const {
        return {"DISPLAY=" + display, "PATH=/usr/bin:/bin", "HOME=" + folder_.path().string()};
    }
    Outcome finish(Child& child, const Screen& screen) const {
        screen.xdotool({"key", "Tab"});
        screen.xdotool({"key", "Escape"});
        return child.wait();
    }
};

TEST_F(Program, AWatchedRunEndsInTheSameState) {
    const cli::Result headless = whole();
    const Screen& screen = Screen::get();
    Child child({SCREE_PROGRAM, "watch", scene()}, environment(screen.display()), folder_.path());
    std::this_thread::sleep_for(std::chrono::seconds(6));  // it takes a second or so
    const Outcome outcome = finish(child, screen);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, IsEmpty());
    std::string hash = headless.hash;
    std::erase(hash, '"');
    EXPECT_THAT(outcome.err, HasSubstr("state " + hash));
}

TEST_F(Program, ShowsMoreThanNothing) {
    const Screen& screen = Screen::get();
    const Screenshot before = screen.shoot();
    Child child({SCREE_PROGRAM, "watch", scene(), "--threads", "2"}, environment(screen.display()),
                folder_.path());
    std::this_thread::sleep_for(std::chrono::seconds(2));
    const Screenshot during = screen.shoot();
    EXPECT_GT(during.difference(before), 500'000u);
    EXPECT_EQ(finish(child, screen).exit_code, 0);
}

TEST_F(Program, ShowsARunThatWas) {
    whole();
    const Screen& screen = Screen::get();
    const Screenshot before = screen.shoot();
    Child child({SCREE_PROGRAM, "watch", path("whole")}, environment(screen.display()),
                folder_.path());
    std::this_thread::sleep_for(std::chrono::seconds(2));
    EXPECT_GT(screen.shoot().difference(before), 500'000u);
    const Outcome outcome = finish(child, screen);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(cli::run({SCREE_PROGRAM, "watch", path("whole"), "--threads", "1"},
                       environment(screen.display()))
                  .exit_code,
              2);
    EXPECT_EQ(
        cli::run({SCREE_PROGRAM, "watch", folder_.path()}, environment(screen.display())).exit_code,
        5);  // no run
}

TEST_F(Program, CtrlCEndsIt) {
    const Screen& screen = Screen::get();
    Child child({SCREE_PROGRAM, "watch", scene()}, environment(screen.display()), folder_.path());
    std::this_thread::sleep_for(std::chrono::seconds(2));
    child.send(SIGINT);
    EXPECT_EQ(child.wait().exit_code, 130);
}

TEST_F(Program, WithoutADisplayItSaysWhatToDoInstead) {
    for (const char* display : {"", ":4711"}) {
        const Outcome outcome = cli::run({SCREE_PROGRAM, "watch", scene()}, environment(display));
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.out, IsEmpty());
        EXPECT_THAT(outcome.err, HasSubstr("no display"));
        EXPECT_THAT(outcome.err, HasSubstr("export DIR --to mp4"));
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
    }
}

TEST_F(Program, ABadSceneIsABadSceneHereToo) {
    const Screen& screen = Screen::get();
    std::ofstream(path("bad.toml")) << "scree = 1\n[run]\nduratoin = 1\n";
    const Outcome outcome =
        cli::run({SCREE_PROGRAM, "watch", path("bad.toml")}, environment(screen.display()));
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_THAT(outcome.err, HasSubstr("duration"));
    const Outcome missing =
        cli::run({SCREE_PROGRAM, "watch", path("none.toml")}, environment(screen.display()));
    EXPECT_EQ(missing.exit_code, 5);
}

}  // namespace
}  // namespace scree::window

// `scree watch` as users call it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>

#include "engine/base/workers.h"
#include "tests/cli/small_run.h"
#include "tests/render/window/screen.h"

namespace scree::window {
namespace {

using cli::Child;
using cli::Outcome;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Waits until something holds.
void wait_for(const char* what, const std::function<bool()>& holds) {
    for (const auto start = std::chrono::steady_clock::now(); !holds();
         std::this_thread::sleep_for(std::chrono::milliseconds(20)))
        if (std::chrono::steady_clock::now() - start > std::chrono::minutes(2))
            throw std::runtime_error(std::string("waited in vain for ") + what);
}

class Program : public cli::SmallRun {
public:
    /// Waits for the window of the previous test to close.
    Program() {
        wait_for("an empty screen", [this] { return screen_.shoot().colours() == 1; });
    }

    std::vector<std::string> environment(const std::string& display) const {
        return {"DISPLAY=" + display, "PATH=/usr/bin:/bin", "HOME=" + folder_.path().string()};
    }
    Outcome run(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {SCREE_PROGRAM, "watch"});
        return cli::run(std::move(arguments), environment(screen_.display()));
    }
    /// Starts it, and waits for what its window shows: text and panels have many colours.
    std::unique_ptr<Child> watch(std::vector<std::string> command) const {
        auto child = std::make_unique<Child>(std::move(command), environment(screen_.display()),
                                             folder_.path());
        wait_for("a window", [this] { return screen_.shoot().colours() > 50; });
        return child;
    }
    Outcome finish(Child& child) const {
        screen_.xdotool({"key", "Tab"});
        screen_.xdotool({"key", "Escape"});
        return child.wait();
    }
    /// While a run goes, its time and its speed are shown.
    void wait_for_the_end() const {
        Screenshot last = screen_.shoot();
        int same = 0;
        wait_for("the end of the run", [&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            Screenshot next = screen_.shoot();
            same = next.difference(last) == 0 ? same + 1 : 0;
            last = std::move(next);
            return same == 8;
        });
    }

    Screen& screen_ = Screen::get();
};

TEST_F(Program, AWatchedRunEndsInTheSameState) {
    const cli::Result headless = whole();
    const auto child = watch({SCREE_PROGRAM, "watch", scene()});
    wait_for_the_end();
    const Outcome outcome = finish(*child);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, IsEmpty());
    std::string hash = headless.hash;
    std::erase(hash, '"');
    EXPECT_THAT(outcome.err, HasSubstr("state " + hash));
    EXPECT_THAT(outcome.err, Not(HasSubstr("touched")));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST_F(Program, ATouchedRunIsAnother) {
    const cli::Result headless = whole();
    const auto child = watch({SCREE_PROGRAM, "watch", scene()});
    screen_.xdotool({"mousemove", "760", "60", "key", "n"});  // a grain, from high above
    wait_for_the_end();
    const Outcome outcome = finish(*child);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    std::string hash = headless.hash;
    std::erase(hash, '"');
    EXPECT_THAT(outcome.err, Not(HasSubstr(hash)));
    EXPECT_THAT(outcome.err, HasSubstr("touched by hand 1 times"));
}

TEST_F(Program, ADamagedSegmentIsToldOfAndTheWindowStays) {
    whole();
    std::filesystem::resize_file(path("whole") + "/trajectory/000011.h5", 1000);
    const auto child = watch({SCREE_PROGRAM, "watch", path("whole")});
    wait_for_the_end();
    EXPECT_GT(screen_.shoot().colours(), 50u);  // it is still there
    const Outcome outcome = finish(*child);
    EXPECT_EQ(outcome.exit_code, 5) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("trajectory/000011.h5"));
}

/// Threads of a process, as the system counts them.
std::size_t threads_of(const Child& child) {
    std::size_t count = 0;
    for (const auto& task :
         std::filesystem::directory_iterator("/proc/" + std::to_string(child.id()) + "/task"))
        count += task.is_directory();
    return count;
}

class ProgramWithWorkers : public Program {
public:
    /// Expects as many threads more than with one worker as these arguments ask for.
    void expect_workers(std::uint32_t workers, std::vector<std::string> more,
                        std::vector<std::string> before = {}) {
        const auto child = watch_with(std::move(more), std::move(before));
        const std::size_t expected = with_one_ + workers - 1;
        EXPECT_EQ(threads_of(*child), expected);
        EXPECT_EQ(finish(*child).exit_code, 0);
    }

private:
    std::unique_ptr<Child> watch_with(std::vector<std::string> more,
                                      std::vector<std::string> before = {}) {
        before.insert(before.end(), {SCREE_PROGRAM, "watch", scene(), "--set", "run.duration=0.1"});
        before.insert(before.end(), more.begin(), more.end());
        auto child = watch(std::move(before));
        wait_for_the_end();  // all threads have been started by then
        return child;
    }
    std::size_t count_with_one() {
        const auto child = watch_with({"--threads", "1"});
        const std::size_t count = threads_of(*child);
        finish(*child);
        return count;
    }
    const std::size_t with_one_ = count_with_one();
};

TEST_F(ProgramWithWorkers, AsItIsTold) {
    expect_workers(3, {"--threads", "3"});
    expect_workers(4, {"--set", "run.threads=4"});
    expect_workers(2, {"--threads", "2", "--set", "run.threads=4"});
}

TEST_F(ProgramWithWorkers, OneCoreIsLeftForTheWindow) {
    const std::uint32_t cores = std::max(2u, engine::cores_at_hand());
    expect_workers(cores - 1, {});
    expect_workers(1, {}, {"/usr/bin/taskset", "-c", std::to_string(sched_getcpu())});
}

TEST_F(Program, ShowsARunThatWas) {
    whole();
    const auto child = watch({SCREE_PROGRAM, "watch", path("whole")});
    const Outcome outcome = finish(*child);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(run({path("whole"), "--threads", "1"}).exit_code, 2);
    EXPECT_EQ(run({folder_.path()}).exit_code, 5);  // no run
}

TEST_F(Program, CtrlCEndsIt) {
    const auto child = watch({SCREE_PROGRAM, "watch", scene()});
    child->send(SIGINT);
    EXPECT_EQ(child->wait().exit_code, 130);
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
    std::ofstream(path("bad.toml")) << "scree = 1\n[run]\nduratoin = 1\n";
    const Outcome outcome = run({path("bad.toml")});
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_THAT(outcome.err, HasSubstr("duration"));
    EXPECT_EQ(run({path("none.toml")}).exit_code, 5);
}

}  // namespace
}  // namespace scree::window

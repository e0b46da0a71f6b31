// What a run with stages says of itself: in its log, its summary and while it runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/small_run.h"

namespace scree::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// A lid comes down on two discs, which ends the first stage; the second is too short for its
// condition, and the third has none.
const std::string pressed = R"(scree = 1
title = "pressed"
[run]
threads = 1
[domain]
x = [-1, 1]
y = [-1, 1]
[materials.stone]
density = 1000
stiffness = 1e5
friction = 0.5
damping = 0.3
[[walls]]
name = "floor"
material = "stone"
shape = { kind = "box", x = [-0.5, 0.5], y = [-0.2, 0] }
[[walls]]
name = "lid"
material = "stone"
shape = { kind = "box", x = [-0.5, 0.5], y = [0.105, 0.25] }
motion = { kind = "load", pressure = 50, along = [0, -1], length = 1, ramp = 0.01 }
[[grains]]
name = "discs"
material = "stone"
shape = { kind = "disc" }
size = { kind = "mono", value = 0.1 }
place = { kind = "list", at = [[-0.3, 0.05], [0.3, 0.05]] }
[[measure]]
name = "contacts"
kind = "coordination"
[[stage]]
name = "close"
duration = 1.0
until = { measure = "contacts.contacts", above = 3.5 }
[[stage]]
name = "press"
duration = 0.05
until = { wall = "lid", displacement = 1.0 }
[[stage]]
name = "release"
duration = 0.05
ramp = { "walls.lid.motion.pressure" = 10.0 }
)";

class Stages : public SmallRun {
public:
    Stages() { std::ofstream(folder_ / "pressed.toml") << pressed; }

    Outcome go(std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {SCREE_PROGRAM, "run", "pressed.toml", "-o", "out", "--force"});
        return run(std::move(more), {}, folder_.path());
    }
    json summary() const { return json::parse(text_of(folder_ / "out/summary.json")); }
};

TEST_F(Stages, AreInTheSummary) {
    ASSERT_EQ(go({"--quiet"}).exit_code, 0);
    const json of = summary();
    const json stages = of["stages"];
    ASSERT_EQ(stages.size(), 3u);
    EXPECT_EQ(stages[0]["name"], "close");
    EXPECT_EQ(stages[0]["begin_s"], 0.0);
    EXPECT_EQ(stages[0]["end"], "condition");
    EXPECT_EQ(stages[0]["until"], "`contacts.contacts` is above 3.5");
    EXPECT_LT(stages[0]["simulated_s"], 1.0);
    EXPECT_EQ(stages[1]["begin_s"], stages[0]["simulated_s"]);
    EXPECT_EQ(stages[1]["end"], "duration");
    EXPECT_EQ(stages[1]["until"], "the wall `lid` has moved by 1.0 m");
    EXPECT_EQ(stages[2]["end"], "duration");
    EXPECT_TRUE(stages[2]["until"].is_null());
    EXPECT_NEAR(stages[2]["begin_s"].get<double>() + stages[2]["simulated_s"].get<double>(),
                of["simulated_s"].get<double>(), 1e-12);
}

// With or without gnuplot, the scripts are there.
TEST_F(Stages, AreMarkedInPlots) {
    ASSERT_EQ(go({"--quiet"}).exit_code, 0);
    run({SCREE_PROGRAM, "plot", "out"}, {}, folder_.path());
    const std::string script = text_of(folder_ / "out/plots/energy.gp");
    std::size_t marks = 0;
    for (std::size_t at = 0; (at = script.find("set arrow from first ", at)) != std::string::npos;
         ++at)
        ++marks;
    EXPECT_EQ(marks, 2u);
    EXPECT_NE(script.find("dotted: a stage begins"), std::string::npos);
}

TEST_F(Stages, LeaveTheLoadsThatWereReachedInTheSummary) {
    ASSERT_EQ(go({"--quiet"}).exit_code, 0);
    const json loads = summary()["loads"];
    ASSERT_EQ(loads.size(), 1u);
    EXPECT_EQ(loads[0]["wall"], "lid");
    EXPECT_NEAR(loads[0]["load_N"], 10.0, 0.1);
    EXPECT_NEAR(loads[0]["pressure_N_per_m"], 10.0, 0.1);
    EXPECT_EQ(loads[0]["length_m"], 1.0);
    EXPECT_GT(loads[0]["displacement_m"], 0.005);
    EXPECT_EQ(loads[0]["at_stop"], false);
}

TEST_F(Stages, AreInTheLog) {
    const Outcome outcome = go();
    EXPECT_EQ(outcome.exit_code, 0);
    const std::string log = text_of(folder_ / "out/log.txt");
    EXPECT_THAT(
        log, AllOf(HasSubstr("t = 0 s, step 0: stage `close` begins, 1 of 3\n"),
                   HasSubstr(": stage `close` is over because `contacts.contacts` is above 3.5\n"),
                   HasSubstr(": stage `press` begins at t = "),
                   HasSubstr(": warning: stage `press` reached its duration of 0.05 s before the "
                             "condition of its `until`, that the wall `lid` has moved by 1.0 m\n"),
                   HasSubstr(": stage `release` is over after its duration of 0.05 s\n")));
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("stage `close` is over because"),
                                   HasSubstr("warning: stage `press` reached its duration")));
}

TEST_F(Stages, AreShownWhileTheyRun) {
    // Output at every step makes a run that takes long enough to show its progress.
    const std::string command = std::string(SCREE_PROGRAM) +
                                " run pressed.toml -o out --force --set output.every.frames=1e-6 "
                                "--set output.every.checkpoint=1e-6 --max-wall 1";
    const Outcome outcome = run({"/usr/bin/script", "-qec", command, "/dev/null"},
                                {"PATH=/usr/bin:/bin", "TERM=xterm"}, folder_.path());
    EXPECT_THAT(outcome.out, HasSubstr("] close (1 of 3) 0."));
}

TEST_F(Stages, ThatHaveNotEndedHaveNoEnd) {
    EXPECT_EQ(go({"--quiet", "--max-wall", "1e-9"}).exit_code, 6);
    const json stages = summary()["stages"];
    ASSERT_EQ(stages.size(), 1u);
    EXPECT_TRUE(stages[0]["end"].is_null());
    EXPECT_EQ(stages[0]["simulated_s"], 0.0);
}

TEST_F(Stages, OfASceneWithoutAnyAreNone) {
    const Outcome outcome = scree({"run", scene(), "-o", "plain", "--quiet", "--json"});
    EXPECT_EQ(outcome.exit_code, 0);
    const json of = json::parse(outcome.out);
    EXPECT_THAT(of["stages"], IsEmpty());
    EXPECT_THAT(of["loads"], IsEmpty());
}

}  // namespace
}  // namespace scree::cli

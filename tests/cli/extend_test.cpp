// Runs and sweeps that are done, and are made longer.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/sweep_run.h"

namespace scree::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

// Blocks that fall on a floor and come to rest long before the end.
const std::string resting_scene = R"(scree = 1
title = "resting"
[run]
duration = 0.8
dt = 6e-6  # so that a run takes a while
threads = 1
stop = { at_rest = 0.05 }
[domain]
x = [-0.5, 0.5]
y = [-0.5, 2.0]
[materials.rubber]
density = 1000
stiffness = 1e5
friction = 0.4
damping = 0.5
[[walls]]
name = "floor"
material = "rubber"
shape = { kind = "box", x = [-0.4, 0.4], y = [-0.1, 0] }
[[walls]]
name = "shelf"
material = "rubber"
shape = { kind = "box", x = [-0.4, -0.1], y = [0.2, 0.3] }
until = 0.9
[[grains]]
name = "blocks"
material = "rubber"
shape = { kind = "rectangle", aspect = 2 }
size = { kind = "mono", value = 0.08 }
place = { kind = "list", at = [[0.2, 0.05]] }
[output.every]
frames = 0.05
series = 0.01
checkpoint = 0.1
)";

class Extension : public SweepRun {
public:
    Extension() { std::ofstream(resting()) << resting_scene; }

    std::string resting() const { return folder_ / "resting.toml"; }

    // Runs the resting scene. Each of `sets` is a key=value.
    Outcome run_resting(const std::string& name, const std::vector<std::string>& sets = {},
                        const std::vector<std::string>& more = {}) const {
        std::vector<std::string> all = {"run", resting(), "-o", path(name)};
        for (const std::string& set : sets) all.insert(all.end(), {"--set", set});
        all.insert(all.end(), more.begin(), more.end());
        return scree(all);
    }
    // The result of the same scene where it does not stop at rest.
    Result undisturbed(const std::string& duration) const {
        std::string text = resting_scene;
        text.erase(text.find("stop = "), std::string("stop = { at_rest = 0.05 }\n").size());
        std::ofstream(path("endless.toml")) << text;
        const Outcome outcome = scree({"run", path("endless.toml"), "-o", path("endless"),
                                       "--quiet", "--set", "run.duration=" + duration});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return Result(path("endless"));
    }
    std::string in_summary(const std::string& name, const std::string& key) const {
        return summary_value(text_of(path(name) + "/summary.json"), key);
    }
};

TEST_F(Extension, AnExplicitDurationGoesOnAfterRest) {
    const Result endless = undisturbed("0.7");
    ASSERT_EQ(run_resting("a").exit_code, 0);
    ASSERT_EQ(in_summary("a", "end"), "\"at_rest\"");
    const double rest = std::stod(in_summary("a", "simulated_s"));
    ASSERT_LT(rest, 0.6);

    const Outcome finished = scree({"resume", path("a")});
    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_THAT(finished.err,
                AllOf(HasSubstr("is finished, at rest at t = "),
                      HasSubstr("scree resume " + path("a") + " --duration T makes it longer")));
    const Outcome shorter = scree({"resume", path("a"), "--duration", "0.001"});
    EXPECT_EQ(shorter.exit_code, 0);
    EXPECT_THAT(shorter.err, HasSubstr("--duration 0.001 is not beyond that"));
    EXPECT_EQ(in_summary("a", "end"), "\"at_rest\"");

    const Outcome longer = scree({"resume", path("a"), "--duration", "0.7"});
    EXPECT_EQ(longer.exit_code, 0) << longer.err;
    EXPECT_THAT(longer.err,
                HasSubstr("it was at rest, and goes on to its duration without run.stop"));
    EXPECT_EQ(in_summary("a", "end"), "\"duration\"");
    expect_same(Result(path("a")), endless);
    EXPECT_EQ(text_of(path("a") + "/scene.toml"), text_of(path("endless") + "/scene.toml"));
}

TEST_F(Extension, ARunThatWasExtendedAndKilledGoesOnLikewise) {
    const Result endless = undisturbed("0.7");
    ASSERT_EQ(run_resting("a").exit_code, 0);
    // Stopped again and again, and resumed without a word of the duration.
    Outcome outcome = scree({"resume", path("a"), "--duration", "0.7", "--max-wall", "0.001"});
    EXPECT_EQ(outcome.exit_code, 6) << outcome.err;
    outcome = scree({"resume", path("a"), "--max-wall", "0.001"});
    EXPECT_EQ(outcome.exit_code, 6) << outcome.err;
    outcome = scree({"resume", path("a")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(in_summary("a", "end"), "\"duration\"");
    expect_same(Result(path("a")), endless);

    // Killed before the first checkpoint after its rest: the files are those of the rest.
    ASSERT_EQ(run_resting("b").exit_code, 0);
    fs::copy(path("endless") + "/scene.toml", path("b") + "/scene.toml",
             fs::copy_options::overwrite_existing);
    for (const char* file : {"/summary.json", "/final.png", "/sums.txt"})
        fs::remove(path("b") + file);
    EXPECT_EQ(scree({"resume", path("b")}).exit_code, 0);
    expect_same(Result(path("b")), endless);
}

// The resting scene in two stages, of which the last may end at rest and may ramp its friction.
std::string staged_scene(const std::string& until, const std::string& ramp = "") {
    std::string text = resting_scene;
    for (const char* line : {"duration = 0.8\n", "stop = { at_rest = 0.05 }\n", "until = 0.9\n"})
        text.erase(text.find(line), std::string(line).size());
    return text + "[[stage]]\nname = \"fall\"\nduration = 0.1\n[[stage]]\nname = \"end\"\n" +
           "duration = 0.6\n" + until + ramp;
}

TEST_F(Extension, TheLastStageBecomesLonger) {
    const auto write = [&](const std::string& name, const std::string& text) {
        std::ofstream(path(name + ".toml")) << text;
        const Outcome outcome = scree({"run", path(name + ".toml"), "-o", path(name), "--quiet"});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    };
    write("endless", staged_scene(""));
    write("short", staged_scene("until = { at_rest = 0.05 }\n"));
    ASSERT_EQ(in_summary("short", "end"), "\"at_rest\"");
    const Outcome longer = scree({"resume", path("short"), "--duration", "0.7", "--quiet"});
    EXPECT_EQ(longer.exit_code, 0) << longer.err;
    EXPECT_THAT(longer.err, HasSubstr("goes on to its duration without the `until` of its last"));
    expect_same(Result(path("short")), Result(path("endless")));

    const auto go_on = [&](const std::string& duration) {
        return scree({"run", path("endless.toml"), "-o", path("endless"), "--continue", "--quiet",
                      "--set", "stage.end.duration=" + duration});
    };
    EXPECT_EQ(go_on("0.7").exit_code, 0);
    EXPECT_EQ(in_summary("endless", "simulated_s").substr(0, 3), "0.8");
    EXPECT_THAT(go_on("0.65").err, HasSubstr("`stage.end.duration` was 0.7 and is 0.65 now"));

    // What has ended by a condition is done, however long it might last.
    const auto batch = [&](const std::string& duration) {
        return scree({"run", path("until.toml"), "-o", path("sweep"), "--sweep", "seed=1", "--set",
                      "stage.end.duration=" + duration});
    };
    std::ofstream(path("until.toml")) << staged_scene(
        "until = { wall = \"shelf\", displacement = 0.01 }\n"
        "set = { \"walls.shelf.motion.velocity\" = [0.0, 0.1] }\n");
    ASSERT_EQ(batch("0.6").exit_code, 0);
    ASSERT_EQ(in_summary("sweep/seed=1", "end"), "\"condition\"");
    EXPECT_THAT(batch("0.7").err, HasSubstr("1 runs, 1 done, 0 to begin"));

    // What a condition looks back on goes with it.
    write("steady",
          staged_scene(
              "until = { measure = \"contacts.mean\", steady = 0.9, over = 0.05 }\n[[measure]]\n"
              "name = \"contacts\"\nkind = \"coordination\"\n"));
    ASSERT_EQ(in_summary("steady", "end"), "\"condition\"");
    for (const char* duration : {"0.7", "0.72"}) {
        const Outcome outcome =
            scree({"resume", path("steady"), "--duration", duration, "--quiet"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    }

    write("ramp", staged_scene("", "ramp = { \"materials.rubber.friction\" = 0.1 }\n"));
    const Outcome refused = scree({"resume", path("ramp"), "--duration", "0.9", "--quiet"});
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_THAT(refused.err, HasSubstr("the last stage, `end`, changes values steadily"));
}

TEST_F(Extension, RunContinueTakesALongerDuration) {
    const Result undisturbed = whole();
    const auto go_on = [&](const std::string& duration) {
        return scree({"run", scene(), "-o", path("a"), "--continue", "--quiet", "--set",
                      "run.duration=" + duration});
    };
    ASSERT_EQ(go_on("0.4567").exit_code, 0);
    ASSERT_EQ(go_on("0.6").exit_code, 0);
    EXPECT_THAT(in_summary("a", "simulated_s"), HasSubstr("0.6"));
    const Outcome longer = go_on("1.5");
    EXPECT_EQ(longer.exit_code, 0) << longer.err;
    expect_same(Result(path("a")), undisturbed);
    EXPECT_EQ(text_of(path("a") + "/scene.toml"), text_of(path("whole") + "/scene.toml"));
    const Outcome shorter = go_on("1.0");
    EXPECT_EQ(shorter.exit_code, 1);
    EXPECT_THAT(shorter.err, HasSubstr("`run.duration` was 1.5 and is 1.0 now"));
    expect_same(Result(path("a")), undisturbed);
}

TEST_F(Extension, RunContinueLeavesAloneWhatIsAtRest) {
    ASSERT_EQ(run_resting("a").exit_code, 0);
    const auto before = fs::last_write_time(path("a") + "/summary.json");
    const Outcome outcome = run_resting("a", {"run.duration=0.85"}, {"--continue"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("is finished, at rest at t = "));
    EXPECT_EQ(fs::last_write_time(path("a") + "/summary.json"), before);
    // One that was made longer by hand has no run.stop, and is still of this scene.
    ASSERT_EQ(scree({"resume", path("a"), "--duration", "0.7"}).exit_code, 0);
    const Outcome by_hand = run_resting("a", {"run.duration=0.85"}, {"--continue"});
    EXPECT_EQ(by_hand.exit_code, 0) << by_hand.err;
    EXPECT_THAT(by_hand.err, HasSubstr("has no run.stop, and goes on without it"));
    EXPECT_EQ(in_summary("a", "end"), "\"duration\"");
    expect_same(Result(path("a")), undisturbed("0.85"));
}

TEST_F(Extension, AGateInTheTimeThatIsAddedEndsTheRest) {
    ASSERT_EQ(run_resting("a").exit_code, 0);
    ASSERT_EQ(in_summary("a", "end"), "\"at_rest\"");
    ASSERT_EQ(run_resting("fresh", {"run.duration=1.2"}).exit_code, 0);
    const Outcome outcome = run_resting("a", {"run.duration=1.2"}, {"--continue"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_GT(std::stod(in_summary("a", "simulated_s")), 0.9);
    expect_same(Result(path("a")), Result(path("fresh")));
}

TEST_F(Extension, ASweepIsExtendedByItsOwnCall) {
    const auto sweep = [&](const std::string& folder, const std::string& duration,
                           const std::vector<std::string>& more = {}) {
        std::vector<std::string> all = {"--sweep", "materials.rubber.damping=0.0,0.5"};
        all.insert(all.end(), more.begin(), more.end());
        return run_resting(folder, {"run.duration=" + duration}, all);
    };
    ASSERT_EQ(sweep("a", "0.6").exit_code, 0);
    ASSERT_EQ(in_summary("a/damping=0.0", "end"), "\"duration\"");
    ASSERT_EQ(in_summary("a/damping=0.5", "end"), "\"at_rest\"");
    const auto before = times("a", "summary.json");

    const Outcome list = sweep("a", "0.8", {"--emit", "parallel"});
    EXPECT_THAT(list.err, HasSubstr("1 of 2 runs to do"));
    EXPECT_THAT(list.out, AllOf(HasSubstr("damping=0.0"), Not(HasSubstr("damping=0.5"))));
    EXPECT_THAT(column(table("a"), "status"), ElementsAre("too_short", "done"));

    const Outcome longer = sweep("a", "0.8");
    EXPECT_EQ(longer.exit_code, 0) << longer.err;
    EXPECT_THAT(longer.err, HasSubstr("2 runs, 1 done, 1 to go on with, 0 to begin"));
    EXPECT_EQ(times("a", "summary.json").at("damping=0.5"), before.at("damping=0.5"));
    EXPECT_THAT(column(table("a"), "status"), ElementsAre("done", "done"));
    ASSERT_EQ(sweep("fresh", "0.8").exit_code, 0);
    EXPECT_EQ(without_times(table("a")), without_times(table("fresh")));
    expect_same(Result(path("a/damping=0.0")), Result(path("fresh/damping=0.0")));
    EXPECT_THAT(sweep("a", "0.8").err, HasSubstr("2 runs, 2 done, 0 to begin"));
}

}  // namespace
}  // namespace scree::cli

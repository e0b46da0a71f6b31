// scree run: what it writes and prints, and how it ends.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/base/workers.h"
#include "tests/cli/small_run.h"

namespace scree::cli {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

namespace fs = std::filesystem;

using RunCommand = SmallRun;

const std::string shortly = "run.duration=0.05";

TEST_F(RunCommand, FillsARunFolder) {
    const Outcome outcome = scree({"run", scene()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, StartsWith("contacts.mean = "));
    EXPECT_THAT(outcome.err,
                AllOf(HasSubstr("writes to runs/small"), HasSubstr("done at t = 1.5")));
    for (const char* name :
         {"scene.toml", "series.csv", "trajectory.h5", "trajectory/000000.h5", "checkpoint.h5",
          "checkpoint.previous.h5", "summary.json", "log.txt", "final.png"})
        EXPECT_TRUE(fs::exists(folder_.path() / "runs/small" / name)) << name;
    EXPECT_THAT(text_of(folder_ / "runs/small/final.png"), StartsWith("\x89PNG"));

    const std::string summary = text_of(folder_ / "runs/small/summary.json");
    for (const char* key : {"version",
                            "scene",
                            "seed",
                            "threads",
                            "broad_phase",
                            "integrator",
                            "dt",
                            "steps",
                            "simulated_s",
                            "wall_s",
                            "grains",
                            "contacts",
                            "ns_per_grain_step",
                            "phases",
                            "energy",
                            "kinetic",
                            "gravity",
                            "elastic",
                            "dissipated_by_damping",
                            "dissipated_by_friction",
                            "wall_work",
                            "residual",
                            "max_overlap",
                            "fallbacks",
                            "state_hash",
                            "measurements"})
        EXPECT_THAT(summary_value(summary, key), Not(StartsWith("no "))) << key;
    EXPECT_EQ(summary_value(summary, "end"), "\"duration\"");
    // Some have left through the gate.
    EXPECT_LT(std::stoi(summary_value(summary, "grains")), 41);
    EXPECT_GT(std::stoi(summary_value(summary, "grains")), 20);
}

TEST_F(RunCommand, SeriesHasARowAPeriodAndUnits) {
    ASSERT_EQ(scree({"run", scene(), "--set", "run.duration=0.1"}).exit_code, 0);
    std::ifstream series(folder_ / "runs/small/series.csv");
    std::string header;
    std::getline(series, header);
    EXPECT_THAT(
        header,
        AllOf(StartsWith("step,time [s],stage,grains,contacts,unbalanced_force,kinetic [J]"),
              HasSubstr(",block.x [m],"), HasSubstr(",paddle.torque [N m],"),
              HasSubstr(",contacts.mean,")));
    const double dt = std::stod(summary_value(text_of(folder_ / "runs/small/summary.json"), "dt"));
    int rows = 0;
    for (std::string row; std::getline(series, row); ++rows) {
        EXPECT_EQ(std::count(row.begin(), row.end(), ','),
                  std::count(header.begin(), header.end(), ','));
        // The first step at or after its time.
        const double time = std::stod(row.substr(row.find(',') + 1));
        EXPECT_GE(time, 0.01 * rows);
        EXPECT_LT(time, 0.01 * rows + dt);
    }
    EXPECT_EQ(rows, 11);
}

TEST_F(RunCommand, JsonIsTheSummary) {
    const Outcome outcome = scree({"run", scene(), "--json", "--quiet", "--set", shortly});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out, text_of(folder_ / "runs/small/summary.json"));
    EXPECT_THAT(outcome.err, IsEmpty());
}

TEST_F(RunCommand, WarnsOnceOfMoreThreadsThanCores) {
    const std::uint32_t cores = engine::cores_at_hand();
    const auto said = [&](std::uint32_t threads) {
        const Outcome outcome = scree({"run", scene(), "-o", path("run"), "--force", "--set",
                                       shortly, "--threads", std::to_string(threads)});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(summary_value(text_of(path("run") + "/summary.json"), "threads"),
                  std::to_string(threads));
        return outcome.err;
    };
    const std::string warning = "small: warning: " + std::to_string(cores + 1) +
                                " threads take turns on " + std::to_string(cores) + " core";
    const std::string all = said(cores + 1);
    ASSERT_THAT(all, HasSubstr(warning));
    EXPECT_EQ(all.find("warning"), all.rfind("warning"));
    EXPECT_THAT(said(cores), Not(HasSubstr("warning")));
}

TEST_F(RunCommand, ThreadsDoNotMatter) {
    ASSERT_EQ(scree({"run", scene(), "-o", path("a"), "--set", "run.duration=0.5"}).exit_code, 0);
    ASSERT_EQ(
        scree({"run", scene(), "-o", path("b"), "--set", "run.duration=0.5", "--threads", "3"})
            .exit_code,
        0);
    EXPECT_EQ(summary_value(text_of(path("b") + "/summary.json"), "threads"), "3");
    expect_same(Result(path("a")), Result(path("b")));
    ASSERT_EQ(
        scree({"run", scene(), "-o", path("c"), "--set", "run.duration=0.5", "--set", "seed=2"})
            .exit_code,
        0);
    EXPECT_NE(Result(path("a")).hash, Result(path("c")).hash);
}

TEST_F(RunCommand, NeverOverwritesAFolder) {
    for (const char* name : {"runs/small", "runs/small-2", "runs/small-3"}) {
        ASSERT_EQ(scree({"run", scene(), "--set", shortly}).exit_code, 0);
        EXPECT_TRUE(fs::exists(folder_.path() / name / "summary.json")) << name;
    }
    std::ofstream(folder_ / "runs/small/mine.txt") << "mine";
    const std::string before = text_of(folder_ / "runs/small/summary.json");
    const Outcome refused = scree({"run", scene(), "-o", "runs/small", "--set", shortly});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.err, HasSubstr("runs/small: is not empty, and stays as it is"));
    EXPECT_EQ(text_of(folder_ / "runs/small/summary.json"), before);

    const Outcome forced =
        scree({"run", scene(), "-o", "runs/small", "--set", "run.duration=0.02", "--force"});
    EXPECT_EQ(forced.exit_code, 0) << forced.err;
    EXPECT_NE(text_of(folder_ / "runs/small/summary.json"), before);
    EXPECT_EQ(text_of(folder_ / "runs/small/mine.txt"), "mine");
    EXPECT_FALSE(fs::exists(folder_ / "runs/small/trajectory/000002.h5"));
}

TEST_F(RunCommand, SeveralScenesEachHaveAFolder) {
    fs::copy(scene(), path("other.toml"));
    const Outcome outcome = scree({"run", scene(), path("other.toml"), "--set", shortly});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(fs::exists(folder_ / "runs/small/summary.json"));
    EXPECT_TRUE(fs::exists(folder_ / "runs/other/summary.json"));
}

TEST_F(RunCommand, UsageIsTwo) {
    EXPECT_EQ(scree({"run"}).exit_code, 2);
    EXPECT_EQ(scree({"run", scene(), "--threads", "none"}).exit_code, 2);
    EXPECT_EQ(scree({"run", scene(), "--threads", "0"}).exit_code, 2);
    EXPECT_EQ(scree({"run", scene(), "--max-wall", "-1"}).exit_code, 2);
    EXPECT_EQ(scree({"run", scene(), "--unknown"}).exit_code, 2);
    EXPECT_EQ(scree({"resume"}).exit_code, 2);
}

TEST_F(RunCommand, BadSceneIsThreeAndMakesNoFolder) {
    const auto refused = [&](const std::string& set, const std::string& message) {
        const Outcome outcome = scree({"run", scene(), "--set", set});
        EXPECT_EQ(outcome.exit_code, 3) << set;
        EXPECT_THAT(outcome.err, HasSubstr(message)) << set;
    };
    refused("run.duratoin=1", "duration");
    refused("run.duration=-1", "duration");
    refused("materials.rubber.friction=nan", "friction");
    // These errors are found only when the run is set up.
    refused("run.dt=1.0", "run.dt: ");
    refused("domain={ x = [0.0, 0.1], y = [-1.0, 1.0], periodic = [\"x\"] }",
            "domain.periodic: grain");
    refused("grains.stones.place={ kind = \"random\", x = [0.0, 0.1], y = [0.0, 0.1] }",
            "grains stones: the grains fill");
    EXPECT_FALSE(fs::exists(folder_ / "runs"));
}

TEST_F(RunCommand, ATimeStepNearTheLimitIsAWarning) {
    const Outcome outcome =
        scree({"run", scene(), "--set", "run.dt=6e-4", "--set", "run.duration=0.01"});
    EXPECT_THAT(outcome.err, HasSubstr("warning: "));
    EXPECT_THAT(text_of(folder_ / "runs/small/log.txt"), HasSubstr("warning: "));
}

TEST_F(RunCommand, ABreakdownIsFourAndNamesTheGrain) {
    const Outcome outcome = scree({"run", scene(), "--set", "domain.outflow=error"});
    EXPECT_EQ(outcome.exit_code, 4);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("left the domain at t = "), HasSubstr("`stones "),
                                   HasSubstr("domain.outflow = \"remove\"")));
    EXPECT_THAT(text_of(folder_ / "runs/small/log.txt"), HasSubstr("left the domain"));

    const Outcome deep = scree({"run", scene(), "--set", "grains.block.place.at=[[0.1, 0.0]]"});
    EXPECT_EQ(deep.exit_code, 4);
    EXPECT_THAT(deep.err, HasSubstr("`block 0`"));
}

TEST_F(RunCommand, UnreadableAndUnwritableIsFive) {
    EXPECT_EQ(scree({"run", "missing.toml"}).exit_code, 5);
    std::ofstream(folder_ / "runs") << "no folder";
    EXPECT_EQ(scree({"run", scene(), "--set", shortly}).exit_code, 5);
}

TEST_F(RunCommand, StopsAtRest) {
    const Outcome outcome =
        scree({"run", scene(), "--json", "--set", "run.stop={ at_rest = 1e-2 }", "--set",
               "run.duration=20", "--set", "walls.paddle.motion={ kind = \"constant\" }"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(summary_value(outcome.out, "end"), "\"at_rest\"");
    EXPECT_LT(std::stod(summary_value(outcome.out, "unbalanced_force")), 1e-2);
    // Not before the gate has gone, and all grains have come.
    const double end = std::stod(summary_value(outcome.out, "simulated_s"));
    EXPECT_GT(end, 0.8);
    EXPECT_LT(end, 20.0);
    // The end itself has a row and a frame.
    const std::string steps = summary_value(outcome.out, "steps");
    EXPECT_THAT(text_of(folder_ / "runs/small/series.csv"), ContainsRegex("\n" + steps + ","));
    EXPECT_THAT(frames_of(folder_ / "runs/small"), HasSubstr("frame " + steps + "\n"));
}

TEST_F(RunCommand, TrajectoryAgreesWithSeries) {
    ASSERT_EQ(scree({"run", scene(), "--quiet"}).exit_code, 0);
    const Outcome outcome = run({"/usr/bin/python3", SCREE_COMPARE_SERIES, folder_ / "runs/small"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, StartsWith("31 frames"));
}

}  // namespace
}  // namespace scree::cli

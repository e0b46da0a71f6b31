// scree run with a sweep: members, folders, the table, and what the same call does again.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <nlohmann/json.hpp>

#include "engine/base/workers.h"
#include "tests/cli/sweep_run.h"

namespace scree::cli {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

namespace fs = std::filesystem;

using Sweep = SweepRun;

const std::string seeds = "seed=1..3";

// The block is inside the gate in one of the twelve members: the one with the second place of the
// block and the first shape of the gate.
const std::vector<std::string> with_a_bad_one = {
    "--sweep", "grains.block.place.at=[[0.1, 0.1]],[[0.35, 0.1]],[[0.0, 0.1]]", "--sweep",
    "walls.gate.shape.x=[0.3, 0.4],[0.41, 0.51],[0.42, 0.52],[0.43, 0.53]"};

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

TEST_F(Sweep, OneFailsOneIsKilledAndTheSameCallDoesWhatIsMissing) {
    // This sweep is not disturbed.
    const Outcome whole = swept(with_a_bad_one + std::vector<std::string>{"-o", "whole", "-j2"});
    EXPECT_EQ(whole.exit_code, 1) << whole.err;
    const std::vector<Row> reference = table("whole");
    ASSERT_THAT(reference, SizeIs(12));
    EXPECT_EQ(count_of(reference, "done"), 11u);
    EXPECT_EQ(reference[4].at("status"), "failed");
    EXPECT_EQ(reference[4].at("exit_code"), "4");
    EXPECT_THAT(reference[4].at("message"), HasSubstr("`block 0`"));
    EXPECT_EQ(reference[4].at("grains.block.place.at"), "[[0.35, 0.1]]");
    EXPECT_EQ(reference[4].at("walls.gate.shape.x"), "[0.3, 0.4]");
    EXPECT_EQ(reference[4].at("steps"), "");

    // In this sweep one member is killed.
    const auto killed_batch = begin(with_a_bad_one + std::vector<std::string>{"-o", "a", "-j1"});
    std::vector<pid_t> children;
    wait_until([&] {
        children = children_of(killed_batch->id());
        return begun_members("a") == 1 && children.size() == 1;
    });
    ::kill(children[0], SIGKILL);
    const Outcome first = killed_batch->wait();
    EXPECT_EQ(first.exit_code, 1);
    const std::vector<Row> before = table("a");
    EXPECT_EQ(count_of(before, "done"), 10u);
    EXPECT_EQ(count_of(before, "failed"), 1u);
    EXPECT_EQ(count_of(before, "killed"), 1u);
    const auto row =
        std::ranges::find_if(before, [](const Row& r) { return r.at("status") == "killed"; });
    ASSERT_NE(row, before.end());
    EXPECT_EQ(row->at("exit_code"), "137");
    EXPECT_THAT(first.err, AllOf(HasSubstr(row->at("member") + ": ended by signal 9"),
                                 HasSubstr(": the physics broke down: ")));

    // The same call again touches only the member that was killed.
    const auto summaries = times("a", "summary.json");
    const auto failures = times("a", "failure.txt");
    ASSERT_THAT(failures, SizeIs(1));
    const Outcome second = swept(with_a_bad_one + std::vector<std::string>{"-o", "a", "-j2"});
    EXPECT_EQ(second.exit_code, 1);
    EXPECT_THAT(second.err, HasSubstr("12 runs, 10 done, 1 failed, 1 to go on with, 0 to begin"));
    auto now = times("a", "summary.json");
    EXPECT_EQ(now.erase(row->at("member")), 1u);
    EXPECT_EQ(now, summaries);
    EXPECT_EQ(times("a", "failure.txt"), failures);
    // The tables are the same, whatever happened and however many members ran at a time.
    EXPECT_EQ(without_times(table("a")), without_times(reference));

    // The failed member runs again once its folder is removed.
    fs::remove_all(folder_ / "a" / reference[4].at("member"));
    const Outcome third = swept(with_a_bad_one + std::vector<std::string>{"-o", "a"});
    EXPECT_EQ(third.exit_code, 1);
    EXPECT_THAT(third.err, HasSubstr("12 runs, 11 done, 1 to begin"));
    EXPECT_NE(times("a", "failure.txt"), failures);
}

TEST_F(Sweep, TheSceneAndTheCommandLineCombine) {
    std::ofstream(scene(), std::ios::app)
        << "[sweep]\nseed = [1, 2]\n\"materials.rubber.friction\" = [0.1, 0.8]\n";
    const Outcome outcome = swept({"--sweep", "seed=5", "--sweep", "run.integrator=gear3,gear4"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(
        column(table("runs/small"), "member"),
        ElementsAre("seed=5,friction=0.1,integrator=gear3", "seed=5,friction=0.1,integrator=gear4",
                    "seed=5,friction=0.8,integrator=gear3",
                    "seed=5,friction=0.8,integrator=gear4"));
    EXPECT_THAT(column(table("runs/small"), "run.integrator"),
                ElementsAre("gear3", "gear4", "gear3", "gear4"));
    for (const Row& row : table("runs/small")) {
        const std::string member =
            text_of(folder_ / "runs/small" / row.at("member") / "scene.toml");
        EXPECT_THAT(member, AllOf(HasSubstr("\nfriction = " + row.at("materials.rubber.friction")),
                                  HasSubstr("\nintegrator = \"" + row.at("run.integrator")),
                                  HasSubstr("\nseed = 5\n"), Not(HasSubstr("[sweep]"))));
    }
    // With all swept keys set it is a single run, with the same bits.
    const Outcome single =
        swept({"--set", "seed=5", "--set", "materials.rubber.friction=0.8", "-o", "single"});
    EXPECT_EQ(single.exit_code, 0) << single.err;
    expect_same(Result(path("single")),
                Result(folder_ / "runs/small/seed=5,friction=0.8,integrator=gear3"));
}

TEST_F(Sweep, TheTableHasWhatTheSummariesSay) {
    const Outcome outcome = swept({"--sweep", seeds});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string header = text_of(folder_ / "runs/small/sweep.csv");
    EXPECT_THAT(header, StartsWith("member,seed,status,exit_code,steps,simulated [s],wall [s],"));
    for (const Row& row : table("runs/small")) {
        const auto summary = nlohmann::json::parse(
            text_of(folder_ / "runs/small" / row.at("member") / "summary.json"));
        EXPECT_EQ(row.at("status"), "done");
        EXPECT_EQ(row.at("exit_code"), "0");
        EXPECT_EQ(row.at("steps"), summary["steps"].dump());
        EXPECT_EQ(row.at("max_overlap"), summary["max_overlap"].dump());
        EXPECT_EQ(row.at("wall [s]"), summary["wall_s"].dump());
        EXPECT_EQ(row.at("residual [J]"), summary["energy"]["residual"].dump());
        EXPECT_EQ(row.at("contacts.mean"), summary["measurements"]["contacts"]["mean"].dump());
        EXPECT_EQ(row.at("state_hash"), summary["state_hash"]);
        // And on the screen.
        EXPECT_THAT(outcome.out,
                    ContainsRegex("\n" + row.at("seed") + " +done +0 +" + row.at("steps") + " .*" +
                                  row.at("state_hash") + "\n"));
    }
    EXPECT_THAT(outcome.out, ContainsRegex("^seed +status +exit +steps +wall \\[s\\] +max_overlap "
                                           ".*contacts.mean +state_hash\n"));
}

TEST_F(Sweep, JsonHasTheSummaries) {
    const Outcome outcome = swept({"--sweep", seeds, "--json", "--quiet"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err, IsEmpty());
    const auto json = nlohmann::ordered_json::parse(outcome.out);
    EXPECT_EQ(json["table"], "runs/small/sweep.csv");
    ASSERT_THAT(json["members"], SizeIs(3));
    for (const auto& member : json["members"]) {
        EXPECT_EQ(member["status"], "done");
        EXPECT_EQ(member["parameters"]["seed"], member["summary"]["seed"]);
        const std::string folder = member["folder"];
        EXPECT_EQ(member["summary"].dump(2) + "\n", text_of(folder_ / folder / "summary.json"));
    }
}

TEST_F(Sweep, ThreadsAreSharedAmongThoseAtATime) {
    const auto threads = [&](const std::string& folder, const std::string& member) {
        return summary_value(text_of(folder_ / folder / member / "summary.json"), "threads");
    };
    const std::vector<std::string> pair = {"--sweep", "seed=1,2"};
    const std::string half = std::to_string(std::max(1u, engine::cores_at_hand() / 2));
    EXPECT_EQ(swept(pair + std::vector<std::string>{"-j", "2", "-o", "shared"}).exit_code, 0);
    EXPECT_EQ(threads("shared", "seed=1"), half);
    EXPECT_EQ(swept(pair + std::vector<std::string>{"-o", "own"}).exit_code, 0);
    EXPECT_EQ(threads("own", "seed=2"), "1");
    EXPECT_EQ(
        swept(pair + std::vector<std::string>{"-j2", "--threads", "3", "-o", "given"}).exit_code,
        0);
    EXPECT_EQ(threads("given", "seed=2"), "3");
    EXPECT_EQ(swept({"-j2", "--sweep", "run.threads=1..3", "-o", "swept"}).exit_code, 0);
    for (const char* number : {"1", "2", "3"})
        EXPECT_EQ(threads("swept", std::string("threads=") + number), number);
    EXPECT_EQ(column(table("shared"), "state_hash"), column(table("given"), "state_hash"));
    const std::vector<std::string> one = column(table("swept"), "state_hash");
    EXPECT_THAT(one, Each(column(table("own"), "state_hash")[0]));
    // Another number of threads does not make another scene.
    EXPECT_THAT(swept(pair + std::vector<std::string>{"-o", "own", "-j1"}).err,
                HasSubstr("2 runs, 2 done, 0 to begin"));
}

TEST_F(Sweep, ALongerListBeginsWhatIsNew) {
    EXPECT_EQ(swept({"--sweep", "seed=1,2"}).exit_code, 0);
    const auto before = times("runs/small", "summary.json");
    const Outcome outcome = swept({"--sweep", "seed=0..3"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err, HasSubstr("4 runs, 2 done, 2 to begin"));
    auto after = times("runs/small", "summary.json");
    EXPECT_EQ(after.erase("seed=0") + after.erase("seed=3"), 2u);
    EXPECT_EQ(after, before);
}

TEST_F(Sweep, AFolderWithSomethingElseIsLeftAlone) {
    ASSERT_EQ(scree({"run", scene(), "--set", "run.duration=0.01"}).exit_code, 0);
    for (int twice = 0; twice < 2; ++twice) {
        EXPECT_EQ(swept({"--sweep", "seed=1"}).exit_code, 0);
        EXPECT_EQ(swept({"--sweep", "materials.rubber.friction=0.1"}).exit_code, 0);
    }
    EXPECT_THAT(column(table("runs/small-2"), "member"), ElementsAre("seed=1"));
    EXPECT_THAT(column(table("runs/small-3"), "member"), ElementsAre("friction=0.1"));
    EXPECT_FALSE(fs::exists(folder_ / "runs/small-4"));
    EXPECT_FALSE(fs::exists(folder_ / "runs/small/seed=1"));

    const Outcome run = swept({"--sweep", "seed=1", "-o", "runs/small"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.err, "scree: runs/small: holds a run that is no sweep; choose another folder\n");
    const Outcome other = swept({"--sweep", "seed=1", "-o", "runs/small-3"});
    EXPECT_EQ(other.exit_code, 1);
    EXPECT_EQ(other.err,
              "scree: runs/small-3: holds a sweep over materials.rubber.friction; choose another "
              "folder\n");
    // A run is refused in the folder of a sweep.
    const Outcome single = scree({"run", scene(), "-o", "runs/small-2", "--set", "seed=1"});
    EXPECT_EQ(single.exit_code, 1);
    EXPECT_THAT(single.err, HasSubstr("is not empty, and stays as it is"));
}

TEST_F(Sweep, ASceneThatHasChangedIsRefusedUnlessForced) {
    ASSERT_EQ(swept({"--sweep", seeds}).exit_code, 0);
    const auto before = times("runs/small", "summary.json");
    const std::vector<std::string> changed = {"--sweep", seeds, "--set",
                                              "materials.rubber.friction=0.9"};
    const Outcome refused = swept(changed);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(
        refused.err,
        StartsWith("scree: runs/small/seed=1: its run is of another scene: "
                   "`materials.rubber.friction` was 0.4 and is 0.9 now\nruns/small/seed=2: its run "
                   "is of another scene: "));
    EXPECT_THAT(refused.err,
                HasSubstr("choose another folder with -o, or --force to lose these runs"));
    EXPECT_EQ(times("runs/small", "summary.json"), before);

    const std::vector<std::string> hashes = column(table("runs/small"), "state_hash");
    const Outcome forced = swept(changed + std::vector<std::string>{"--force"});
    EXPECT_EQ(forced.exit_code, 0) << forced.err;
    EXPECT_THAT(forced.err, HasSubstr("3 runs, 0 done, 3 to begin"));
    EXPECT_NE(column(table("runs/small"), "state_hash"), hashes);
}

TEST_F(Sweep, BadSweepsAreThreeAndMakeNothing) {
    const auto refused = [&](const std::vector<std::string>& arguments,
                             const std::string& message) {
        const Outcome outcome = swept(arguments);
        EXPECT_EQ(outcome.exit_code, 3) << message;
        EXPECT_EQ(outcome.err, message + "\n");
        EXPECT_THAT(outcome.out, IsEmpty());
    };
    refused({"--sweep", "materials.rubber.fricton=1,2"},
            "--sweep 1: sweep: the scene has no key `materials.rubber.fricton`; did you mean "
            "`friction`?");
    refused({"--sweep", "seed=1,x"}, "--sweep 1: `x` is no value in TOML");
    refused({"--sweep", "seed=[]"}, "--sweep 1: sweep.seed must be a list of values");
    refused({"--sweep", "seed=2,2"}, "--sweep 1: sweep.seed has 2 twice");
    // These values are right by themselves, but wrong together in a member.
    refused({"--sweep", "grains.stones.size.min=0.03,0.07", "--sweep", "seed=1,2"},
            "min=0.07,seed=1: sweep: grains.stones.size.min is 0.07, more than max = 0.06\n"
            "min=0.07,seed=2: sweep: grains.stones.size.min is 0.07, more than max = 0.06");
    // This error is found only when a run is set up.
    const Outcome step = swept({"--sweep", "run.dt=auto,1.0"});
    EXPECT_EQ(step.exit_code, 3);
    EXPECT_THAT(step.err, StartsWith("dt=1.0: run.dt: a time step of 1 s is beyond the limit of "));
    EXPECT_FALSE(fs::exists(folder_ / "runs"));
}

TEST_F(Sweep, SeveralScenesHaveOneTable) {
    fs::copy(scene(), path("other.toml"));
    std::ofstream(path("other.toml"), std::ios::app) << "[sweep]\nseed = [1, 2]\n";
    const std::vector<std::string> both = {"run", scene(), path("other.toml"), "--set",
                                           "run.duration=0.2"};
    const Outcome outcome = scree(both + std::vector<std::string>{"-j2"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::vector<Row> rows = read_csv(folder_ / "runs/batch.csv");
    EXPECT_THAT(column(rows, "member"), ElementsAre("small", "other/seed=1", "other/seed=2"));
    EXPECT_THAT(column(rows, "seed"), ElementsAre("", "1", "2"));
    EXPECT_THAT(column(rows, "status"), Each("done"));
    EXPECT_EQ(rows[0].at("state_hash"), rows[1].at("state_hash"));
    EXPECT_TRUE(fs::exists(folder_ / "runs/small/summary.json"));
    EXPECT_TRUE(fs::exists(folder_ / "runs/other/seed=2/summary.json"));
    EXPECT_THAT(scree(both).err, HasSubstr("batch: 3 runs, 3 done, 0 to begin"));

    EXPECT_EQ(scree(both + std::vector<std::string>{"-o", "there"}).exit_code, 0);
    EXPECT_TRUE(fs::exists(folder_ / "there/batch.csv"));
    EXPECT_TRUE(fs::exists(folder_ / "there/small/summary.json"));
}

TEST_F(Sweep, SeveralScenesThatCannotBeRun) {
    const Outcome missing = scree({"run", scene(), "missing.toml"});
    EXPECT_EQ(missing.exit_code, 5);
    EXPECT_EQ(missing.err, "scree: cannot read missing.toml: there is no such file\n");
    fs::create_directory(path("b"));
    fs::copy(scene(), path("b/small.toml"));
    const Outcome same = scree({"run", "small.toml", "b/small.toml"});
    EXPECT_EQ(same.exit_code, 2);
    EXPECT_EQ(same.err,
              "scree: small.toml and b/small.toml would have the same folder: run them "
              "in two calls\n");
    EXPECT_FALSE(fs::exists(folder_ / "runs"));
}

}  // namespace
}  // namespace scree::cli

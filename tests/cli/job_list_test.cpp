// scree run --emit and --continue: lists of jobs for GNU parallel and Slurm, and what a job does.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "tests/cli/sweep_run.h"

namespace scree::cli {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

namespace fs = std::filesystem;

class JobList : public SweepRun {
public:
    // A scene and values that a shell, parallel or Slurm could misunderstand.
    JobList() {
        fs::create_directory(folder_ / odd_folder);
        fs::rename(scene(), odd_scene());
    }

    std::string odd_scene() const { return folder_ / odd_folder / "it's {} \"$HOME\".toml"; }
    Arguments odd_sweep(const Arguments& more = {}) const {
        Arguments all = {
            "run",     odd_scene(),
            "--set",   "run.duration=0.2",
            "--sweep", "seed=1,2",
            "--sweep", "title=\"it's {}\",'; $(touch broken) `touch broken` {1} \\ \"'",
            "-o",      "out here's one"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    Outcome shell(const std::string& program, const Arguments& arguments,
                  const Arguments& environment = {}) const {
        Arguments command = {program};
        command.insert(command.end(), arguments.begin(), arguments.end());
        Arguments all = {"PATH=/usr/bin:/bin", "HOME=" + folder_.path().string()};
        all.insert(all.end(), environment.begin(), environment.end());
        fs::create_directories(folder_ / "elsewhere");
        return run(command, all, folder_ / "elsewhere");
    }

    // The table that the sweep has when it is run as a batch.
    std::vector<Row> reference() const {
        Arguments arguments = odd_sweep();
        arguments.back() = "whole";
        EXPECT_EQ(scree(arguments).exit_code, 0);
        return without_times(table("whole"));
    }
    std::vector<Row> collect() const {
        const Outcome outcome = scree(odd_sweep());
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("4 runs, 4 done, 0 to begin"));
        return without_times(table("out here's one"));
    }

    const std::string odd_folder = "a 'b' \"c\" & d";
};

TEST_F(JobList, RunsUnderGnuParallel) {
    const Outcome emitted = scree(odd_sweep({"--emit", "parallel"}));
    EXPECT_EQ(emitted.exit_code, 0) << emitted.err;
    EXPECT_THAT(emitted.err, HasSubstr("4 of 4 runs to do"));
    EXPECT_EQ(count_of(table("out here's one"), "waiting"), 4u);
    std::ofstream(folder_ / "jobs.txt") << emitted.out;
    const Outcome parallel =
        shell("/usr/bin/parallel", {"--will-cite", "-j2", "-a", folder_ / "jobs.txt"});
    EXPECT_EQ(parallel.exit_code, 0) << parallel.err;
    EXPECT_EQ(collect(), reference());
    EXPECT_FALSE(fs::exists(folder_ / "elsewhere/broken"));
    // Once more: nothing is left, and a list that is run again does nothing.
    const auto before = times("out here's one", "summary.json");
    EXPECT_THAT(before, SizeIs(4));
    const Outcome again = scree(odd_sweep({"--emit", "parallel"}));
    EXPECT_THAT(again.out, Not(HasSubstr("--continue")));
    EXPECT_EQ(shell("/usr/bin/parallel", {"--will-cite", "-a", folder_ / "jobs.txt"}).exit_code, 0);
    EXPECT_EQ(times("out here's one", "summary.json"), before);
}

TEST_F(JobList, RunsAsASlurmArray) {
    const Outcome emitted = scree(odd_sweep({"--emit", "slurm", "-j3", "--threads", "2"}));
    EXPECT_EQ(emitted.exit_code, 0) << emitted.err;
    EXPECT_THAT(emitted.out,
                AllOf(StartsWith("#!/bin/bash\n"), HasSubstr("#SBATCH --array=1-4%3\n"),
                      HasSubstr("#SBATCH --cpus-per-task=2\n")));
    const std::string script = folder_ / "jobs.sh";
    std::ofstream(script) << emitted.out;
    EXPECT_EQ(shell("/bin/bash", {"-n", script}).exit_code, 0);
    for (const char* id : {"1", "2", "3", "4"}) {
        const Outcome task =
            shell("/bin/bash", {script}, {std::string("SLURM_ARRAY_TASK_ID=") + id});
        EXPECT_EQ(task.exit_code, 0) << task.err;
        EXPECT_THAT(task.out, StartsWith("contacts.mean = "));
    }
    EXPECT_EQ(collect(), reference());
    EXPECT_FALSE(fs::exists(folder_ / "elsewhere/broken"));
    EXPECT_EQ(shell("/bin/bash", {script}, {"SLURM_ARRAY_TASK_ID=5"}).exit_code, 2);
    EXPECT_NE(shell("/bin/bash", {script}).exit_code, 0);
    EXPECT_THAT(scree(odd_sweep({"--emit", "slurm"})).out, IsEmpty());
}

TEST_F(JobList, HasWhatIsMissing) {
    ASSERT_EQ(scree(odd_sweep({"--set", "title=x"})).exit_code, 3);  // set and swept
    Arguments less = odd_sweep();
    less[5] = "seed=2";
    ASSERT_EQ(scree(less).exit_code, 0);
    const std::string list = scree(odd_sweep({"--emit", "parallel"})).out;
    EXPECT_EQ(std::count(list.begin(), list.end(), '\n'), 2 + 2);
    EXPECT_THAT(list, AllOf(HasSubstr(" seed=1 "), Not(HasSubstr(" seed=2 "))));
}

TEST_F(JobList, OfOneRunHasOneJob) {
    for (const Arguments& where : {Arguments{}, Arguments{"-o", "one"}}) {
        Arguments arguments = {"run",    odd_scene(), "--set", "run.duration=0.05",
                               "--emit", "parallel"};
        arguments.insert(arguments.end(), where.begin(), where.end());
        std::ofstream(folder_ / "jobs.sh") << scree(arguments).out;
        const Outcome job = shell("/bin/bash", {folder_ / "jobs.sh"});
        EXPECT_EQ(job.exit_code, 0) << job.err;
        EXPECT_THAT(job.out, StartsWith("contacts.mean = "));
        EXPECT_THAT(scree(arguments).out, Not(HasSubstr("--continue")));
    }
    EXPECT_TRUE(fs::exists(folder_ / "runs/batch.csv"));
    EXPECT_TRUE(fs::exists(folder_ / "one/summary.json"));
}

TEST_F(JobList, IsRefusedWhereItMakesNoSense) {
    EXPECT_EQ(scree(odd_sweep({"--emit", "pbs"})).exit_code, 2);
    EXPECT_EQ(scree(odd_sweep({"--emit", "slurm", "--force"})).exit_code, 2);
    EXPECT_EQ(scree(odd_sweep({"--emit", "slurm", "--json"})).exit_code, 2);
    fs::copy(odd_scene(), folder_ / "a\nb.toml");
    const Outcome line = scree({"run", "a\nb.toml", "--emit", "parallel"});
    EXPECT_EQ(line.exit_code, 3);
    EXPECT_THAT(line.out, IsEmpty());
    EXPECT_THAT(line.err, HasSubstr("a file name with a line end cannot be put into a list"));
}

using Continue = SweepRun;

TEST_F(Continue, BeginsGoesOnAndLeavesAlone) {
    const Arguments job = {"run", scene(), "-o", "a", "--continue", "--set", "run.duration=1.0"};
    Arguments cut = job;
    cut.insert(cut.end(), {"--max-wall", "0.05"});
    EXPECT_EQ(scree(cut).exit_code, 6);
    const Outcome second = scree(job);
    EXPECT_EQ(second.exit_code, 0) << second.err;
    EXPECT_THAT(second.err, HasSubstr("goes on from the checkpoint at t = "));
    Arguments whole = job;
    whole[3] = "whole";
    EXPECT_EQ(scree(whole).exit_code, 0);
    expect_same(Result(path("a")), Result(path("whole")));
    const auto before = fs::last_write_time(folder_ / "a/summary.json");
    const Outcome third = scree(job);
    EXPECT_EQ(third.exit_code, 0);
    EXPECT_EQ(third.out, second.out);
    EXPECT_EQ(fs::last_write_time(folder_ / "a/summary.json"), before);

    Arguments other = job;
    other.insert(other.end(), {"--set", "seed=2"});
    const Outcome refused = scree(other);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_EQ(refused.err,
              "scree: a: its run is of another scene: `seed` was 1 and is 2 now; choose another "
              "folder with -o, or give --force instead of --continue to lose that run\n");
}

TEST_F(Continue, DoesNotRepeatABreakdown) {
    const Arguments job = {
        "run", scene(), "-o", "a", "--continue", "--set", "grains.block.place.at=[[0.1, 0.0]]"};
    EXPECT_EQ(scree(job).exit_code, 4);
    const auto before = fs::last_write_time(folder_ / "a/log.txt");
    const Outcome again = scree(job);
    EXPECT_EQ(again.exit_code, 4);
    EXPECT_THAT(again.err, AllOf(HasSubstr("`block 0`"), HasSubstr("; it would break down again")));
    EXPECT_EQ(fs::last_write_time(folder_ / "a/log.txt"), before);
}

TEST_F(Continue, NeedsOneSceneAndItsFolder) {
    EXPECT_EQ(scree({"run", scene(), "--continue"}).exit_code, 2);
    EXPECT_EQ(scree({"run", scene(), "b.toml", "-o", "a", "--continue"}).exit_code, 2);
    EXPECT_EQ(scree({"run", scene(), "-o", "a", "--continue", "--force"}).exit_code, 2);
}

}  // namespace
}  // namespace scree::cli

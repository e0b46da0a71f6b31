// Sweeps that are stopped, by signals, by time or by force, and go on to the same bits.

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

namespace fs = std::filesystem;

class SweepStop : public SweepRun {
public:
    // The sweep is long enough to be stopped in the middle.
    const Arguments long_sweep = {"--sweep", "seed=1..3", "--set", "run.duration=2.5", "-o", "a"};

    // The table of the same sweep without any disturbance.
    std::vector<Row> reference() const {
        Arguments arguments = long_sweep;
        arguments.back() = "whole";
        arguments.push_back("-j2");
        EXPECT_EQ(swept(arguments).exit_code, 0);
        return table("whole");
    }

    std::unique_ptr<Child> begin_two() const {
        Arguments arguments = long_sweep;
        arguments.push_back("-j2");
        auto batch = begin(arguments);
        wait_until([&] { return begun_members("a") == 2; });
        return batch;
    }

    void expect_interrupted(const Outcome& outcome) const {
        EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
        EXPECT_EQ(count_of(table("a"), "interrupted"), 2u);
        EXPECT_EQ(count_of(table("a"), "waiting"), 1u);
        EXPECT_THAT(outcome.err, HasSubstr("0 of 3 runs are done; the same call goes on"));
        for (const char* seed : {"seed=1", "seed=2"})
            EXPECT_EQ(summary_value(text_of(folder_ / "a" / seed / "summary.json"), "end"),
                      "\"interrupted\"");
    }

    void expect_to_go_on() const {
        const Outcome again = swept(long_sweep);
        EXPECT_EQ(again.exit_code, 0) << again.err;
        EXPECT_THAT(again.err, HasSubstr("3 runs, 0 done, 2 to go on with, 1 to begin"));
        EXPECT_EQ(without_times(table("a")), without_times(reference()));
    }
};

TEST_F(SweepStop, BySignalToTheBatch) {
    const auto batch = begin_two();
    batch->send(SIGTERM);
    expect_interrupted(batch->wait());
    expect_to_go_on();
}

// As Ctrl-C on a terminal does: to all processes at once.
TEST_F(SweepStop, BySignalToAll) {
    Arguments command = {"/usr/bin/setsid", SCREE_PROGRAM};
    const Arguments arguments = sweep(long_sweep);
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.push_back("-j2");
    Child batch(command, {}, folder_.path());
    wait_until([&] { return begun_members("a") == 2; });
    ASSERT_EQ(::kill(-batch.id(), SIGINT), 0);
    expect_interrupted(batch.wait());
    expect_to_go_on();
}

TEST_F(SweepStop, ASecondSignalEndsAllAtOnce) {
    const auto batch =
        begin({"--sweep", "seed=1..3", "--set", "run.duration=1000", "-o", "a", "-j2"});
    wait_until([&] { return begun_members("a") == 2; });
    const std::vector<pid_t> children = children_of(batch->id());
    ASSERT_EQ(children.size(), 2u);
    batch->send(SIGSTOP);
    batch->send(SIGINT);
    batch->send(SIGTERM);  // both are pending when it wakes
    batch->send(SIGCONT);
    EXPECT_EQ(batch->wait().exit_code, 130);
    EXPECT_EQ(begun_members("a"), 2u);  // no summaries
    for (const pid_t child : children) wait_until([&] { return is_gone(child); });
}

// Its members notice, write checkpoints, and leave the folders to whoever calls again.
TEST_F(SweepStop, ByForce) {
    const auto batch = begin_two();
    const std::vector<pid_t> children = children_of(batch->id());
    batch->send(SIGKILL);
    EXPECT_EQ(batch->wait().signal, SIGKILL);
    for (const pid_t child : children) wait_until([&] { return is_gone(child); });
    for (const char* seed : {"seed=1", "seed=2"})
        EXPECT_EQ(summary_value(text_of(folder_ / "a" / seed / "summary.json"), "end"),
                  "\"interrupted\"");
    expect_to_go_on();
}

TEST_F(SweepStop, ByMaxWallAgainAndAgain) {
    Arguments arguments = long_sweep;
    arguments.insert(arguments.end(), {"-j2", "--max-wall", "0.2"});
    Outcome outcome = swept(arguments);
    EXPECT_EQ(outcome.exit_code, 6);
    EXPECT_GE(count_of(table("a"), "max_wall"), 1u);
    int calls = 1;
    while (outcome.exit_code == 6 && ++calls < 1000) outcome = swept(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(without_times(table("a")), without_times(reference()));
}

TEST_F(SweepStop, TwoBatchesCannotWorkOnOneSweep) {
    const auto first = begin_two();
    const std::string before = text_of(folder_ / "a/sweep.csv");
    Arguments forced = long_sweep;
    forced.push_back("--force");
    for (const Arguments& arguments : {long_sweep, forced}) {
        const Outcome second = swept(arguments);
        EXPECT_EQ(second.exit_code, 1);
        EXPECT_EQ(second.err, "scree: a: another scree works on this sweep now\n");
    }
    EXPECT_EQ(text_of(folder_ / "a/sweep.csv"), before);
    first->send(SIGTERM);
    EXPECT_EQ(first->wait().exit_code, 130);
}

// A member that somebody runs by hand in the meantime is left alone.
TEST_F(SweepStop, AMemberThatIsBusyElsewhereFails) {
    const auto elsewhere = begin({"--set", "seed=2", "-o", "b/seed=2", "--continue"});
    wait_until([&] { return fs::exists(folder_ / "b/seed=2/scene.toml"); });
    elsewhere->send(SIGSTOP);
    const Outcome outcome = swept({"--sweep", "seed=1..3", "-o", "b"});
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_EQ(count_of(table("b"), "done"), 2u);
    EXPECT_THAT(table("b")[1].at("message"), HasSubstr("b/seed=2: a run writes to it now"));
    elsewhere->send(SIGCONT);
    EXPECT_EQ(elsewhere->wait().exit_code, 0);
    EXPECT_EQ(swept({"--sweep", "seed=1..3", "-o", "b"}).exit_code, 0);
}

class SweepProgress : public SweepRun {
public:
    // On a terminal that `script` makes; what the program wrote there.
    std::string on_terminal(const std::string& options) const {
        const std::string command = std::string(SCREE_PROGRAM) + " run " + scene() +
                                    " --set run.duration=1.5 --sweep seed=1..3 -j2 " + options;
        return run({"/usr/bin/script", "-qec", command, "/dev/null"},
                   {"PATH=/usr/bin:/bin", "TERM=xterm"}, folder_.path())
            .out;
    }
};

TEST_F(SweepProgress, ABarOnATerminal) {
    EXPECT_THAT(on_terminal(""), AllOf(HasSubstr("\033[1msmall\033[0m [....."),
                                       HasSubstr(" of 3 done, 2 running, "), HasSubstr(" left")));
    EXPECT_THAT(on_terminal("--quiet"), Not(HasSubstr(" running, ")));
}

TEST_F(SweepProgress, LinesInAFile) {
    const Outcome outcome = swept({"--sweep", "seed=1..3"});
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("small: 3 runs, 0 done, 3 to begin; table: "),
                                   HasSubstr("seed=1: done (1 of 3)\n"),
                                   HasSubstr("seed=3: done (3 of 3)\n"), Not(HasSubstr("\r"))));
    EXPECT_THAT(swept({"--sweep", "seed=1..3", "--quiet"}).err, IsEmpty());
}

}  // namespace
}  // namespace scree::cli

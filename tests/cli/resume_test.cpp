// scree resume: whatever ended a run, it goes on to the same bits.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>
#include <utility>

#include "tests/cli/small_run.h"

namespace scree::cli {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

class Resume : public SmallRun {
public:
    Outcome resume(const std::string& name) const {
        return scree({"resume", path(name), "--quiet"});
    }

    // Makes a run that ends early, by its own duration.
    void begin(const std::string& name, const std::string& duration) const {
        ASSERT_EQ(scree({"run", scene(), "-o", path(name), "--quiet", "--set",
                         "run.duration=" + duration})
                      .exit_code,
                  0);
    }

    // The undisturbed run, and how long it takes.
    std::pair<Result, double> timed() {
        const Clock::time_point start = Clock::now();
        EXPECT_EQ(scree({"run", scene(), "-o", path("whole"), "--quiet"}).exit_code, 0);
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        return {Result(path("whole")), seconds};
    }

    // Kills the run as often as that, at moments spread over its time, and lets it end.
    void survive(int kills) {
        auto [undisturbed, seconds] = timed();
        std::mt19937 random(7);
        int killed = 0;
        int gone_on = 0;
        for (int k = 0; k < kills; ++k) {
            const std::string name = "killed-" + std::to_string(k);
            const double share = (k + std::uniform_real_distribution<>()(random)) / kills;
            Child child({SCREE_PROGRAM, "run", scene(), "-o", path(name), "--quiet"});
            std::this_thread::sleep_for(std::chrono::duration<double>(share * seconds));
            child.send(SIGKILL);
            if (child.wait().signal == SIGKILL)
                ++killed;
            else
                seconds *= 0.7;  // the machine was busier at first
            if (!fs::exists(path(name) + "/scene.toml")) continue;  // before anything was written
            const bool has_checkpoint = fs::exists(path(name) + "/checkpoint.h5");
            const Outcome outcome = scree({"resume", path(name)});
            ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
            if (has_checkpoint) {
                EXPECT_THAT(outcome.err, AnyOf(HasSubstr("goes on from the checkpoint at t = "),
                                               HasSubstr("is finished")));
                if (outcome.err.find("goes on from") != std::string::npos) ++gone_on;
            }
            expect_same(Result(path(name)), undisturbed);
            fs::remove_all(path(name));
        }
        EXPECT_GE(2 * killed, kills) << "most runs were over before they were killed";
        EXPECT_GE(3 * gone_on, kills) << "few had a checkpoint to go on from";
    }
};

TEST_F(Resume, AfterSigkillAtTwentyMoments) { survive(20); }

TEST_F(Resume, AfterMaxWallAgainAndAgain) {
    const Result undisturbed = whole();
    Outcome outcome = scree({"run", scene(), "-o", path("a"), "--quiet", "--max-wall", "0.02"});
    EXPECT_EQ(outcome.exit_code, 6);
    EXPECT_THAT(outcome.err, HasSubstr("go on with: scree resume " + path("a")));
    EXPECT_EQ(summary_value(text_of(path("a") + "/summary.json"), "end"), "\"max_wall\"");
    int rounds = 0;
    while (outcome.exit_code == 6 && ++rounds < 1000)
        outcome = scree({"resume", path("a"), "--max-wall", "0.05", "--threads",
                         std::to_string(1 + rounds % 2)});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_GT(rounds, 1);
    expect_same(Result(path("a")), undisturbed);
}

TEST_F(Resume, AfterSignals) {
    const Result undisturbed = whole();
    for (const int signal : {SIGINT, SIGTERM}) {
        const std::string name = "signal-" + std::to_string(signal);
        Child child({SCREE_PROGRAM, "run", scene(), "-o", path(name)});
        while (!fs::exists(path(name) + "/checkpoint.h5"))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        child.send(signal);
        const Outcome outcome = child.wait();
        EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("interrupted at t = "));
        EXPECT_EQ(summary_value(text_of(path(name) + "/summary.json"), "end"), "\"interrupted\"");
        EXPECT_EQ(resume(name).exit_code, 0);
        expect_same(Result(path(name)), undisturbed);
    }
}

TEST_F(Resume, ASecondSignalEndsAtOnce) {
    Child child({SCREE_PROGRAM, "run", scene(), "-o", path("a"), "--set", "run.duration=1000"});
    while (!fs::exists(path("a") + "/checkpoint.h5"))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    child.send(SIGSTOP);
    child.send(SIGINT);
    child.send(SIGTERM);  // both are pending when it wakes
    child.send(SIGCONT);
    const Outcome outcome = child.wait();
    EXPECT_EQ(outcome.exit_code, 130);
    EXPECT_THAT(outcome.err, Not(HasSubstr("interrupted at")));
    EXPECT_FALSE(fs::exists(path("a") + "/summary.json"));
    // Nothing is lost but the steps since the last checkpoint.
    EXPECT_EQ(scree({"resume", path("a"), "--max-wall", "0.1"}).exit_code, 6);
}

TEST_F(Resume, AFinishedRunSaysSoAndStaysAsItIs) {
    begin("a", "0.13");  // the end has a row and a frame of its own
    const Result before(path("a"));
    const Outcome outcome = scree({"resume", path("a"), "--json"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err, HasSubstr("is finished, at t = 0.13"));
    EXPECT_EQ(outcome.out, text_of(path("a") + "/summary.json"));
    expect_same(Result(path("a")), before);
}

TEST_F(Resume, ALongerDuration) {
    const Result undisturbed = whole();
    begin("a", "0.4567");
    const Outcome outcome = scree({"resume", path("a"), "--duration", "1.5"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    expect_same(Result(path("a")), undisturbed);
    EXPECT_EQ(text_of(path("a") + "/scene.toml"), text_of(path("whole") + "/scene.toml"));
}

TEST_F(Resume, DamagedCheckpoints) {
    const Result undisturbed = whole();
    std::mt19937 random(3);
    for (const std::string how : {"a flipped bit", "cut off", "empty", "missing", "no HDF5"}) {
        SCOPED_TRACE(how);
        const std::string name = "damaged";
        begin(name, "0.8");
        fs::remove(path(name) + "/summary.json");
        const std::string checkpoint = path(name) + "/checkpoint.h5";
        std::string bytes = text_of(checkpoint);
        if (how == "a flipped bit") bytes[random() % bytes.size()] ^= 16;
        if (how == "cut off") bytes.resize(random() % bytes.size());
        if (how == "empty") bytes.clear();
        if (how == "no HDF5") bytes = "nothing of the kind";
        std::ofstream(checkpoint, std::ios::binary) << bytes;
        if (how == "missing") fs::remove(checkpoint);
        const Outcome outcome = scree({"resume", path(name), "--duration", "1.5"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_THAT(outcome.err, AllOf(HasSubstr("checkpoint.h5"),
                                       HasSubstr("the one before it is used: goes on from")));
        expect_same(Result(path(name)), undisturbed);
        fs::remove_all(path(name));
    }
}

TEST_F(Resume, BothCheckpointsDamaged) {
    begin("a", "0.3");
    for (const char* name : {"checkpoint.h5", "checkpoint.previous.h5"})
        std::ofstream(path("a") + "/" + name) << "junk";
    fs::remove(path("a") + "/summary.json");
    const Outcome outcome = resume("a");
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_THAT(outcome.err, HasSubstr("checkpoint.previous.h5: damaged"));
}

TEST_F(Resume, AnotherSceneThanThatOfTheCheckpoint) {
    begin("a", "0.3");
    const std::string file = path("a") + "/scene.toml";
    std::string text = text_of(file);
    text.replace(text.find("friction = 0.4"), 14, "friction = 0.6");
    std::ofstream(file) << text;
    fs::remove(path("a") + "/summary.json");
    const Outcome outcome = resume("a");
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_THAT(outcome.err, HasSubstr("scene.toml: was changed after the run: "
                                       "`materials.rubber.friction` was 0.4 and is 0.6 now"));
    EXPECT_EQ(scree({"verify", "--accept", path("a")}).exit_code, 0);
    const Outcome accepted = resume("a");
    EXPECT_EQ(accepted.exit_code, 5);
    EXPECT_THAT(accepted.err, HasSubstr("is of another scene than scene.toml beside it: "
                                        "`materials.rubber.friction` was 0.4 and is 0.6 now"));
}

TEST_F(Resume, AFolderWithoutARun) {
    EXPECT_EQ(resume("nowhere").exit_code, 5);
    fs::create_directory(path("empty"));
    const Outcome outcome = resume("empty");
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_THAT(outcome.err, HasSubstr("holds no run"));
}

TEST_F(Resume, TwoProcessesCannotWriteToOneFolder) {
    Child first({SCREE_PROGRAM, "run", scene(), "-o", path("a"), "--set", "run.duration=1000"});
    while (!fs::exists(path("a") + "/checkpoint.h5"))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    for (const Outcome& second :
         {resume("a"), scree({"run", scene(), "-o", path("a"), "--force"})}) {
        EXPECT_EQ(second.exit_code, 1);
        EXPECT_THAT(second.err, HasSubstr("a run writes to it now"));
    }
    first.send(SIGTERM);
    EXPECT_EQ(first.wait().exit_code, 130);
}

// Files may not become larger than the limit: the first that does is series.csv, a checkpoint or a
// segment.
TEST_F(Resume, AfterAFullDisk) {
    const Result undisturbed = whole();
    int met = 0;
    int gone_on = 0;
    for (const char* limit : {"5000", "20000", "40000", "60000", "100000"}) {
        const std::string name = std::string("full-") + limit;
        const Outcome full = run({"/usr/bin/prlimit", std::string("--fsize=") + limit,
                                  SCREE_PROGRAM, "run", scene(), "-o", path(name), "--quiet"});
        if (full.exit_code == 0) continue;
        ++met;
        EXPECT_EQ(full.exit_code, 5) << full.err;
        EXPECT_THAT(full.err, AllOf(HasSubstr("File too large"), HasSubstr("make room")));
        const bool has_checkpoint = fs::exists(path(name) + "/checkpoint.h5");
        const Outcome outcome = scree({"resume", path(name)});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        if (has_checkpoint) {
            ++gone_on;
            EXPECT_THAT(outcome.err, HasSubstr("goes on from the checkpoint at t = "));
            EXPECT_THAT(outcome.err, Not(HasSubstr("damaged")));
        }
        EXPECT_TRUE(fs::exists(path(name) + "/final.png"));
        expect_same(Result(path(name)), undisturbed);
    }
    EXPECT_GE(met, 3);
    EXPECT_GE(gone_on, 1);
}

}  // namespace
}  // namespace scree::cli

// A run that was watched and touched, saved, and gone on with by the program.

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "engine/live/branch.h"
#include "engine/run/summary.h"
#include "tests/cli/small_run.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;

class SavedBranch : public SmallRun {
public:
    void touch(const engine::LiveChange& change) {
        live_.change(change);
        changes_.push_back({live_.simulation().steps(), change});
    }
    void go_to(double time) {
        while (live_.simulation().time() < time) live_.step();
    }
    std::string save() { return engine::save_branch(live_, changes_, folder_.path(), "branch"); }
    std::string hash_of(const std::string& folder) const {
        return summary_value(text_of(folder + "/summary.json"), "state_hash");
    }
    // The hash at the end of the run, as summary.json writes it.
    std::string hash_at_the_end() {
        while (!live_.over()) live_.step();
        return "\"" + engine::hash_text(live_.state_hash()) + "\"";
    }

    engine::World live_{engine::load_scene(scene())};
    std::vector<engine::LoggedChange> changes_;
};

TEST_F(SavedBranch, WithAWallOfAnotherSpeedGoesOnToTheSameBitsAlsoWhenItIsKilled) {
    go_to(0.3);
    touch(engine::ChangeWallRate{1, 2.0});
    touch(engine::ChangeGravity{{1.0, -9.0}});
    go_to(0.45);
    touch(engine::ChangeWallRate{1, 0.6});
    go_to(0.5);
    const std::string calm = save();
    const std::string killed = save();
    const std::string hash = hash_at_the_end();

    ASSERT_EQ(scree({"resume", calm, "--quiet", "--threads", "2"}).exit_code, 0);
    EXPECT_EQ(hash_of(calm), hash);

    Child child({SCREE_PROGRAM, "resume", killed, "--quiet"});
    // Wait until it has written a checkpoint of its own.
    while (!fs::exists(killed + "/checkpoint.previous.h5"))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    child.send(SIGKILL);
    EXPECT_EQ(child.wait().signal, SIGKILL) << "it was over before";
    const Outcome outcome = scree({"resume", killed, "--quiet"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(hash_of(killed), hash);
    expect_same(Result(killed), Result(calm));
}

}  // namespace
}  // namespace scree::cli

// Runs with loads and stages that were changed by hand, saved, and gone on with.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/live/branch.h"
#include "engine/run/run.h"
#include "tests/engine/loaded_scene.h"
#include "tests/engine/temporary_folder.h"

namespace scree::engine {
namespace {

using ::testing::HasSubstr;

constexpr std::uint32_t lid = 1;

/// What a hand does to a run with stages: changes at times (s), and when the run is saved.
struct Hand {
    const char* name;
    std::vector<std::pair<double, LiveChange>> changes;
    double saved = 0.0;
};

void PrintTo(const Hand& hand, std::ostream* out) { *out << hand.name; }

class BranchWithStages : public testing::TestWithParam<Hand> {
public:
    void step_to(double time) {
        while (live_.simulation().time() < time && !live_.over()) live_.step();
    }
    TemporaryFolder folder_;
    World live_{load(loaded_scene)};
};

TEST_P(BranchWithStages, GoesOnToTheSameBits) {
    std::vector<LoggedChange> changes;
    for (const auto& [time, change] : GetParam().changes) {
        step_to(time);
        live_.change(change);
        changes.push_back({live_.simulation().steps(), change});
    }
    step_to(GetParam().saved);
    const auto path = save_branch(live_, changes, folder_.path(), "branch");
    RunObserver nobody;
    engine::Run run = engine::Run::resume(RunFolder::open(path), {}, "test");
    EXPECT_EQ(run.live().state_hash(), live_.state_hash());
    while (!live_.over()) live_.step();
    run.go({}, nobody);
    EXPECT_EQ(run.live().simulation().steps(), live_.simulation().steps());
    EXPECT_EQ(run.live().state_hash(), live_.state_hash());

    World untouched(load(loaded_scene));
    while (!untouched.over()) untouched.step();
    EXPECT_NE(untouched.state_hash(), live_.state_hash()) << "nothing was tested";
}

const LiveChange more_load = ChangeLoad{lid, 170.0};
const LiveChange tilted = ChangeGravity{{0.4, -1.5}};
const LiveChange rough = ChangeFriction{0, 0, 0.01};
const LiveChange bead = DropGrain{{geometry::Disc(0.008), 0, {0.1, 0.2}, 0.0, {}, 0.0}};

INSTANTIATE_TEST_SUITE_P(
    Hands, BranchWithStages,
    testing::Values(
        Hand{"load", {{0.03, more_load}}, 0.05},
        Hand{"load, while it still rises", {{0.03, more_load}}, 0.0301},
        Hand{"load, saved in the next stage", {{0.03, more_load}}, 0.15},
        Hand{"end of a stage", {{0.05, EndStage{}}}, 0.05},
        Hand{"end of a stage, saved later", {{0.05, EndStage{}}}, 0.08},
        Hand{"two ends", {{0.05, EndStage{}}, {0.07, EndStage{}}}, 0.07},
        Hand{"load and end", {{0.05, more_load}, {0.05, EndStage{}}}, 0.05},
        Hand{"end and gravity", {{0.05, EndStage{}}, {0.05, tilted}}, 0.05},
        Hand{"gravity before it is ramped", {{0.03, tilted}}, 0.04},
        Hand{"gravity, saved while it is ramped", {{0.03, tilted}}, 0.15},
        Hand{"gravity instead of the ramp", {{0.13, tilted}}, 0.15},
        Hand{"gravity after the ramp", {{0.23, tilted}}, 0.25},
        Hand{"friction before it is set", {{0.03, rough}}, 0.05},
        Hand{"friction after it was set", {{0.105, rough}}, 0.15},
        Hand{"friction, saved later", {{0.105, rough}}, 0.22},
        Hand{"friction of two materials", {{0.03, ChangeFriction{1, 0, 0.05}}}, 0.15},
        Hand{"a grain", {{0.03, bead}}, 0.05},
        Hand{"all", {{0.03, bead}, {0.04, more_load}, {0.05, tilted}, {0.05, rough}}, 0.13}));

TEST(BranchOfLoads, SaysWhatWasDone) {
    const TemporaryFolder folder;
    World live(load(loaded_scene));
    for (int k = 0; k < 50; ++k) live.step();
    live.change(more_load);
    live.change(EndStage{});
    const auto path =
        save_branch(live, {{50, more_load}, {50, EndStage{}}}, folder.path(), "branch");
    const std::string log = read_scene(path / "log.txt");
    EXPECT_THAT(log, HasSubstr("load on lid 170 N/m"));
    EXPECT_THAT(log, HasSubstr("the stage is ended"));
}

TEST(BranchOfLoads, OfOneStageWithoutAName) {
    const TemporaryFolder folder;
    std::string text = loaded_scene.substr(0, loaded_scene.find("[[stage]]"));
    text.erase(text.find("stage = \"shear\""), std::string("stage = \"shear\"").size());
    World live(load(text, {"run.duration=0.2"}));
    for (int k = 0; k < 50; ++k) live.step();
    std::vector<LoggedChange> changes;
    for (const LiveChange& change : {more_load, tilted, bead}) {
        live.change(change);
        changes.push_back({live.simulation().steps(), change});
    }
    const auto path = save_branch(live, changes, folder.path(), "branch");
    while (!live.over()) live.step();
    RunObserver nobody;
    engine::Run run = engine::Run::resume(RunFolder::open(path), {}, "test");
    EXPECT_EQ(run.go({}, nobody), RunEnd::duration);
    EXPECT_EQ(run.live().state_hash(), live.state_hash());
}

}  // namespace
}  // namespace scree::engine

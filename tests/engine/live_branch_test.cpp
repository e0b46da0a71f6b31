#include "engine/live_branch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/run.h"
#include "tests/engine/small_scene.h"
#include "tests/engine/temporary_folder.h"

namespace scree::engine {
namespace {

using ::testing::HasSubstr;

/// Ten hexagons fall, and somebody has a hand in it.
class Branch : public ::testing::Test {
public:
    void touch(const LiveChange& change) {
        live_.change(change);
        changes_.push_back({live_.simulation().steps(), change});
    }
    void step(LiveScene& live, int steps) {
        for (int k = 0; k < steps; ++k) live.step();
    }
    std::filesystem::path save() { return save_branch(live_, changes_, folder_.path(), "branch"); }
    TemporaryFolder folder_;
    LiveScene live_{
        load(small_scene, std::vector<std::string>{"run.threads=1", "run.duration=0.5"})};
    std::vector<LoggedChange> changes_;
};

TEST_F(Branch, GoesOnToTheSameBits) {
    step(live_, 300);
    touch(ChangeGravity{{4.0, -9.0}});
    step(live_, 100);
    touch(ChangeFriction{0, 0, 0.125});
    step(live_, 100);
    const auto path = save();
    EXPECT_EQ(path.filename(), "branch");
    EXPECT_EQ(save().filename(), "branch-2");
    const std::string log = read_scene(path / "log.txt");
    EXPECT_THAT(log, HasSubstr("touched 2 times"));
    EXPECT_THAT(log, HasSubstr("gravity [4, -9] m/s2"));

    const engine::Run run = engine::Run::resume(RunFolder::open(path), {}, "test");
    EXPECT_EQ(run.live().state_hash(), live_.state_hash());
    EXPECT_EQ(run.live().scene().run.gravity, (Vec2{4.0, -9.0}));
    LiveScene other(run.live().scene());
    other.restore(run.live().state());
    step(live_, 3000);  // they reach the floor, and slide
    step(other, 3000);
    EXPECT_EQ(other.state_hash(), live_.state_hash());
}

TEST_F(Branch, ARunFolderLikeAnyOther) {
    step(live_, 200);
    touch(DropGrain{{geometry::Disc(0.005), 0, {0.3, 1.5}, 0.5, {}, 0.0}});
    touch(DropGrain{{geometry::ConvexPolygon(std::vector<Vec2>{{0, 0}, {0.01, 0}, {0, 0.01}}),
                     0,
                     {-0.3, 1.5},
                     0.0,
                     {},
                     0.0}});
    step(live_, 200);
    const auto path = save();
    engine::Run run = engine::Run::resume(RunFolder::open(path), {}, "test");
    EXPECT_EQ(run.live().state_hash(), live_.state_hash());
    EXPECT_EQ(run.live().name_of(10), "dropped_0 0");
    EXPECT_EQ(run.live().name_of(11), "dropped_1 0");
    RunObserver nobody;
    EXPECT_EQ(run.go({}, nobody), RunEnd::duration);
    EXPECT_TRUE(std::filesystem::exists(path / "summary.json"));
    EXPECT_THAT(read_scene(path / "log.txt"), HasSubstr("a grain dropped at [0.3, 1.5] m"));
}

/// Of the floor: along, round and round, to and fro, back and forth in angle.
class BranchWithMovingWall : public Branch, public ::testing::WithParamInterface<const char*> {};

TEST_P(BranchWithMovingWall, WhatASceneCannotSayIsRefused) {
    LiveScene live(
        load(small_scene, std::vector<std::string>{
                              "run.threads=1", "walls.floor.motion=" + std::string(GetParam())}));
    step(live, 10);
    EXPECT_NO_THROW(save_branch(live, {}, folder_.path(), "untouched"));
    const LiveChange faster = ChangeWallRate{0, 2.0};
    live.change(faster);
    const auto refused = [&] {
        EXPECT_THROW(save_branch(live, {{10, faster}}, folder_.path(), "b"), std::invalid_argument);
    };
    refused();
    step(live, 10);
    refused();
    live.change(ChangeWallRate{0, 1.0});  // as fast as before, but somewhere else
    refused();
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "b"));
}

INSTANTIATE_TEST_SUITE_P(
    Motions, BranchWithMovingWall,
    ::testing::Values("{ kind = \"constant\", velocity = [0.1, 0.0] }",
                      "{ kind = \"constant\", spin = 1.0 }",
                      "{ kind = \"oscillate\", amplitude = [0.1, 0.0], frequency = 5.0 }",
                      "{ kind = \"oscillate\", angular_amplitude = 0.1, frequency = 5.0 }"));

}  // namespace
}  // namespace scree::engine

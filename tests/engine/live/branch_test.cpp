#include "engine/live/branch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/run/run.h"
#include "tests/engine/small_scene.h"
#include "tests/engine/temporary_folder.h"

namespace scree::engine {
namespace {

using ::testing::HasSubstr;

/// Ten hexagons fall, and the run is changed by hand meanwhile.
class Branch : public ::testing::Test {
public:
    void touch(const LiveChange& change) {
        live_.change(change);
        changes_.push_back({live_.simulation().steps(), change});
    }
    void step(World& live, int steps) {
        for (int k = 0; k < steps; ++k) live.step();
    }
    std::filesystem::path save() { return save_branch(live_, changes_, folder_.path(), "branch"); }
    TemporaryFolder folder_;
    World live_{load(small_scene, std::vector<std::string>{"run.threads=1", "run.duration=0.5"})};
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
    World other(run.live().scene());
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

/// The parameter is the motion of the floor: along, round and round, to and fro, back and forth in
/// angle.
class BranchWithMovingWall : public Branch, public ::testing::WithParamInterface<const char*> {};

TEST_P(BranchWithMovingWall, GoesOnToTheSameBits) {
    // Grains lie on the wall, so that it matters.
    World live(
        load(small_scene,
             {"run.threads=1", "run.duration=0.2", "walls.floor.motion=" + std::string(GetParam()),
              "grains.pebbles.place={ kind = \"lattice\", x = [-0.1, 0.1], y = [0, 1] }"}));
    step(live, 300);
    World untouched(live.scene());
    untouched.restore(live.state());
    const LiveChange faster = ChangeWallRate{0, 2.5};
    live.change(faster);
    EXPECT_NE(live.state_hash(), untouched.state_hash()) << "it will go another way";
    step(live, 200);
    const LiveChange back = ChangeWallRate{0, -0.3};
    live.change(back);
    const auto at_once = save_branch(live, {{300, faster}, {500, back}}, folder_.path(), "branch");
    step(live, 200);
    const auto later = save_branch(live, {{300, faster}, {500, back}}, folder_.path(), "branch");
    EXPECT_THAT(read_scene(later / "log.txt"), HasSubstr("speed of floor times -0.3"));
    while (!live.over()) live.step();

    RunObserver nobody;
    for (const auto& folder : {at_once, later}) {
        // Stopped on its way, and gone on with again.
        int times_asked = 0;
        const RunLimits limits{[&] { return ++times_asked == 10; }};
        EXPECT_EQ(engine::Run::resume(RunFolder::open(folder), {}, "test").go(limits, nobody),
                  RunEnd::interrupted);
        engine::Run second = engine::Run::resume(RunFolder::open(folder), {}, "test");
        EXPECT_LT(second.live().simulation().steps(), live.simulation().steps());
        EXPECT_EQ(second.go({}, nobody), RunEnd::duration);
        EXPECT_EQ(second.live().state_hash(), live.state_hash());
        EXPECT_EQ(second.live().simulation().walls().rate(0), -0.3);
    }
    while (!untouched.over()) untouched.step();
    EXPECT_NE(untouched.state_hash(), live.state_hash()) << "nothing was tested";
}

INSTANTIATE_TEST_SUITE_P(
    Motions, BranchWithMovingWall,
    ::testing::Values("{ kind = \"constant\", velocity = [0.1, 0.0] }",
                      "{ kind = \"constant\", spin = 1.0 }",
                      "{ kind = \"oscillate\", amplitude = [0.1, 0.0], frequency = 5.0 }",
                      "{ kind = \"oscillate\", angular_amplitude = 0.1, frequency = 5.0 }"));

}  // namespace
}  // namespace scree::engine

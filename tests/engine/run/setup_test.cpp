#include "engine/run/setup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "engine/forecast/placed_overlaps.h"
#include "engine/run/world.h"
#include "tests/engine/small_scene.h"

namespace scree::engine {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string refusal(const std::vector<std::string>& sets) {
    try {
        set_up(load(small_scene, sets));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "no error";
}

const std::string rain =
    "grains.pebbles.place={ kind = \"rain\", x = [-0.5, 0.5], y = 0.1, rate = 100 }";

TEST(RunSetup, PlacesWhatIsNotRain) {
    const RunSetup setup = set_up(load(small_scene));
    ASSERT_EQ(setup.grains.size(), 1u);
    EXPECT_EQ(setup.grains[0].size(), 10u);
    EXPECT_TRUE(setup.rains.empty());

    const RunSetup raining = set_up(load(small_scene, {rain}));
    EXPECT_TRUE(raining.grains[0].empty());
    ASSERT_EQ(raining.rains.size(), 1u);
    EXPECT_EQ(raining.rains[0].rain.count(), 10u);
}

/// A wall over the whole domain except its bottom.
const std::string cover = R"([[walls]]
name = "cover"
material = "stone"
shape = { kind = "box", x = [-1, 1], y = [0.005, 1.9] }
)";

TEST(RunSetup, WallsThatComeLaterTakeNoRoom) {
    EXPECT_THROW(set_up(load(small_scene + cover)), std::invalid_argument);
    const Scene scene = load(small_scene + cover, {"walls.cover.from=0.5"});
    const RunSetup setup = set_up(scene);
    EXPECT_EQ(setup.grains[0].size(), 10u);
    EXPECT_TRUE(placed_overlaps(scene, setup).empty());
}

// Grains that rain down before a wall is there fall on what is there.
TEST(RunSetup, RainLooksAtTheWallsOfItsTime) {
    const World early(load(small_scene + cover, {rain, "walls.cover.from=0.5"}));
    ASSERT_GE(early.simulation().grain_count(), 1u);
    EXPECT_LT(early.simulation().position(0).y, 0.12);
    const World late(load(small_scene + cover, {rain}));
    EXPECT_TRUE(late.simulation().grain_count() == 0 || late.simulation().position(0).y > 1.9);
}

TEST(RunSetup, TheTimeStepIsThatOfAllGrainsThatWillCome) {
    const RunSetup placed = set_up(load(small_scene));
    const RunSetup raining = set_up(load(small_scene, {rain}));
    EXPECT_EQ(placed.step.dt, raining.step.dt);
    EXPECT_EQ(placed.settings.dt, placed.step.dt);
    EXPECT_EQ(placed.step.dt, placed.step.automatic);
    // Small grains, small steps: dt goes as sqrt(m / Y), which is as the size.
    const RunSetup smaller = set_up(load(small_scene, {rain, "grains.pebbles.size.value=0.005"}));
    EXPECT_NEAR(smaller.step.dt / placed.step.dt, 0.5, 1e-9);
    EXPECT_EQ(placed.step.first, "pebbles");
    EXPECT_THAT(placed.step.second, ::testing::AnyOf("pebbles", "floor"));
    EXPECT_GE(static_cast<double>(placed.step.steps) * placed.step.dt, 1.0);
    EXPECT_LT(static_cast<double>(placed.step.steps - 1) * placed.step.dt, 1.0);
}

TEST(RunSetup, ATimeStepOfTheSceneIsJudged) {
    const double automatic = set_up(load(small_scene)).step.dt;
    const auto with = [&](double factor) { return "run.dt=" + number_text(factor * automatic); };
    const RunSetup fine = set_up(load(small_scene, {with(0.5)}));
    EXPECT_EQ(fine.settings.dt, 0.5 * automatic);
    EXPECT_EQ(fine.step.warning, "");
    EXPECT_EQ(fine.step.automatic, automatic);
    EXPECT_NE(set_up(load(small_scene, {with(2.0)})).step.warning, "");
    EXPECT_THAT(refusal({with(50.0)}), HasSubstr("run.dt: "));
}

TEST(RunSetup, SaysWhatCannotBeRun) {
    EXPECT_THAT(refusal({"sweep={ seed = [1, 2] }"}), HasSubstr("sweep: "));
    EXPECT_THAT(refusal({"grains.pebbles.count=100000"}),
                AllOf(HasSubstr("grains pebbles: "), HasSubstr("make x or y wider")));
    EXPECT_THAT(refusal({"grains.pebbles.place={ kind = \"rain\", x = [0, 0.001], y = 0.1, "
                         "rate = 100 }"}),
                HasSubstr("place.x is 0.001 m wide"));
    // Two walls that stand on each other are not on either side of a load that pushes down.
    const std::string roof = R"([[walls]]
name = "roof"
material = "stone"
shape = { kind = "box", x = [-1, 1], y = [1.5, 1.8] }
motion = { kind = "load", along = [0, -1], pressure = 100, between = ["floor", "step"] }
[[walls]]
name = "step"
material = "stone"
shape = { kind = "box", x = [-1, 0], y = [-0.8, -0.5] }
)";
    try {
        set_up(load(small_scene + roof));
        ADD_FAILURE();
    } catch (const std::invalid_argument& error) {
        EXPECT_THAT(error.what(), HasSubstr("walls.roof.motion.between: across the load there is "
                                            "no room between `floor` and `step`"));
    }
}

}  // namespace
}  // namespace scree::engine

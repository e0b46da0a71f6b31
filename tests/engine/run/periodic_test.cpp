#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "engine/forecast/placed_overlaps.h"
#include "engine/grains/wall_shapes.h"
#include "engine/measure/json.h"
#include "engine/measure/kinds/energy.h"
#include "engine/measure/kinds/packing.h"
#include "engine/measure/kinds/repose.h"
#include "engine/measure/kinds/velocity.h"
#include "engine/run/world.h"
#include "geometry/proximity.h"
#include "tests/engine/measure/measure_world.h"
#include "tests/engine/small_scene.h"

/// Scenes in periodic domains: what is placed, refused and measured.
namespace scree::engine {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string in_x = "domain.periodic=[\"x\"]";

std::string refusal(std::vector<std::string> sets) {
    try {
        set_up(load(small_scene, sets));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "none";
}

TEST(PeriodicScene, SaysWhatDoesNotFit) {
    const std::string thick = "walls.floor.one_sided=true";
    EXPECT_EQ(refusal({in_x}), "none");
    EXPECT_EQ(refusal({"domain.periodic=[\"x\", \"y\"]"}), "none");
    EXPECT_THAT(refusal({in_x, thick, "grains.pebbles.size.value=0.95"}),
                AllOf(HasSubstr("domain.periodic: grain `pebbles 0` is "),
                      HasSubstr("only 2 m long in x"), HasSubstr("make domain.x wider")));
    EXPECT_EQ(refusal({"domain.periodic=[\"y\"]", thick, "grains.pebbles.size.value=0.95",
                       "grains.pebbles.count=1", "grains.pebbles.place.y=[0.0, 1.9]"}),
              "none")
        << "there is room enough in y";
    EXPECT_THAT(refusal({in_x,
                         "walls.floor.shape={ kind = \"segment\", from = [-1, 0], to = [1, "
                         "0.3], thickness = 0.2 }"}),
                HasSubstr("walls.floor: a wall reaches around the domain"));
    EXPECT_THAT(refusal({in_x, "walls.floor.motion={ kind = \"constant\", spin = 1.0 }"}),
                HasSubstr("walls.floor: a wall reaches around the domain"));
    const std::string rain = "grains.pebbles.place={ kind = \"rain\", y = 0.1, rate = 100, x = ";
    EXPECT_THAT(refusal({in_x, rain + "[-1.5, 1] }"}), HasSubstr("keep it within -1 and 1 m"));
    EXPECT_EQ(refusal({in_x, rain + "[-1, 1] }"}), "none");
    EXPECT_THAT(refusal({"domain.periodic=[\"y\"]", rain + "[-1, 1] }"}),
                HasSubstr("periodic in y"));
    EXPECT_THAT(
        errors_of(small_scene + "[[measure]]\nname = \"r\"\nkind = \"angle_of_repose\"\n", {in_x}),
        HasSubstr("measure.r: there is no angle of repose in a periodic domain"));
}

/// The smallest distance of two grains, or of a grain and an image.
double closest(const std::vector<NewGrain>& grains, const Period& period) {
    double least = HUGE_VAL;
    const auto pose = [](const NewGrain& grain) {
        return geometry::Transform{grain.position, geometry::Rotation::by(grain.angle)};
    };
    for (std::size_t i = 0; i < grains.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            for (const int x : {-1, 0, 1})
                for (const int y : {-1, 0, 1}) {
                    geometry::Transform image = pose(grains[j]);
                    image.position += period.shift(Turns{x, y});
                    geometry::PairMemory memory;
                    geometry::QueryCounts counts;
                    const auto answer = geometry::proximity(grains[i].shape, pose(grains[i]),
                                                            grains[j].shape, image, memory, counts);
                    const auto* apart = std::get_if<geometry::Apart>(&answer);
                    least = std::min(least, apart != nullptr ? apart->distance : 0.0);
                }
    return least;
}

TEST(PeriodicScene, GrainsArePlacedWithoutOverlapAcrossTheSeam) {
    const std::vector<std::string> sets{
        "domain.periodic=[\"x\", \"y\"]", "walls=[]", "grains.pebbles.count=50",
        "grains.pebbles.size.value=0.27",
        "grains.pebbles.place={ kind = \"random\", x = [-1, 1], y = [-1, 2] }"};
    const Scene scene = load(small_scene, sets);
    const std::vector<NewGrain> grains = set_up(scene).grains[0];
    EXPECT_GT(closest(grains, scene.domain.period()), 0.0);
    std::size_t over_x = 0;
    std::size_t over_y = 0;
    for (const NewGrain& grain : grains) {
        over_x += std::abs(grain.position.x) > 0.9 ? 1 : 0;
        over_y += std::abs(grain.position.y - 0.5) > 1.4 ? 1 : 0;
    }
    EXPECT_GT(over_x, 0u) << "some lie across the seam";
    EXPECT_GT(over_y, 0u);
    // With a wrong period the images of the grains overlap, so this check does see the images.
    Period wrong = scene.domain.period();
    wrong.size = 0.9 * wrong.size;
    EXPECT_EQ(closest(grains, wrong), 0.0);

    const std::vector<NewGrain> rows =
        set_up(load(small_scene, {in_x, "grains.pebbles.count=7", "grains.pebbles.size.value=0.27",
                                  "grains.pebbles.place={ kind = \"lattice\", x = [-1, 1], y = "
                                  "[0.1, 1.9] }"}))
            .grains[0];
    EXPECT_GT(closest(rows, load(small_scene, {in_x}).domain.period()), 0.0);
}

TEST(PeriodicScene, GrainsPlacedInEachOtherAcrossTheSeamAreFound) {
    const std::vector<std::string> sets{
        "grains.pebbles.count=2", "grains.pebbles.shape={ kind = \"disc\" }",
        "grains.pebbles.size.value=0.2",
        "grains.pebbles.place={ kind = \"list\", at = [[-0.95, 1.0], [0.9, 1.0]] }"};
    const Scene open = load(small_scene, sets);
    EXPECT_TRUE(placed_overlaps(open, set_up(open)).empty());
    std::vector<std::string> around = sets;
    around.push_back(in_x);
    const Scene periodic = load(small_scene, around);
    const auto found = placed_overlaps(periodic, set_up(periodic));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_GT(found[0].depth, 0.02);
    EXPECT_LT(found[0].depth, 0.06);
}

TEST(PeriodicScene, RainFallsOnWhatLiesAcrossTheSeam) {
    const Scene scene =
        load(small_scene,
             {in_x, "domain.x=[-0.5, 0.5]", "materials.stone.stiffness=1e7",
              "walls.floor.shape.x=[-0.5, 0.5]", "grains.pebbles.count=80",
              "grains.pebbles.size.value=0.08",
              "grains.pebbles.place={ kind = \"rain\", x = [-0.5, 0.5], y = 0.02, rate = 200 }"});
    World live(scene);
    while (live.simulation().time() < 0.7) live.step();
    EXPECT_EQ(live.grains_to_come(), 0u);
    EXPECT_LT(live.largest_overlap(), 0.05) << "that of impacts";
    std::size_t across = 0;
    for (std::size_t k = 0; k < live.simulation().contacts().size(); ++k)
        across += live.simulation().touches(k) && live.simulation().contacts()[k].image != Image{}
                      ? 1
                      : 0;
    EXPECT_GT(across, 0u);
}

/// A floor that is longer above than below has its centroid elsewhere than the endless one that is
/// felt: rain must fall on what is felt.
TEST(PeriodicScene, RainStartsAboveAFloorOfAnyShape) {
    World world(load(small_scene,
                     {in_x,
                      "walls.floor.shape={ kind = \"polygon\", vertices = [[-1, -1], [1, -1], [5, "
                      "0], [-5, 0]] }",
                      "grains.pebbles.place={ kind = \"rain\", y = 0.05, rate = 1e6, x = [-1, 1] "
                      "}"}));
    while (world.grains_to_come() > 0) ASSERT_NO_THROW(world.step());
    const Simulation& simulation = world.simulation();
    for (std::size_t i = 0; i < simulation.grain_count(); ++i)
        EXPECT_GT(simulation.position(i).y, 0.0) << "grain " << i;
    EXPECT_LT(world.largest_overlap(), 0.01);
}

TEST(PeriodicScene, GrainsLeaveInTheOtherDirectionOnly) {
    const std::vector<std::string> sets{
        "run.gravity=[0, 0]", "grains.pebbles.count=1", "domain.periodic=[\"y\"]", "walls=[]",
        "grains.pebbles.place={ kind = \"list\", at = [[0, 0]], velocity = [[2.0, 40.0]] }"};
    World live(load(small_scene, sets));
    try {
        while (!live.over()) live.step();
        FAIL() << "it did not leave";
    } catch (const Breakdown& breakdown) {
        EXPECT_NEAR(live.simulation().time(), 0.5, 0.02) << breakdown.what();
    }
    EXPECT_GT(live.simulation().turns(0).y, 5);
}

TEST(PeriodicMeasure, PackingCountsWhatLooksInFromTheOtherSide) {
    Still world;
    world.add_disc({0.1, 0.5}, 0.2);
    world.add_disc({0.95, 0.95}, 0.1);  // in a corner
    world.add_wall(rectangle_corners(1.0, 0.1), {0.3, 0.05});
    const geometry::Box unit{{0.0, 0.0}, {1.0, 1.0}};
    const double area = std::numbers::pi * (0.04 + 0.01);
    EXPECT_LT(packing(world.assembly(), unit).at("grain_area").value, 0.9 * area);
    world.surroundings.period = {{0.0, 0.0}, {1.0, 1.0}};
    const Measurement whole = packing(world.assembly(), unit);
    EXPECT_NEAR(*whole.at("grain_area").value, area, 1e-12);
    EXPECT_NEAR(*whole.at("available_area").value, 0.9, 1e-9) << "the wall goes around";
    const geometry::Box moved{{3.5, -2.5}, {4.5, -1.5}};
    EXPECT_NEAR(*packing(world.assembly(), moved).at("grain_area").value, area, 1e-12);
    const geometry::Box large{{0.0, 0.0}, {1e9, 1.0}};
    EXPECT_THAT(packing(world.assembly(), large).note,
                HasSubstr("larger than the periodic domain"));
    EXPECT_THAT(angle_of_repose(world.assembly()).note, HasSubstr("periodic"));
}

TEST(PeriodicMeasure, GravityIsThatOfTheWholeWay) {
    Still world;
    world.add_disc({0.1, 0.5}, 0.2);
    const double mass = world.assembly().grains[0].mass;
    EXPECT_NEAR(*energy(world.assembly()).at("gravity").value, mass * 10.0 * 0.5, 1e-12);
    world.surroundings.period = {{0.0, 0.0}, {0.0, 2.0}};
    world.frame.grains.turns[0] = {0, -3};
    EXPECT_NEAR(*energy(world.assembly()).at("gravity").value, mass * 10.0 * -5.5, 1e-12);
}

TEST(VelocityProfile, OfGrainsThatAreKnown) {
    Still world;
    for (int k = 0; k < 8; ++k) {
        world.add_disc({0.3 * k, 0.5 * k + 0.25}, 0.1);
        world.frame.grains.velocity.back() = {3.0 * (0.5 * k + 0.25) - 1.0, 0.125};
        world.frame.grains.spin.back() = -1.5;
    }
    VelocityProfile profile({false, 5}, {{-1.0, 0.0}, {9.0, 5.0}});
    profile.add(world.assembly());
    profile.add(world.assembly());
    const Measurement result = profile.result();
    EXPECT_NEAR(*result.at("shear_rate").value, 3.0, 1e-12);
    EXPECT_NEAR(*result.at("mean_vx").value, 3.0 * 2.0 - 1.0, 1e-12);
    EXPECT_NEAR(*result.at("mean_vy").value, 0.125, 1e-12);
    EXPECT_EQ(result.at("grains").value, 8.0);
    EXPECT_EQ(result.at("frames").value, 2.0);
    ASSERT_EQ(result.slices.rows.size(), 5u);
    EXPECT_NEAR(*result.slices.rows[1][0], 1.5, 1e-12);
    EXPECT_NEAR(*result.slices.rows[1][1], 3.0 * 1.5 - 1.0, 1e-12);
    EXPECT_NEAR(*result.slices.rows[1][3], -1.5, 1e-12);
    EXPECT_EQ(result.slices.rows[1][4], 2.0);
    EXPECT_FALSE(result.slices.rows[4][1]) << "nobody is there";
    EXPECT_EQ(result.slices.rows[4][4], 0.0);
    const auto json = json_of(result);
    EXPECT_EQ(json["slices"]["vx"].size(), 5u);
    EXPECT_TRUE(json["slices"]["vx"][4].is_null());
    EXPECT_NEAR(json["slices"]["position"][0].get<double>(), 0.5, 1e-12);

    VelocityProfile across({true, 3}, {{0.0, 0.0}, {2.4, 5.0}});
    across.add(world.assembly());
    ASSERT_TRUE(across.result().at("shear_rate").value);
    EXPECT_NEAR(*across.result().at("shear_rate").value, 0.0, 1e-12);
    VelocityProfile all_in_one({true, 3}, {{-1.0, 0.0}, {9.0, 5.0}});
    all_in_one.add(world.assembly());
    EXPECT_FALSE(all_in_one.result().at("shear_rate").value) << "a line through one point";
    const VelocityProfile none({true, 3}, {{-1.0, 0.0}, {9.0, 5.0}});
    EXPECT_THAT(none.result().note, HasSubstr("no grains"));
    EXPECT_FALSE(none.result().at("shear_rate").value);
}

TEST(RowOfGrains, FillsItsLineAndCloses) {
    const SizeSpec size = UniformSize{0.1, 0.3};
    const auto row = [&](std::uint64_t seed) {
        Generator generator(seed, "row");
        return row_of_grains({1.0, 2.0}, {7.0, 2.0}, IrregularShape{}, size, generator);
    };
    const WallPieces pieces = row(1);
    EXPECT_EQ(pieces.size(), 30u);
    double last = pieces.back().position.x - 6.0;
    for (const WallPiece& piece : pieces) {
        EXPECT_EQ(piece.position.y, 2.0);
        EXPECT_GT(piece.position.x - last, 0.09);
        EXPECT_LT(piece.position.x - last, 0.31);
        last = piece.position.x;
    }
    EXPECT_EQ(row(1)[7].position, pieces[7].position);
    EXPECT_NE(row(2)[7].angle, pieces[7].angle);
    Generator generator(1, "");
    EXPECT_THROW(row_of_grains({1.0, 2.0}, {1.0, 2.0}, DiscShape{}, size, generator),
                 geometry::InvalidShape);
    EXPECT_THROW(row_of_grains({0.0, 0.0}, {1e6, 0.0}, DiscShape{}, size, generator),
                 geometry::InvalidShape);
}

TEST(RowOfGrains, IsAWallOfAScene) {
    const auto with = [](const std::string& size) {
        return "walls.floor.shape={ kind = \"grains\", from = [-1, 0], to = [1, 0], grain = { kind "
               "= "
               "\"disc\" }, size = " +
               size + " }";
    };
    const std::string size = with("{ kind = \"mono\", value = 0.05 }");
    const Scene scene = load(small_scene, {in_x, size});
    EXPECT_EQ(scene.walls[0].wall.pieces.size(), 40u);
    EXPECT_EQ(scene.walls[0].wall.motion.about, (Vec2{0.0, 0.0}));
    EXPECT_NE(load(small_scene, {in_x, size, "seed=2"}).walls[0].wall.pieces[0].angle,
              scene.walls[0].wall.pieces[0].angle);
    EXPECT_THAT(errors_of(small_scene, {with("{ kind = \"uniform\", min = 0.05, max = 0.04 }")}),
                HasSubstr("walls.floor.shape.size"));
    EXPECT_THAT(errors_of(small_scene, {with("{ kind = \"mono\", value = 0.005 }")}),
                HasSubstr("one_sided"));
}

}  // namespace
}  // namespace scree::engine

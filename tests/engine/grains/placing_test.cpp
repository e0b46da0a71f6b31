#include "engine/grains/placing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include "engine/grains/group.h"
#include "geometry/proximity.h"
#include "tests/engine/small_world.h"
#include "tests/geometry/random_shapes.h"

namespace scree::engine {
namespace {

using geometry::Apart;
using geometry::Box;
using geometry::Vec2;
using testing::AllOf;
using testing::HasSubstr;

GrainGroup group_of(std::size_t count, const ShapeSpec& shape, const SizeSpec& size,
                    const PlaceSpec& place) {
    return {"stones", 0, count, shape, size, place};
}

PlacedShape placed(const WallPiece& piece) {
    return {&piece.shape, {piece.position, geometry::Rotation::by(piece.angle)}};
}

bool apart(const PlacedShape& a, const PlacedShape& b) {
    geometry::PairMemory memory;
    geometry::QueryCounts counts;
    return std::holds_alternative<Apart>(
        geometry::proximity(*a.shape, a.pose, *b.shape, b.pose, memory, counts));
}

/// Every pair, by the geometry kernel alone.
void expect_no_overlap(const std::vector<PlacedShape>& bodies) {
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (std::size_t j = i + 1; j < bodies.size(); ++j) {
            const Vec2 between = bodies[j].pose.position - bodies[i].pose.position;
            if (length(between) <=
                geometry::radius(*bodies[i].shape) + geometry::radius(*bodies[j].shape)) {
                ASSERT_TRUE(apart(bodies[i], bodies[j])) << i << " and " << j;
            }
        }
}

std::vector<PlacedShape> placed(const std::vector<NewGrain>& grains) {
    std::vector<PlacedShape> bodies;
    for (const NewGrain& grain : grains) bodies.push_back(placed(grain));
    return bodies;
}

void expect_within(const std::vector<NewGrain>& grains, const Interval& x, const Interval& y) {
    for (const NewGrain& grain : grains) {
        const Box box = box_of(placed(grain));
        EXPECT_TRUE(
            contains(Box{{x.low - 1e-12, y.low - 1e-12}, {x.high + 1e-12, y.high + 1e-12}}, box));
    }
}

double total_area(const std::vector<NewGrain>& grains) {
    double sum = 0.0;
    for (const NewGrain& grain : grains) sum += geometry::area(grain.shape);
    return sum;
}

/// What the error says, or nothing.
std::string refusal(const GrainGroup& group, std::span<const Wall> walls = {}) {
    try {
        starting_grains(std::span(&group, 1), walls, 1);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(PlaceList, PutsEachGrainWhereItSays) {
    GrainGroup group =
        group_of(2, RegularShape{5}, MonoSize{0.1},
                 PlaceList{{{1, 2}, {3, 4}}, {0.5, 0.6}, {{7, 8}, {9, 10}}, {-1, 1}});
    std::vector<NewGrain> grains = starting_grains(std::span(&group, 1), {}, 1)[0];
    ASSERT_EQ(grains.size(), 2u);
    EXPECT_EQ(grains[1].position, (Vec2{3, 4}));
    EXPECT_EQ(grains[1].angle, 0.6);
    EXPECT_EQ(grains[1].velocity, (Vec2{9, 10}));
    EXPECT_EQ(grains[0].spin, -1.0);
    group.place = PlaceList{{{1, 2}, {3, 4}}, {}, {}, {}};
    grains = starting_grains(std::span(&group, 1), {}, 1)[0];
    EXPECT_EQ(grains[1].position, (Vec2{3, 4}));
    EXPECT_EQ(grains[1].angle, 0.0);
    EXPECT_EQ(grains[1].velocity, Vec2{});
    EXPECT_EQ(grains[1].spin, 0.0);
}

TEST(PlaceLattice, FillsRowsFromTheBottomWithoutContact) {
    const Interval x{0.0, 1.0};
    const Interval y{2.0, 10.0};
    const GrainGroup group = group_of(500, IrregularShape{5, 9, 2.0}, UniformSize{0.02, 0.04},
                                      PlaceLattice{x, y, {0.0, -1.0}});
    const std::vector<NewGrain> grains = starting_grains(std::span(&group, 1), {}, 1)[0];
    ASSERT_EQ(grains.size(), 500u);
    expect_within(grains, x, y);
    double last = 0.0;
    double largest = 0.0;
    double cosines = 0.0;
    for (const NewGrain& grain : grains) {
        EXPECT_GE(grain.position.y, last);
        EXPECT_EQ(grain.velocity, (Vec2{0.0, -1.0}));
        last = grain.position.y;
        largest = std::max(largest, geometry::radius(grain.shape));
        cosines += std::cos(grain.angle);
    }
    EXPECT_NEAR(cosines / 500.0, 0.0, 4.0 * std::sqrt(0.5 / 500.0));
    EXPECT_NEAR(grains[0].position.y, 2.0 + largest, 1e-6);
    // Not only the grains: their circles have room.
    for (std::size_t i = 0; i < grains.size(); ++i)
        for (std::size_t j = i + 1; j < grains.size(); ++j)
            ASSERT_GT(length(grains[i].position - grains[j].position),
                      geometry::radius(grains[i].shape) + geometry::radius(grains[j].shape));
}

TEST(PlaceLattice, TakesAsManyAsFitAndNoMore) {
    // Discs of 0.1 and a little room, in 1 by 0.35: nine or ten columns, three rows.
    GrainGroup group =
        group_of(27, DiscShape{}, MonoSize{0.1}, PlaceLattice{{0, 1}, {0, 0.35}, {}});
    EXPECT_EQ(refusal(group), "");
    group.count = 28;
    EXPECT_THAT(refusal(group),
                AllOf(HasSubstr("grains stones: "), HasSubstr("9 columns and 3 rows"),
                      HasSubstr("room for 27 of the 28 grains")));
    group.place = PlaceLattice{{0, 1}, {0, 0.05}, {}};
    EXPECT_THAT(refusal(group), HasSubstr("room for 0 of the 28 grains"));
    group.place = PlaceLattice{{0, 0.05}, {0, 1.0}, {}};
    EXPECT_THAT(refusal(group), HasSubstr("0 columns"));
}

TEST(PlaceLattice, LeavesOutWhatIsCovered) {
    const Wall wall = standing(rectangle(0.3, 0.3), {0.5, 0.5}, 0.3);
    GrainGroup group = group_of(300, DiscShape{}, MonoSize{0.04}, PlaceLattice{{0, 1}, {0, 1}, {}});
    const std::vector<NewGrain> grains =
        starting_grains(std::span(&group, 1), std::span(&wall, 1), 1)[0];
    std::vector<PlacedShape> bodies = placed(grains);
    bodies.push_back(placed(wall.pieces[0]));
    expect_no_overlap(bodies);
    group.count = 24 * 24;
    EXPECT_EQ(refusal(group), "");  // the sites are enough without the wall
    EXPECT_THAT(refusal(group, std::span(&wall, 1)), HasSubstr("of the 576 grains"));
    // A wall over everything, under a lattice that would take for ever to look through.
    const Wall cover = standing(rectangle(1e6, 1e6), {});
    group = group_of(1, DiscShape{}, MonoSize{1e-3}, PlaceLattice{{0, 1e5}, {0, 1e5}, {}});
    EXPECT_THAT(refusal(group, std::span(&cover, 1)), HasSubstr("room for 0 of the 1 grains"));
}

// A wall that comes later, or is gone already, takes no room from the grains that are there at the
// start: not on a lattice, and not at random.
TEST(Placing, OnlyWallsThatAreThereAtTheStartTakeRoom) {
    Wall wall = standing(rectangle(10.0, 10.0), {0.5, 0.5});
    GrainGroup group = group_of(100, DiscShape{}, MonoSize{0.04}, PlaceLattice{{0, 1}, {0, 1}, {}});
    for (const PlaceSpec& place : {PlaceSpec(PlaceLattice{{0, 1}, {0, 1}, {}}),
                                   PlaceSpec(PlaceRandom{{0, 1}, {0, 1}, {}})}) {
        group.place = place;
        wall.from = 0.0;
        wall.until = 1.0;
        EXPECT_THAT(refusal(group, std::span(&wall, 1)), HasSubstr(" 0 of the 100 grains"));
        wall.from = 0.5;
        EXPECT_EQ(refusal(group, std::span(&wall, 1)), "");
        wall.from = -1.0;
        wall.until = 0.0;
        EXPECT_EQ(refusal(group, std::span(&wall, 1)), "");
    }
}

TEST(PlaceRandom, FindsRoomWithoutOverlap) {
    const Interval x{-1.0, 1.0};
    const Interval y{0.5, 1.5};
    for (const ShapeSpec& shape :
         {ShapeSpec(IrregularShape{}), ShapeSpec(RectangleShape{3.0}), ShapeSpec(DiscShape{})}) {
        GrainGroup group =
            group_of(1, shape, UniformAreaSize{0.02, 0.08}, PlaceRandom{x, y, {1, 2}});
        // 45 % of the rectangle, where circles about such rectangles would fill 85 %.
        double area = 0.0;
        for (; area < 0.45 * 2.0; area = total_area(make_grains(group, 1))) group.count += 10;
        const std::vector<NewGrain> grains = starting_grains(std::span(&group, 1), {}, 1)[0];
        EXPECT_EQ(grains.size(), group.count);
        EXPECT_NEAR(total_area(grains), 0.9, 0.05);
        expect_within(grains, x, y);
        expect_no_overlap(placed(grains));
        EXPECT_EQ(grains[5].velocity, (Vec2{1, 2}));
    }
}

// Uniform over the rectangle and all orientations, while there is much room.
TEST(PlaceRandom, IsUniform) {
    const GrainGroup group =
        group_of(2000, RectangleShape{2.0}, MonoSize{1e-4}, PlaceRandom{{2, 4}, {0, 1}, {}});
    const std::vector<NewGrain> grains = starting_grains(std::span(&group, 1), {}, 1)[0];
    std::vector<int> cells(20);
    double cosines = 0.0;
    for (const NewGrain& grain : grains) {
        const auto column = static_cast<std::size_t>((grain.position.x - 2.0) * 2.5);
        const auto row = static_cast<std::size_t>(grain.position.y * 4.0);
        ++cells.at(5 * row + column);
        cosines += std::cos(grain.angle);
    }
    for (const int count : cells) EXPECT_NEAR(count, 100, 45);
    EXPECT_NEAR(cosines / 2000.0, 0.0, 4.0 * std::sqrt(0.5 / 2000.0));
}

TEST(PlaceRandom, AvoidsWallsAndEarlierGroups) {
    const std::vector<Wall> walls{standing(rectangle(0.4, 0.4), {0.5, 0.5}, 0.6),
                                  standing(geometry::Disc(0.1), {0.1, 0.9}),
                                  standing(rectangle(2.0, 0.2), {0.5, 0.0}, 0.05)};
    const std::vector<GrainGroup> groups{
        {"first", 0, 100, IrregularShape{}, UniformSize{0.01, 0.04},
         PlaceRandom{{0, 1}, {0, 1}, {}}},
        {"lattice", 1, 30, RegularShape{3}, MonoSize{0.04}, PlaceLattice{{0, 1}, {0, 1}, {}}},
        {"rain", 0, 100, DiscShape{}, MonoSize{0.01}, PlaceRain{{0, 1}, 0.1, 10, {}, {}}},
        {"second", 2, 100, EllipseShape{2.0, 20}, MonoSize{0.03}, PlaceRandom{{0, 1}, {0, 1}, {}}}};
    const auto grains = starting_grains(groups, walls, 1);
    ASSERT_EQ(grains.size(), 4u);
    EXPECT_EQ(grains[0].size(), 100u);
    EXPECT_EQ(grains[1].size(), 30u);
    EXPECT_EQ(grains[2].size(), 0u);
    EXPECT_EQ(grains[3].size(), 100u);
    EXPECT_EQ(grains[3][7].material, 2);
    std::vector<PlacedShape> bodies;
    for (const auto& of_group : grains)
        for (const NewGrain& grain : of_group) bodies.push_back(placed(grain));
    const std::size_t with_grains = bodies.size();
    for (const Wall& wall : walls) bodies.push_back(placed(wall.pieces[0]));
    // The walls overlap each other; nothing else does anything.
    for (std::size_t w = with_grains; w < bodies.size(); ++w) {
        std::vector<PlacedShape> one(bodies.begin(),
                                     bodies.begin() + static_cast<std::ptrdiff_t>(with_grains));
        one.push_back(bodies[w]);
        expect_no_overlap(one);
    }
}

// Between grains of 2 cm that cover a quarter there is no room for 30 cm.
TEST(PlaceRandom, LargeGrainsFindRoomWhenSmallOnesAreNamedFirst) {
    const PlaceRandom square{{0, 1}, {0, 1}, {}};
    const std::vector<GrainGroup> groups{
        {"sand", 0, 800, DiscShape{}, MonoSize{0.02}, square},
        {"stones", 1, 3, DiscShape{}, MonoSize{0.3}, square},
        {"block", 2, 1, DiscShape{}, MonoSize{0.1}, PlaceList{{{0.5, 0.5}}, {}, {}, {}}}};
    const auto grains = starting_grains(groups, {}, 1);
    ASSERT_EQ(grains[0].size(), 800u);
    ASSERT_EQ(grains[1].size(), 3u);
    EXPECT_EQ(grains[0][7].material, 0);
    EXPECT_EQ(grains[1][2].material, 1);
    std::vector<PlacedShape> bodies;
    for (const auto& of_group : grains)
        for (const NewGrain& grain : of_group) bodies.push_back(placed(grain));
    expect_no_overlap(bodies);
}

TEST(PlaceRandom, SaysWhichGroupFoundNoRoomAmongTheOthers) {
    const PlaceRandom square{{0, 1}, {0, 1}, {}};
    const std::vector<GrainGroup> groups{{"sand", 0, 900, DiscShape{}, MonoSize{0.03}, square},
                                         {"stones", 1, 4, DiscShape{}, MonoSize{0.3}, square}};
    try {
        starting_grains(groups, {}, 1);
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_THAT(error.what(),
                    AllOf(HasSubstr("grains sand: only "), HasSubstr(" of the 900 grains"),
                          HasSubstr("the largest first of all groups, after 4 grains of others"),
                          HasSubstr("wider")));
    }
}

TEST(PlaceRandom, SaysHowManyFoundRoom) {
    // Discs at random jam at 54.7 % (Feder 1980), less near the edges of a small rectangle.
    GrainGroup group = group_of(1000, DiscShape{}, MonoSize{0.05}, PlaceRandom{{0, 1}, {0, 1}, {}});
    EXPECT_THAT(refusal(group), HasSubstr("the grains fill 196.3 % of the rectangle"));
    group.count = 400;
    const std::string message = refusal(group);
    EXPECT_THAT(message, AllOf(HasSubstr("grains stones: only 2"), HasSubstr(" of the 400 grains"),
                               HasSubstr("all would fill 78.5 %"), HasSubstr("wider")));
    const double reached = std::stod(message.substr(message.find("they fill ") + 10));
    EXPECT_GT(reached, 45.0);
    EXPECT_LT(reached, 54.7);
    group = group_of(1, DiscShape{}, MonoSize{0.5}, PlaceRandom{{0, 10}, {0, 0.3}, {}});
    EXPECT_THAT(refusal(group), HasSubstr("only 0 of the 1 grains"));
}

TEST(Placing, ErrorsNameTheKey) {
    const auto keys = [](const PlaceSpec& spec) {
        std::string all;
        for (const SpecError& error : find_errors(spec)) all += error.key + " ";
        return all;
    };
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(keys(PlaceList{}), "at ");
    EXPECT_EQ(keys(PlaceList{{{0, 0}}, {}, {}, {}}), "");
    EXPECT_EQ(keys(PlaceList{{{0, 0}, {nan, 0}}, {1.0}, {{0, HUGE_VAL}, {}}, {1, 2, 3}}),
              "at angle velocity spin ");
    EXPECT_THAT(find_errors(PlaceList{{{0, 0}, {nan, 0}}, {}, {}, {}})[0].message,
                HasSubstr("(entry 1) must be from"));
    EXPECT_EQ(keys(PlaceLattice{{0, 1}, {0, 1}, {}}), "");
    EXPECT_EQ(keys(PlaceLattice{{0, 0}, {1, 0}, {nan, 0}}), "x y velocity ");
    EXPECT_EQ(keys(PlaceRandom{{nan, 0}, {0, HUGE_VAL}, {}}), "x y ");
    EXPECT_EQ(keys(PlaceRain{{0, 1}, 0.1, 1.0, {}, {}}), "");
    EXPECT_EQ(keys(PlaceRain{{0, 1}, -0.1, 0.0, {}, nan}), "y rate below ");
}

TEST(PlaceLattice, JitterMovesGrainsWithinTheirCells) {
    GrainGroup group = group_of(200, IrregularShape{}, UniformSize{0.02, 0.04},
                                PlaceLattice{{0, 1}, {0, 2}, {}, 0.5});
    const std::vector<NewGrain> grains = starting_grains(std::span(&group, 1), {}, 1)[0];
    expect_no_overlap(placed(grains));
    expect_within(grains, {0, 1}, {0, 2});
    std::get<PlaceLattice>(group.place).jitter = 0.0;
    const std::vector<NewGrain> even = starting_grains(std::span(&group, 1), {}, 1)[0];
    // Without jitter, grains of a row are at one height.
    EXPECT_EQ(even[1].position.y, even[0].position.y);
    EXPECT_NE(grains[1].position.y, grains[0].position.y);
    std::get<PlaceLattice>(group.place).jitter = -0.1;
    EXPECT_EQ(find_errors(group)[0].key, "place.jitter");
}

}  // namespace
}  // namespace scree::engine

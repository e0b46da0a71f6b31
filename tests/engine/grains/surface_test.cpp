#include "engine/grains/surface.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

using geometry::Disc;
using geometry::Rotation;
using geometry::Shape;

double at(const Surface& surface, double x) { return surface.highest({x, x}); }

TEST(Surface, BeginsAtTheGround) {
    const Surface surface({0.0, 1.0}, 10, -3.0);
    EXPECT_EQ(surface.highest({-5.0, 5.0}), -3.0);
    EXPECT_EQ(at(surface, 99.0), -3.0);
}

TEST(Surface, RaisesTheColumnsThatAreTouched) {
    Surface surface({0.0, 1.0}, 10, 0.0);
    surface.raise({0.42, 0.55}, 2.0);
    EXPECT_EQ(at(surface, 0.39), 0.0);
    EXPECT_EQ(at(surface, 0.41), 2.0);
    EXPECT_EQ(at(surface, 0.59), 2.0);
    EXPECT_EQ(at(surface, 0.61), 0.0);
    surface.raise({0.0, 1.0}, 1.0);
    EXPECT_EQ(at(surface, 0.5), 2.0);
    EXPECT_EQ(surface.lowest({0.3, 0.7}), 1.0);
    surface.raise({1.5, 2.0}, 9.0);  // beside it
    surface.raise({-2.0, -1.5}, 9.0);
    EXPECT_EQ(surface.highest({0.0, 1.0}), 2.0);
}

TEST(Surface, FollowsWallsNeverTooLow) {
    const Shape block = rectangle(2.0, 1.0);
    const Shape disc = Disc(0.5);
    const PlacedShape slope{&block, {{0.5, 0.0}, Rotation::by(0.5)}};
    const PlacedShape ball{&disc, {{0.3, 0.2}, Rotation::by(1.0)}};
    Surface surface({0.0, 1.0}, 100, -9.0);
    surface.add_wall(slope, 99.0);
    for (double x = 0.005; x < 1.0; x += 0.01) {
        const double top = 0.5 / std::cos(0.5) + (x - 0.5) * std::tan(0.5);
        EXPECT_GE(at(surface, x), top);
        EXPECT_LE(at(surface, x), top + 0.01);
    }
    Surface round({0.0, 1.0}, 100, -9.0);
    round.add_wall(ball, 99.0);
    for (double x = 0.005; x < 0.75; x += 0.01) {
        const double top = 0.2 + std::sqrt(0.25 - (x - 0.3) * (x - 0.3));
        EXPECT_GE(at(round, x), top - 1e-12);
        EXPECT_LE(at(round, x), top + 0.025);
    }
    EXPECT_EQ(at(round, 0.9), -9.0);
}

TEST(Surface, TakesNoNoticeOfWhatIsAboveTheTop) {
    const Shape block = rectangle(4.0, 1.0);
    const Shape post = rectangle(0.1, 10.0);
    Surface surface({0.0, 1.0}, 10, 0.0);
    surface.add_wall({&block, {{0.5, 5.0}, {}}}, 3.0);  // a lid
    EXPECT_EQ(surface.highest({0.0, 1.0}), 0.0);
    surface.add_wall({&block, {{0.5, -0.3}, {}}}, 3.0);  // a floor
    EXPECT_NEAR(surface.lowest({0.0, 1.0}), 0.2, 1e-12);
    surface.add_wall({&block, {{0.5, 3.5}, {}}}, 3.0);  // a lid just there
    surface.add_wall({&post, {{0.55, 0.0}, {}}}, 3.0);  // a post through the top
    EXPECT_NEAR(surface.highest({0.0, 1.0}), 0.2, 1e-12);
    surface.add_wall({&block, {{0.5, 2.0}, Rotation::by(1.0)}}, 3.0);  // a steep slope through it
    EXPECT_EQ(at(surface, 0.55), 3.0);
    EXPECT_NEAR(at(surface, 0.95), 0.2, 1e-12);  // under it
    EXPECT_GT(at(surface, 0.01), 1.5);
    EXPECT_LT(at(surface, 0.01), 2.5);
}

TEST(Surface, GrainsInFlightAreNoPartOfIt) {
    const Shape floor = rectangle(2.0, 1.0);
    const Shape grain = Disc(0.1);
    // One on the floor, one on top of it, two in flight that touch, and one beside them.
    const std::vector<PlacedShape> bodies{
        {&floor, {{0.5, -0.5}, {}}}, {&grain, {{0.5, 0.0999}, {}}}, {&grain, {{0.5, 0.2997}, {}}},
        {&grain, {{0.5, 0.9}, {}}},  {&grain, {{0.6, 1.0}, {}}},    {&grain, {{0.1, 0.0999}, {}}}};
    const ShapeIndex index(bodies);
    Surface surface({0.0, 1.0}, 20, -9.0);
    surface.add_wall(bodies[0], 99.0);
    add_grains_at_rest(surface, index, bodies, 1);
    EXPECT_NEAR(at(surface, 0.5), 0.3997, 1e-12);
    EXPECT_NEAR(at(surface, 0.1), 0.1999, 1e-12);
    EXPECT_NEAR(at(surface, 0.8), 0.0, 1e-12);
}

// Against a search through everything that touches, in a crowd where both kinds are common.
TEST(Support, IsFoundThroughChainsOfGrains) {
    Random random(3);
    const Shape floor = rectangle(20.0, 1.0);
    std::vector<Shape> shapes;
    for (int k = 0; k < 200; ++k) shapes.emplace_back(gravel(random, 0.3 + 0.3 * random()));
    std::vector<PlacedShape> bodies{{&floor, {{5.0, -0.5}, {}}}};
    for (const Shape& shape : shapes)
        bodies.push_back(
            {&shape, {{10.0 * random(), 14.0 * random() * random()}, Rotation::by(random())}});
    const ShapeIndex index(bodies);
    std::vector<bool> held(bodies.size());
    std::vector<std::size_t> open{0};
    held[0] = true;
    while (!open.empty()) {
        const std::size_t body = open.back();
        open.pop_back();
        for (const std::size_t next : index.touching(body))
            if (!held[next]) {
                held[next] = true;
                open.push_back(next);
            }
    }
    std::vector<geometry::Box> boxes;
    for (const PlacedShape& body : bodies) boxes.push_back(box_of(body));
    Support upwards(index, boxes, 1);
    Support downwards(index, boxes, 1);
    std::size_t count = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        ASSERT_EQ(upwards.holds(i), held[i]) << i;
        const std::size_t j = bodies.size() - 1 - i;
        ASSERT_EQ(downwards.holds(j), held[j]) << j;
        count += held[i];
    }
    EXPECT_GT(count, 50u);
    EXPECT_LT(count, 150u);
}

}  // namespace
}  // namespace scree::engine

#include "engine/grains/shape_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "geometry/proximity.h"
#include "tests/geometry/random_shapes.h"

namespace scree::engine {
namespace {

using geometry::Shape;
using testing::UnorderedElementsAreArray;
using tests::Random;

double distance(const PlacedShape& a, const PlacedShape& b) {
    geometry::PairMemory memory;
    geometry::QueryCounts counts;
    const auto answer = geometry::proximity(*a.shape, a.pose, *b.shape, b.pose, memory, counts);
    const auto* apart = std::get_if<geometry::Apart>(&answer);
    return apart ? apart->distance : -1.0;
}

// Against a loop over all bodies, whether they were added at once or one after the other.
TEST(ShapeIndex, AgreesWithLookingAtEveryBody) {
    Random random(1);
    std::vector<Shape> shapes;
    std::vector<PlacedShape> bodies;
    for (int k = 0; k < 300; ++k) {
        if (k % 5 == 0)
            shapes.emplace_back(geometry::Disc(random.uniform(0.1, 1.0)));
        else
            shapes.emplace_back(tests::heap_grain(random));
    }
    for (const Shape& shape : shapes) bodies.push_back({&shape, tests::random_pose(random, 20.0)});
    const ShapeIndex at_once(bodies);
    ShapeIndex one_by_one;
    for (const PlacedShape& body : bodies) one_by_one.add(body);
    EXPECT_EQ(at_once.size(), 300u);
    EXPECT_EQ(one_by_one.size(), 300u);

    int roomy = 0;
    constexpr int rounds = 2000;
    for (int k = 0; k < rounds; ++k) {
        const PlacedShape body{&shapes[random.below(300)], tests::random_pose(random, 20.0)};
        const double clearance = k % 2 == 0 ? 0.0 : random.uniform(0.0, 0.5);
        bool room = true;
        double top = -1e9;
        for (const PlacedShape& other : bodies)
            if (distance(other, body) <= clearance) {
                room = false;
                top = std::max(top, box_of(other).high.y);
            }
        roomy += room;
        ASSERT_EQ(at_once.has_room_for(body, clearance), room);
        ASSERT_EQ(one_by_one.has_room_for(body, clearance), room);
        ASSERT_EQ(at_once.top_of_what_is_near(body, clearance).value_or(-1e9), top);
    }
    EXPECT_GT(roomy, rounds / 5);
    EXPECT_LT(roomy, rounds * 4 / 5);

    int touching = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        std::vector<std::size_t> expected;
        for (std::size_t j = 0; j < bodies.size(); ++j)
            if (i != j && distance(bodies[j], bodies[i]) <= 0.0) expected.push_back(j);
        ASSERT_THAT(at_once.touching(i), UnorderedElementsAreArray(expected));
        ASSERT_THAT(one_by_one.touching(i), UnorderedElementsAreArray(expected));
        touching += !expected.empty();
    }
    EXPECT_GT(touching, 60);
    EXPECT_LT(touching, 240);
}

TEST(ShapeIndex, MayBeEmpty) {
    const ShapeIndex nobody;
    const Shape disc = geometry::Disc(1.0);
    EXPECT_EQ(nobody.size(), 0u);
    EXPECT_TRUE(nobody.has_room_for({&disc, {}}, 1e9));
    EXPECT_FALSE(nobody.top_of_what_is_near({&disc, {}}, 1e9));
}

}  // namespace
}  // namespace scree::engine

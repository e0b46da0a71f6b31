#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "geometry/transform.h"
#include "geometry/vec2.h"
#include "tests/geometry/random_shapes.h"

namespace scree::geometry {
namespace {

using tests::Random;

static_assert(Vec2{1.0, 2.0} + Vec2{3.0, 4.0} == Vec2{4.0, 6.0});
static_assert(Vec2{1.0, 2.0} - Vec2{3.0, 5.0} == Vec2{-2.0, -3.0});
static_assert(-Vec2{1.0, -2.0} == Vec2{-1.0, 2.0});
static_assert(2.0 * Vec2{1.0, 2.0} == Vec2{1.0, 2.0} * 2.0);
static_assert(Vec2{1.0, 2.0} / 2.0 == Vec2{0.5, 1.0});
static_assert(dot(Vec2{1.0, 2.0}, Vec2{3.0, 4.0}) == 11.0);
static_assert(cross(Vec2{1.0, 2.0}, Vec2{3.0, 4.0}) == -2.0);

Vec2 random_vector(Random& random) {
    return {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
}

TEST(Vec2, AddsAndSubtractsInPlace) {
    Vec2 v{1.0, 2.0};
    v += {3.0, 4.0};
    EXPECT_EQ(v, (Vec2{4.0, 6.0}));
    v -= {1.0, 1.0};
    EXPECT_EQ(v, (Vec2{3.0, 5.0}));
}

TEST(Vec2, CrossIsPositiveWhenTheSecondIsCounterClockwiseOfTheFirst) {
    EXPECT_GT(cross(Vec2{1.0, 0.0}, Vec2{0.0, 1.0}), 0.0);
    EXPECT_LT(cross(Vec2{0.0, 1.0}, Vec2{1.0, 0.0}), 0.0);
}

TEST(Vec2, QuarterTurnsAreExactAndUndoEachOther) {
    const Vec2 v{3.0, -0.1};
    EXPECT_EQ(turned_left({1.0, 0.0}), (Vec2{0.0, 1.0}));
    EXPECT_EQ(turned_right({1.0, 0.0}), (Vec2{0.0, -1.0}));
    EXPECT_EQ(turned_left(turned_right(v)), v);
    EXPECT_EQ(turned_left(turned_left(v)), -v);
    EXPECT_EQ(dot(v, turned_left(v)), 0.0);
}

TEST(Vec2, LengthAndFiniteness) {
    EXPECT_EQ(length({3.0, 4.0}), 5.0);
    EXPECT_EQ(length({}), 0.0);
    EXPECT_TRUE(is_finite({1.0, -1e308}));
    EXPECT_FALSE(is_finite({std::numeric_limits<double>::infinity(), 0.0}));
    EXPECT_FALSE(is_finite({0.0, std::numeric_limits<double>::quiet_NaN()}));
}

TEST(Rotation, ByAQuarterTurnsTheAxesLeft) {
    const Rotation quarter = Rotation::by(std::numbers::pi / 2.0);
    const Vec2 turned = rotate(quarter, {1.0, 0.0});
    EXPECT_NEAR(turned.x, 0.0, 1e-16);
    EXPECT_EQ(turned.y, 1.0);
    EXPECT_EQ(rotate(Rotation{0.0, 1.0}, Vec2{3.0, 4.0}), (Vec2{-4.0, 3.0}));
}

TEST(Rotation, DefaultLeavesTheBitsAlone) {
    const Vec2 v{0.1, -0.7};
    EXPECT_EQ(rotate(Rotation{}, v), v);
    EXPECT_EQ(unrotate(Rotation{}, v), v);
    EXPECT_EQ(apply(Transform{}, v), v);
    EXPECT_EQ(apply_inverse(Transform{}, v), v);
}

TEST(Rotation, KeepsLengthsAndAngles) {
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const Rotation r = Rotation::by(random.angle());
        const Vec2 v = random_vector(random);
        const Vec2 w = random_vector(random);
        EXPECT_NEAR(dot(rotate(r, v), rotate(r, w)), dot(v, w), 2e-15);
        EXPECT_NEAR(cross(rotate(r, v), rotate(r, w)), cross(v, w), 2e-15);
    }
}

TEST(Transform, InverseUndoesIt) {
    Random random(2);
    for (int i = 0; i < 1000; ++i) {
        const Transform pose = tests::random_pose(random, 10.0);
        const Vec2 v = random_vector(random);
        const Vec2 back = apply_inverse(pose, apply(pose, v));
        EXPECT_NEAR(back.x, v.x, 2e-14);
        EXPECT_NEAR(back.y, v.y, 2e-14);
    }
}

TEST(Transform, RelativePoseLeadsFromTheFrameOfBToThatOfA) {
    Random random(3);
    for (int i = 0; i < 1000; ++i) {
        const Transform a = tests::random_pose(random, 1.0);
        const Transform b = tests::random_pose(random, 1.0);
        const Vec2 v = random_vector(random);
        const Vec2 direct = apply(b, v);
        const Vec2 by_way_of_a = apply(a, apply(relative(a, b), v));
        EXPECT_NEAR(direct.x, by_way_of_a.x, 4e-15);
        EXPECT_NEAR(direct.y, by_way_of_a.y, 4e-15);
    }
}

TEST(Transform, RelativePoseLosesNothingFarFromTheOrigin) {
    // Both positions move by the same amount, exactly: the same bits must come out.
    const Vec2 far{0x1p40, -0x1p41};
    const Transform a{{0.25, 0.5}, Rotation::by(0.3)};
    const Transform b{{1.5, -0.75}, Rotation::by(-1.1)};
    const Transform far_a{a.position + far, a.rotation};
    const Transform far_b{b.position + far, b.rotation};
    EXPECT_EQ(relative(far_a, far_b), relative(a, b));
}

TEST(Transform, RelativeToItselfIsNoMotion) {
    Random random(4);
    for (int i = 0; i < 100; ++i) {
        const Transform pose = tests::random_pose(random, 1e9);
        const Transform same = relative(pose, pose);
        EXPECT_EQ(same.position, Vec2{});
        EXPECT_NEAR(same.rotation.c, 1.0, 4e-16);
        EXPECT_EQ(same.rotation.s, 0.0);
    }
}

}  // namespace
}  // namespace scree::geometry

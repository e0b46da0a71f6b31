#include "tests/geometry/oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/geometry/random_shapes.h"

// The oracle against what is known without one.
namespace scree::tests {
namespace {

using geometry::ConvexPolygon;
using geometry::Rotation;
using geometry::Transform;
using geometry::Vec2;

TEST(Oracle, KnowsTwoSquaresThatOverlapAtACorner) {
    const ConvexPolygon square = rectangle(2.0, 2.0);
    const PairTruth truth = find_truth(square, {}, square, {{1.5, 1.0}, {}});
    ASSERT_TRUE(truth.overlap);
    EXPECT_EQ(truth.common.area, 0.5);
    EXPECT_EQ(truth.common.centroid, (Vec2{0.75, 0.5}));
    EXPECT_EQ(truth.common.crossings, 2u);
    EXPECT_EQ(truth.common.chord, std::sqrt(1.25));
    EXPECT_EQ(truth.common.midpoint, (Vec2{0.75, 0.5}));
    EXPECT_NEAR(truth.common.normal.x, 1.0 / std::sqrt(1.25), 1e-16);
    EXPECT_NEAR(truth.common.normal.y, 0.5 / std::sqrt(1.25), 1e-16);
    EXPECT_NEAR(truth.common.perimeter, 3.0, 1e-15);
    EXPECT_NEAR(truth.common.amplification, 2.0, 1e-15);
}

TEST(Oracle, KnowsTheDistanceOfTwoSquares) {
    const ConvexPolygon square = rectangle(2.0, 2.0);
    const PairTruth truth = find_truth(square, {}, square, {{5.0, 6.0}, {}});
    EXPECT_FALSE(truth.overlap);
    EXPECT_EQ(truth.distance, 5.0);
}

TEST(Oracle, CountsTheCrossingsOfACross) {
    const ConvexPolygon bar = rectangle(4.0, 1.0);
    const Transform upright{{0.25, 0.0}, {0.0, 1.0}};
    const PairTruth truth = find_truth(bar, {}, bar, upright);
    EXPECT_EQ(truth.common.crossings, 4u);
    EXPECT_EQ(truth.common.area, 1.0);
    EXPECT_EQ(truth.common.chord, 0.0);
    EXPECT_EQ(count_crossings(place(bar, {}, {}), place(bar, upright, {})), 4u);
}

TEST(Oracle, TakesSquareRootsTo113Bits) {
    for (const double value : {2.0, 1e-30, 3e40, 0x1p-52}) {
        const Quad root = square_root(value);
        EXPECT_LE(std::abs(static_cast<double>(root * root - value)), 0x1p-110 * value);
    }
    EXPECT_EQ(static_cast<double>(square_root(0)), 0.0);
}

TEST(Oracle, TakesTheTorqueForTheDerivativeOfItsArea) {
    Random random(5);
    const ConvexPolygon a = irregular_polygon(random, 6);
    const ConvexPolygon b = irregular_polygon(random, 7);
    const PosedPair poses = pose_pair_at_depth(random, a, b, {0.1, false, 1.0});
    const double angle = std::atan2(poses.b.rotation.s, poses.b.rotation.c);
    const auto turned = [&](double by) {
        const Transform pose_b{poses.b.position, Rotation::by(angle + by)};
        return find_truth(a, poses.a, b, pose_b).common;
    };
    constexpr double step = 1e-5;
    const double difference = (turned(step).area - turned(-step).area) / (2.0 * step);
    EXPECT_NEAR(turned(0.0).torque, difference, 1e-8);
}

/// Every other pair near contact, the others anywhere within reach of each other.
TEST(Oracle, AgreesWithItselfOnRandomPairs) {
    const std::size_t count = rounds(1000);
    std::size_t apart = 0;
    for (std::uint64_t seed = 0; seed < count && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const ConvexPolygon a = any_polygon(random);
        const ConvexPolygon b = scaled(any_polygon(random), random.log_uniform(0.1, 1.0));
        PosedPair poses = pose_pair_at_depth(random, a, b, random_wish(random, b.diameter()));
        if (seed % 2 == 0) poses = {random_pose(random, 1.0), random_pose(random, 1.0)};
        const QuadOutline outline_a = place(a, poses.a, poses.a.position);
        const QuadOutline outline_b = place(b, poses.b, poses.a.position);
        const PairTruth truth = find_truth(a, poses.a, b, poses.b);
        EXPECT_EQ(count_crossings(outline_a, outline_b), truth.common.crossings);
        const bool nested = contains(outline_a, outline_b) || contains(outline_b, outline_a);
        EXPECT_EQ(nested, truth.overlap && truth.common.crossings == 0);

        const PairTruth exchanged = find_truth(b, poses.b, a, poses.a);
        const double diameter = std::max(a.diameter(), b.diameter());
        EXPECT_NEAR(exchanged.common.area, truth.common.area, 1e-15 * truth.common.area);
        EXPECT_NEAR(exchanged.common.chord, truth.common.chord, 1e-15 * diameter);
        if (truth.overlap) continue;
        ++apart;
        EXPECT_EQ(static_cast<double>(outline_distance(outline_a, outline_b, true)),
                  truth.distance);
    }
    EXPECT_GE(apart, count * 3 / 10);
    EXPECT_LE(apart, count * 7 / 10);
}

}  // namespace
}  // namespace scree::tests

// Pairs of polygons of every size, and of many corners.

#include <gtest/gtest.h>

#include "tests/geometry/degenerate_cases.h"

namespace scree::geometry {
namespace {

using namespace degenerate;

TEST(Degenerate, EverySizeFromNanometresToAMillionKilometres) {
    Random random(6);
    for (std::size_t round = 0; round < tests::rounds(2000); ++round) {
        const double size = random.log_uniform(1e-9, 1e9);
        const ConvexPolygon a = scaled(tests::any_polygon(random, 12), size);
        const ConvexPolygon b = scaled(tests::any_polygon(random, 12), size);
        const auto poses =
            tests::pose_pair_at_depth(random, a, b, tests::random_wish(random, size));
        if (!check({a, poses.a, b, poses.b})) return;
    }
}

TEST(Degenerate, SizesAtTheEndsOfTheRange) {
    Random random(7);
    for (const double size : {0x1p-190, 0x1p190})
        for (int round = 0; round < 100; ++round) {
            const ConvexPolygon a = scaled(tests::any_polygon(random, 12), size);
            const ConvexPolygon b = scaled(tests::any_polygon(random, 12), size);
            const auto poses =
                tests::pose_pair_at_depth(random, a, b, tests::random_wish(random, size));
            if (!check({a, poses.a, b, poses.b})) return;
        }
}

TEST(Degenerate, AGrainOnAWallAMillionTimesItsSize) {
    Random random(8);
    for (std::size_t round = 0; round < tests::rounds(1000); ++round) {
        const ConvexPolygon grain = scaled(tests::any_polygon(random, 16), 1e-6);
        const ConvexPolygon wall =
            random.chance(0.5) ? tests::rectangle(2.0, 0.1) : tests::any_polygon(random, 8);
        tests::PairWish wish;
        wish.depth = random.uniform(-1e-6, 1e-6);
        wish.parallel_faces = random.chance(0.5);
        wish.spread = random.chance(0.5) ? 10.0 : 0.0;
        const auto poses = tests::pose_pair_at_depth(random, grain, wall, wish);
        if (!check({grain, poses.a, wall, poses.b})) return;
    }
}

TEST(Degenerate, TheSameBitsAMillionSizesFromTheOrigin) {
    Random random(9);
    // Positions with few digits, so that the move is exact.
    const auto rounded = [](Vec2 v) {
        return Vec2{std::round(v.x * 0x1p20) * 0x1p-20, std::round(v.y * 0x1p20) * 0x1p-20};
    };
    for (std::size_t round = 0; round < tests::rounds(2000); ++round) {
        const ConvexPolygon a = tests::any_polygon(random);
        const ConvexPolygon b = tests::any_polygon(random);
        Transform pose_a = tests::random_pose(random, 1.0);
        Transform pose_b = tests::random_pose(random, 2.0);
        pose_a.position = rounded(pose_a.position);
        pose_b.position = rounded(pose_b.position);
        const Pair near{a, pose_a, b, pose_b};
        Pair far = near;
        const Vec2 by{0x1p20, -0x1p21};
        far.pose_a.position += by;
        far.pose_b.position += by;
        const Proximity one = near.query();
        const Proximity other = far.query();
        ASSERT_EQ(one.index(), other.index());
        if (const auto* apart = std::get_if<Apart>(&one)) {
            EXPECT_EQ(apart->distance, std::get<Apart>(other).distance);
            EXPECT_EQ(apart->on_a, std::get<Apart>(other).on_a);
            EXPECT_EQ(apart->on_b, std::get<Apart>(other).on_b);
        } else {
            const Overlap& overlap = std::get<Overlap>(one);
            const Overlap& again = std::get<Overlap>(other);
            EXPECT_EQ(overlap.area, again.area);
            EXPECT_EQ(overlap.chord, again.chord);
            EXPECT_EQ(overlap.centroid, again.centroid);
            EXPECT_EQ(overlap.midpoint, again.midpoint);
            EXPECT_EQ(overlap.normal, again.normal);
        }
    }
}

TEST(Degenerate, ScaledByAPowerOfTwoHasTheSameBitsScaled) {
    Random random(10);
    for (std::size_t round = 0; round < tests::rounds(2000); ++round) {
        // Scaled polygons are centred again, so the first one must be.
        const ConvexPolygon a = scaled(tests::any_polygon(random, 16), 1.0);
        const ConvexPolygon b = scaled(tests::any_polygon(random, 16), 1.0);
        const auto poses = tests::pose_pair_at_depth(random, a, b, tests::random_wish(random, 1.0));
        const Proximity one = Pair{a, poses.a, b, poses.b}.query();
        for (const double factor : {0x1p-30, 0x1p30, 0x1p-150, 0x1p150}) {
            Pair other{scaled(a, factor), poses.a, scaled(b, factor), poses.b};
            if (other.a.vertex(0) != factor * a.vertex(0) ||
                other.b.vertex(0) != factor * b.vertex(0))
                continue;
            other.pose_a.position = factor * poses.a.position;
            other.pose_b.position = factor * poses.b.position;
            const Proximity two = other.query();
            ASSERT_EQ(one.index(), two.index());
            if (const auto* apart = std::get_if<Apart>(&one)) {
                EXPECT_EQ(factor * apart->distance, std::get<Apart>(two).distance);
            } else {
                const Overlap& overlap = std::get<Overlap>(one);
                const Overlap& again = std::get<Overlap>(two);
                EXPECT_EQ(factor * factor * overlap.area, again.area);
                EXPECT_EQ(factor * overlap.chord, again.chord);
                EXPECT_EQ(factor * overlap.centroid, again.centroid);
                EXPECT_EQ(overlap.normal, again.normal);
            }
        }
    }
}

TEST(Degenerate, RegularPolygonsWithAThousandCorners) {
    const ConvexPolygon round = tests::regular_polygon(1000, 1.0);
    const ConvexPolygon square = tests::rectangle(1.0, 1.0);
    const double touching = 2.0 * std::cos(pi / 1000.0);
    for (const double depth : {-1.0, -1e-9, 0.0, 1e-9, 1e-3, 1.0}) {
        if (!check({round, {}, square, at({1.5 - depth, 0.1}, 0.3)})) return;
        if (!check({square, {}, round, at({0.0, 1.5 - depth})})) return;
    }
    // Quick checks, where the oracle would take seconds: finite, ends, mirrored.
    Random random(11);
    for (const double depth : {-1e-9, 0.0, 1e-12, 1e-6, 1e-3, 0.1, 1.0, 1.999})
        for (const double turn : {0.0, pi / 1000.0, 1e-9, 0.5}) {
            const Pair pair{round, {}, round, at({touching - depth, 0.0}, turn)};
            const Proximity answer = pair.query();
            expect_finite(pair, answer);
            for (int tries = 0; tries < 3; ++tries)
                expect_finite(pair, pair.query(any_memory(random, pair)));
            const Proximity exchanged = pair.exchanged().query();
            const auto* overlap = std::get_if<Overlap>(&answer);
            if (overlap && std::holds_alternative<Overlap>(exchanged)) {
                EXPECT_NEAR(overlap->area, std::get<Overlap>(exchanged).area, 1e-13);
                EXPECT_NEAR(overlap->normal.x, 1.0, depth < 1e-5 ? 1.0 : 1e-5);
            }
            if (HasFailure()) {
                ADD_FAILURE() << "depth " << depth << ", turn " << turn;
                return;
            }
        }
}

struct Interval {
    double low = 0.0;
    double high = 0.0;
    double size() const { return high - low; }
};

Interval common(Interval a, Interval b) {
    return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

TEST(Degenerate, SquaresOnAGridOverlapInRectangles) {
    const auto interval = [](double centre, double size) {
        return Interval{centre - 0.5 * size, centre + 0.5 * size};
    };
    for (const double size : {0.5, 1.0, 2.0}) {
        const ConvexPolygon a = tests::rectangle(1.0, 1.0);
        const ConvexPolygon b = tests::rectangle(size, size);
        for (int i = -16; i <= 16; ++i)
            for (int j = -16; j <= 16; ++j) {
                const Vec2 centres{i / 8.0, j / 8.0};
                const Pair pair{a, at({3.0, 5.0}), b, at(Vec2{3.0, 5.0} + centres)};
                if (!check(pair)) return;
                const Interval x = common(interval(0.0, 1.0), interval(centres.x, size));
                const Interval y = common(interval(0.0, 1.0), interval(centres.y, size));
                const Proximity answer = pair.query();
                if (x.size() < 0.0 || y.size() < 0.0) {
                    const double gap = std::hypot(std::min(0.0, x.size()), std::min(0.0, y.size()));
                    ASSERT_TRUE(std::holds_alternative<Apart>(answer));
                    EXPECT_NEAR(std::get<Apart>(answer).distance, gap, 1e-15);
                    continue;
                }
                ASSERT_TRUE(std::holds_alternative<Overlap>(answer)) << i << ' ' << j;
                const Overlap& overlap = std::get<Overlap>(answer);
                EXPECT_NEAR(overlap.area, x.size() * y.size(), 1e-12);
                if (overlap.area == 0.0) continue;
                expect_near(overlap.centroid, {0.5 * (x.low + x.high), 0.5 * (y.low + y.high)},
                            1e-12);
                // A corner in a corner: the chord is the rectangle's diagonal across the way out.
                const bool clear_x = i != 0 && std::abs(centres.x) > 0.5 * std::abs(1.0 - size);
                const bool clear_y = j != 0 && std::abs(centres.y) > 0.5 * std::abs(1.0 - size);
                if (!clear_x || !clear_y) continue;
                const Vec2 way{std::copysign(y.size(), centres.x),
                               std::copysign(x.size(), centres.y)};
                EXPECT_NEAR(overlap.chord, length(way), 1e-12);
                expect_near(overlap.normal, way / length(way), 1e-12);
            }
    }
}

}  // namespace
}  // namespace scree::geometry

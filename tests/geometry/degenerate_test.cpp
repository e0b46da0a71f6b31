// Polygons in positions that are not generic.

#include <gtest/gtest.h>

#include "tests/geometry/degenerate_cases.h"

namespace scree::geometry {
namespace {

using namespace degenerate;

TEST(Degenerate, ParallelFacesAtEveryOffset) {
    const ConvexPolygon square = tests::rectangle(1.0, 1.0);
    const ConvexPolygon plate = tests::rectangle(2.0, 0.5);
    const ConvexPolygon hexagon = tests::regular_polygon(6, 1.0);
    for (const double angle : {0.0, 0.1, pi / 4.0, 2.0, pi / 2.0}) {
        const Rotation turn = Rotation::by(angle);
        for (int k = -32; k <= 32; ++k)
            for (const double gap : tiny_steps) {
                const Vec2 above = rotate(turn, {k / 16.0, 1.0 + gap});
                const Vec2 between = rotate(turn, {k / 16.0, 0.75 + gap});
                const Vec2 beside = rotate(turn, {std::sqrt(3.0) / 2.0 + 0.5 + gap, k / 16.0});
                if (!check({square, {{}, turn}, square, {above, turn}})) return;
                if (k % 2 == 0 && !check({square, {{}, turn}, plate, {between, turn}})) return;
                // The flat of a hexagon with a corner on the x axis looks up: turn it by 30
                // degrees.
                if (k % 4 == 0 &&
                    !check({hexagon, {{}, Rotation::by(angle + pi / 6.0)}, square, {beside, turn}}))
                    return;
            }
    }
}

TEST(Degenerate, ParallelFacesTurnedByALittle) {
    const ConvexPolygon square = tests::rectangle(1.0, 1.0);
    for (const double turn : tiny_steps)
        for (const double gap : tiny_steps)
            for (const double offset : {0.0, 0.25, 1.0})
                if (!check({square, {}, square, at({offset, 1.0 + gap}, turn)})) return;
}

TEST(Degenerate, VertexExactlyOnAnEdge) {
    const ConvexPolygon square = tests::rectangle(2.0, 2.0);
    const ConvexPolygon diamond{
        std::vector<Vec2>{{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}}};
    for (int k = -8; k <= 8; ++k)
        for (const double step : tiny_steps) {
            const double along = k / 8.0;
            if (!check({square, {}, diamond, at({along, 2.0 + step})})) return;
            if (!check({square, {}, diamond, at({-2.0 - step, along})})) return;
            // From the inside.
            if (!check({square, {}, scaled(diamond, 0.5), at({along, 0.5 + step})})) return;
        }
    const Proximity answer = Pair{square, {}, diamond, at({0.25, 2.0})}.query();
    const auto* touch = std::get_if<Overlap>(&answer);
    ASSERT_TRUE(touch);
    EXPECT_TRUE(touch->touching());
    expect_near(touch->normal, {0.0, 1.0}, 1e-15);
    expect_near(touch->midpoint, {0.25, 1.0}, 1e-15);
}

TEST(Degenerate, VertexExactlyOnAVertex) {
    const ConvexPolygon square = tests::rectangle(2.0, 2.0);
    const ConvexPolygon triangle{std::vector<Vec2>{{0.0, 0.0}, {3.0, 0.0}, {0.0, 3.0}}};
    for (const double dx : tiny_steps)
        for (const double dy : tiny_steps) {
            if (!check({square, {}, square, at({2.0 + dx, 2.0 + dy})})) return;
            if (!check({square, {}, square, at({2.0 + dx, dy})})) return;
            if (!check({square, {}, square, at({1.0 + std::sqrt(2.0) + dx, 1.0 + dy}, pi / 4.0)}))
                return;
            // The triangle is about its centroid (1, 1).
            if (!check({square, {}, triangle, at({2.0 + dx, 2.0 + dy})})) return;
            if (!check({square, {}, triangle, at({dx, dy})})) return;
        }
}

TEST(Degenerate, VertexExactlyOnAVoronoiRay) {
    const ConvexPolygon square = tests::rectangle(2.0, 2.0);
    const ConvexPolygon diamond{
        std::vector<Vec2>{{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}}};
    for (const double corner : {-1.0, 1.0})
        for (const double gap : {0.0, 0x1p-50, 1e-9, 0.125, 1.0, 1024.0})
            for (const double step : tiny_steps) {
                if (!check({square, {}, diamond, at({corner + step, 2.0 + gap})})) return;
                if (!check({square, {}, diamond, at({-2.0 - gap, corner + step})})) return;
                if (!check({square, {}, square, at({2.0 + step, 2.0 + gap})})) return;
            }
    const Proximity answer = Pair{square, {}, diamond, at({1.0, 2.125})}.query();
    ASSERT_TRUE(std::holds_alternative<Apart>(answer));
    EXPECT_EQ(std::get<Apart>(answer).distance, 0.125);
}

TEST(Degenerate, IdenticalPolygonsInTheSamePlace) {
    Random random(1);
    for (std::size_t round = 0; round < tests::rounds(300); ++round) {
        const ConvexPolygon polygon = random.chance(0.7)
                                          ? tests::any_polygon(random, 24)
                                          : tests::sliver(random, random.log_uniform(1.0, 1e6));
        Transform pose = tests::random_pose(random, random.log_uniform(1e-3, 1e6));
        if (!check({polygon, pose, polygon, pose})) return;
        // Relative to itself a turned pose is turned by a rounding error, which decides between
        // equally good answers. A pose that is not turned is exact.
        pose.rotation = {};
        const Pair pair{polygon, pose, polygon, pose};
        if (!check(pair)) return;
        const Proximity answer = pair.query();
        const Overlap& overlap = std::get<Overlap>(answer);
        EXPECT_TRUE(overlap.swallowed);
        EXPECT_NEAR(overlap.area, polygon.area(), 1e-12 * polygon.diameter() * polygon.diameter());
        expect_near(overlap.normal, {0.0, 1.0}, 1e-15);
    }
}

TEST(Degenerate, IdenticalPolygonsMovedByALittle) {
    Random random(2);
    for (const std::uint32_t corners : {3u, 4u, 7u, 12u}) {
        const ConvexPolygon polygon = tests::irregular_polygon(random, corners);
        const Transform pose = tests::random_pose(random, 1.0);
        for (const double dx : tiny_steps)
            for (const double dy : tiny_steps) {
                Transform moved = pose;
                moved.position += {dx, dy};
                if (!check({polygon, pose, polygon, moved})) return;
            }
    }
}

TEST(Degenerate, PolygonTurnedAboutItsOwnCentre) {
    Random random(3);
    for (const std::uint32_t corners : {3u, 4u, 5u, 8u, 13u}) {
        const ConvexPolygon round = tests::regular_polygon(corners, 1.0);
        const ConvexPolygon rough = tests::irregular_polygon(random, corners, 1.5);
        for (const ConvexPolygon* polygon : {&round, &rough}) {
            for (const double turn : tiny_steps)
                if (!check({*polygon, {}, *polygon, at({}, turn)})) return;
            for (std::uint32_t k = 0; k < 4 * corners; ++k)
                if (!check({*polygon, at({5.0, 3.0}), *polygon,
                            at({5.0, 3.0}, 0.5 * pi * k / corners)}))
                    return;
        }
    }
}

TEST(Degenerate, OneInsideTheOther) {
    Random random(4);
    for (std::size_t round = 0; round < tests::rounds(300); ++round) {
        const ConvexPolygon outer = tests::any_polygon(random, 16);
        const double share = random.log_uniform(1e-6, 0.9);
        const ConvexPolygon inner =
            scaled(tests::any_polygon(random, 16), share * outer.inradius());
        const Transform pose = tests::random_pose(random, 1.0);
        const double room = outer.inradius() - inner.radius();
        if (room < 0.0) continue;
        const double away = room * random.unit();
        const Vec2 off = rotate(Rotation::by(random.angle()), {away, 0.0});
        const Pair pair{outer, pose, inner, at(pose.position + off, random.angle())};
        if (!check(pair)) return;
        const Proximity answer = pair.query();
        const Overlap& overlap = std::get<Overlap>(answer);
        EXPECT_TRUE(overlap.swallowed);
        EXPECT_NEAR(overlap.area, inner.area(), pair.area_tolerance(inner.area()));
        const Vec2 centres = pair.centres();
        expect_near(overlap.normal, centres / length(centres), 1e-12);
        EXPECT_NEAR(overlap.chord, 2.0 * std::sqrt(overlap.area / pi), 1e-15);
        EXPECT_EQ(overlap.midpoint, overlap.centroid);
    }
}

TEST(Degenerate, CentresAHairApartStillGiveAUnitNormal) {
    // The square of such a distance is subnormal, or no number above zero.
    const ConvexPolygon outer = tests::rectangle(2.0, 2.0);
    const ConvexPolygon inner = tests::rectangle(1.0, 1.0);
    for (const double distance : {1e-300, 1e-170, 1e-162, 1e-157, 1e-150, 1e-100, 1e-30}) {
        const Transform beside = at({distance, 0.5 * distance});
        for (const Pair& pair : {Pair{outer, {}, inner, beside}, Pair{inner, beside, outer, {}}}) {
            const Proximity answer = pair.query();
            expect_finite(pair, answer);
            EXPECT_TRUE(std::get<Overlap>(answer).swallowed);
        }
        const Proximity discs = proximity(Disc(1.0), {}, Disc(0.5), beside);
        EXPECT_NEAR(length(std::get<Overlap>(discs).normal), 1.0, 1e-15);
    }
}

TEST(Degenerate, OneInsideTheOtherAlongItsEdges) {
    const ConvexPolygon outer = tests::rectangle(2.0, 2.0);
    for (const double size : {0.25, 0.5, 1.0, 1.75, 2.0})
        for (int i = -2; i <= 2; ++i)
            for (int j = -2; j <= 2; ++j) {
                const double room = 1.0 - 0.5 * size;
                const ConvexPolygon inner = tests::rectangle(size, size);
                for (const double step : tiny_steps)
                    if (!check({outer, {}, inner, at({0.5 * i * room, 0.5 * j * room + step})}))
                        return;
            }
}

TEST(Degenerate, CrossedRectangles) {
    for (const double width : {1e-3, 0.1, 0.5, 1.0}) {
        const ConvexPolygon bar = tests::rectangle(2.0, width);
        for (const double turn : {pi / 2.0, pi / 4.0, 1.0, 1e-3})
            for (const double dx : {0.0, 1e-12, 1e-3, 0.25})
                for (const double dy : {0.0, 1e-9, 0.125})
                    if (!check({bar, {}, bar, at({dx, dy}, turn)})) return;
    }
    // The even cross has no chord.
    const Proximity answer =
        Pair{tests::rectangle(2.0, 0.5), {}, tests::rectangle(0.5, 2.0), {}}.query();
    const Overlap& overlap = std::get<Overlap>(answer);
    EXPECT_TRUE(overlap.swallowed);
    EXPECT_NEAR(overlap.area, 0.25, 1e-15);
    expect_near(overlap.normal, {0.0, 1.0}, 1e-15);
    EXPECT_NEAR(overlap.chord, 2.0 * std::sqrt(0.25 / pi), 1e-15);
}

TEST(Degenerate, StarsOfTwoRegularPolygonsCrossTwiceAtEveryCorner) {
    for (const std::uint32_t corners : {3u, 4u, 5u, 6u, 7u, 8u, 9u, 16u, 25u, 40u}) {
        const ConvexPolygon polygon = tests::regular_polygon(corners, 1.0);
        const double half_step = pi / corners;
        for (const Vec2 by : {Vec2{}, Vec2{1e-12, 0.0}, Vec2{0.0, 1e-6}, Vec2{1e-3, 1e-3}})
            if (!check({polygon, {}, polygon, at(by, half_step)})) return;
        const PairTruth truth = Pair{polygon, {}, polygon, at({}, half_step)}.truth();
        EXPECT_EQ(truth.common.crossings, 2 * corners);
    }
}

TEST(Degenerate, SliversInEveryPosition) {
    Random random(5);
    for (std::size_t round = 0; round < tests::rounds(3000); ++round) {
        const double aspect = random.log_uniform(1e2, 1e6);
        const ConvexPolygon a = tests::sliver(random, aspect);
        const ConvexPolygon b =
            random.chance(0.5) ? tests::sliver(random, aspect) : tests::any_polygon(random, 12);
        const Transform pose_a = tests::random_pose(random, 1.0);
        Transform pose_b = tests::random_pose(random, 1.0);
        // Nearly parallel, too.
        if (random.chance(0.3))
            pose_b.rotation = Rotation::by(std::atan2(pose_a.rotation.s, pose_a.rotation.c) +
                                           random.log_uniform(1e-12, 1e-3));
        if (random.chance(0.3)) pose_b.position = pose_a.position + Vec2{0.0, 1.0 / aspect};
        if (!check({a, pose_a, b, pose_b})) return;
    }
}

TEST(Degenerate, SliversEndToEndAndSideBySide) {
    for (const double aspect : {1e3, 1e6}) {
        const ConvexPolygon bar = tests::rectangle(1.0, 1.0 / aspect);
        for (const double dx : {0.0, 0.5, 1.0, 1.0 - 1e-9, 1.0 + 1e-9})
            for (const double dy : {0.0, 0.5, 1.0, 1.5, -1.0})
                for (const double turn : {0.0, 1e-12, 1.0 / aspect, -1.0 / aspect, pi / 2.0})
                    if (!check({bar, {}, bar, at({dx, dy / aspect}, turn)})) return;
    }
}

}  // namespace
}  // namespace scree::geometry

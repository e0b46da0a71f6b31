// Totality: every pair of valid shapes gets a finite, repulsive answer, also where the walk, the
// crossings or the side tests have nothing generic to stand on.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <variant>
#include <vector>

#include "geometry/proximity.h"
#include "tests/geometry/disc_oracle.h"
#include "tests/geometry/oracle.h"
#include "tests/geometry/random_shapes.h"

namespace scree::geometry {
namespace {

using tests::find_truth;
using tests::PairTruth;
using tests::Random;

constexpr double pi = std::numbers::pi;

Transform at(Vec2 position, double angle = 0.0) { return {position, Rotation::by(angle)}; }

ConvexPolygon scaled(const ConvexPolygon& polygon, double factor) {
    std::vector<Vec2> outline;
    for (std::size_t i = 0; i < polygon.size(); ++i) outline.push_back(factor * polygon.vertex(i));
    return ConvexPolygon(outline);
}

struct Pair {
    ConvexPolygon a;
    Transform pose_a;
    ConvexPolygon b;
    Transform pose_b;

    Vec2 centres() const { return pose_b.position - pose_a.position; }
    Pair exchanged() const { return {b, pose_b, a, pose_a}; }
    Pair with_b_moved(Vec2 by) const {
        Pair pair = *this;
        pair.pose_b.position += by;
        return pair;
    }
    Proximity query(PairMemory memory = {}) const {
        QueryCounts counts;
        return proximity(a.ring(), pose_a, b.ring(), pose_b, memory, counts);
    }
    PairTruth truth() const { return find_truth(a, pose_a, b, pose_b); }
    double smaller_diameter() const { return std::min(a.diameter(), b.diameter()); }
    double larger_diameter() const { return std::max(a.diameter(), b.diameter()); }
    /// What rounding may change in a length, and in an area.
    double length_tolerance() const {
        const double largest = std::max({std::abs(pose_a.position.x), std::abs(pose_a.position.y),
                                         std::abs(pose_b.position.x), std::abs(pose_b.position.y)});
        return 1e-12 * larger_diameter() + 4.0 * 0x1p-52 * largest;
    }
    double area_tolerance(double area) const {
        return 1e-9 * area + 1e-14 * a.diameter() * b.diameter();
    }
};

std::string description(const Pair& pair) {
    std::ostringstream text;
    text.precision(17);
    const auto write = [&](const ConvexPolygon& polygon, const Transform& pose) {
        for (std::size_t i = 0; i < std::min<std::size_t>(polygon.size(), 12); ++i)
            text << '{' << polygon.vertex(i).x << ", " << polygon.vertex(i).y << "}, ";
        text << polygon.size() << " corners\n  position " << pose.position.x << ' '
             << pose.position.y << " cosine " << pose.rotation.c << " sine " << pose.rotation.s
             << '\n';
    };
    text << "A: ";
    write(pair.a, pair.pose_a);
    text << "B: ";
    write(pair.b, pair.pose_b);
    return text.str();
}

void expect_near(Vec2 value, Vec2 expected, double tolerance) {
    EXPECT_NEAR(value.x, expected.x, tolerance);
    EXPECT_NEAR(value.y, expected.y, tolerance);
}

void expect_finite(const Pair& pair, const Proximity& answer) {
    if (const auto* apart = std::get_if<Apart>(&answer)) {
        EXPECT_TRUE(std::isfinite(apart->distance));
        EXPECT_GT(apart->distance, 0.0);
        EXPECT_TRUE(is_finite(apart->on_a) && is_finite(apart->on_b));
        EXPECT_LT(apart->a.index(), pair.a.size());
        EXPECT_LT(apart->b.index(), pair.b.size());
        EXPECT_NEAR(length(apart->on_b - apart->on_a), apart->distance, pair.length_tolerance());
        return;
    }
    const Overlap& overlap = std::get<Overlap>(answer);
    EXPECT_TRUE(std::isfinite(overlap.area) && std::isfinite(overlap.chord));
    EXPECT_TRUE(is_finite(overlap.centroid) && is_finite(overlap.midpoint));
    EXPECT_NEAR(length(overlap.normal), 1.0, 1e-14);
    EXPECT_GE(overlap.area, 0.0);
    EXPECT_GE(overlap.chord, 0.0);
    EXPECT_LE(overlap.area, std::min(pair.a.area(), pair.b.area()) + pair.area_tolerance(0.0));
}

/// Pushing B along the normal must not press it deeper. The root of the common area of convex
/// bodies is concave along any line, by Brunn and Minkowski: what does not grow at first never
/// does. Where the chord is too short to count, the normal is another one, and the area may grow as
/// that chord lets it.
void expect_repulsive(const Pair& pair, const Overlap& overlap, const PairTruth& truth) {
    const double area = truth.common.area;
    for (const double share : {1e-3, 0.1, 1.0}) {
        const double step = share * pair.smaller_diameter();
        const double moved = pair.with_b_moved(step * overlap.normal).truth().common.area;
        double limit = area;
        if (overlap.swallowed && area > 0.0) {
            const double root = std::sqrt(area);
            limit = std::pow(root + 0.5 * step * truth.common.chord / root, 2);
        }
        EXPECT_LE(moved, limit + pair.area_tolerance(area)) << "moved by " << share;
    }
}

/// How much the truth itself changes when B moves or turns by a few roundings: a lot where edges
/// lie on one line, or corners on edges. No answer can be expected to be better than that.
struct Spread {
    double push = 0.0;  ///< of chord times normal
    double torque = 0.0;
    double centroid = 0.0;
};

Vec2 push_of(const PairTruth& truth) { return truth.common.chord * truth.common.normal; }

Spread find_spread(const Pair& pair, const PairTruth& truth) {
    constexpr double roundings = 1e-14;
    const double step =
        roundings * (pair.a.diameter() + pair.b.diameter() + length(pair.centres()));
    Spread spread;
    const auto widen = [&](const Pair& moved) {
        const PairTruth other = moved.truth();
        spread.push = std::max(spread.push, length(push_of(other) - push_of(truth)));
        spread.torque =
            std::max(spread.torque, std::abs(other.common.torque - truth.common.torque));
        spread.centroid =
            std::max(spread.centroid, length(other.common.centroid - truth.common.centroid));
    };
    for (const double x : {-step, 0.0, step})
        for (const double y : {-step, 0.0, step}) widen(pair.with_b_moved({x, y}));
    for (const double turn : {-roundings, roundings}) {
        Pair turned = pair;
        turned.pose_b.rotation = {pair.pose_b.rotation.c - turn * pair.pose_b.rotation.s,
                                  pair.pose_b.rotation.s + turn * pair.pose_b.rotation.c};
        widen(turned);
    }
    return spread;
}

/// An overlap against the truth. `answer` may be the mirrored one of the exchanged pair.
void expect_contact(const Pair& pair, const Overlap& overlap, const PairTruth& truth,
                    const Spread& spread) {
    EXPECT_NEAR(overlap.area, truth.common.area, pair.area_tolerance(truth.common.area));
    // Nothing else is known of an overlap that may be a rounding error.
    if (truth.common.area <= 10.0 * pair.area_tolerance(0.0)) return;
    const double share = pair.area_tolerance(truth.common.area) / truth.common.area;
    expect_near(overlap.centroid, truth.common.centroid,
                2.0 * spread.centroid + share * pair.smaller_diameter());

    const double smaller = std::min(pair.a.radius(), pair.b.radius());
    if (truth.common.chord + 2.0 * spread.push < 0.9e-9 * smaller) {
        EXPECT_TRUE(overlap.swallowed);
    }
    if (overlap.swallowed) {
        EXPECT_LE(truth.common.chord, 1.1e-9 * smaller + 2.0 * spread.push);
        EXPECT_NEAR(overlap.chord, 2.0 * std::sqrt(overlap.area / pi), 1e-14 * overlap.chord);
        EXPECT_EQ(overlap.midpoint, overlap.centroid);
        return;
    }
    const double rounding = 4.0 * 0x1p-52 * (pair.larger_diameter() + length(pair.centres()));
    const double allowed = 2.0 * spread.push + 1e-12 * pair.smaller_diameter() + rounding;
    expect_near(overlap.chord * overlap.normal, push_of(truth), allowed);
    const double torque = -overlap.chord * cross(overlap.midpoint - pair.centres(), overlap.normal);
    const double arm = pair.b.diameter() + pair.a.diameter();
    EXPECT_NEAR(torque, truth.common.torque,
                2.0 * spread.torque + (1e-12 * pair.smaller_diameter() + rounding) * arm);
}

void expect_true(const Pair& pair, const Proximity& answer, const PairTruth& truth,
                 const Spread& spread) {
    if (const auto* apart = std::get_if<Apart>(&answer)) {
        EXPECT_LE(truth.common.area, pair.area_tolerance(0.0));
        EXPECT_NEAR(apart->distance, truth.distance, pair.length_tolerance());
        return;
    }
    EXPECT_LE(truth.distance, pair.length_tolerance());
    expect_contact(pair, std::get<Overlap>(answer), truth, spread);
    expect_repulsive(pair, std::get<Overlap>(answer), truth);
}

Proximity mirrored(const Proximity& answer, Vec2 centres) {
    if (const auto* apart = std::get_if<Apart>(&answer))
        return Apart{apart->distance, apart->on_b + centres, apart->on_a + centres, apart->b,
                     apart->a};
    Overlap overlap = std::get<Overlap>(answer);
    overlap.centroid += centres;
    overlap.midpoint += centres;
    overlap.normal = -overlap.normal;
    return overlap;
}

PairMemory any_memory(Random& random, const Pair& pair) {
    const auto corners_a = static_cast<std::uint32_t>(pair.a.size());
    const auto corners_b = static_cast<std::uint32_t>(pair.b.size());
    const auto edge = [&](std::uint32_t corners) {
        return static_cast<std::uint16_t>(random.below(corners));
    };
    PairMemory memory;
    memory.kind = random.chance(0.5) ? PairMemory::Kind::closest : PairMemory::Kind::crossing;
    memory.a =
        random.chance(0.5) ? Feature::vertex(edge(corners_a)) : Feature::edge(edge(corners_a));
    memory.b =
        random.chance(0.5) ? Feature::vertex(edge(corners_b)) : Feature::edge(edge(corners_b));
    memory.crossing = {{edge(corners_a), edge(corners_b)}, {edge(corners_a), edge(corners_b)}};
    return memory;
}

/// Everything that must hold for any pair: a cold start, the exchanged pair, the memory of the
/// query before and memories that have nothing to do with it. Returns false, with the pair in the
/// log, if something does not.
bool check(const Pair& pair) {
    if (::testing::Test::HasFailure()) return false;
    const PairTruth truth = pair.truth();
    const Spread spread = truth.overlap ? find_spread(pair, truth) : Spread{};
    PairMemory memory;
    QueryCounts counts;
    const Proximity answer =
        proximity(pair.a.ring(), pair.pose_a, pair.b.ring(), pair.pose_b, memory, counts);
    expect_finite(pair, answer);
    expect_true(pair, answer, truth, spread);

    const Proximity exchanged = pair.exchanged().query();
    expect_finite(pair.exchanged(), exchanged);
    const auto* swallowed = std::get_if<Overlap>(&exchanged);
    // With both centres in one place the normal is up, whichever comes first.
    if (!(swallowed && swallowed->swallowed && pair.centres() == Vec2{}))
        expect_true(pair, mirrored(exchanged, pair.centres()), truth, spread);

    Random random(pair.a.size() + 7 * pair.b.size());
    for (int tries = 0; tries < 4; ++tries) {
        const Proximity warm = pair.query(tries == 0 ? memory : any_memory(random, pair));
        expect_finite(pair, warm);
        expect_true(pair, warm, truth, spread);
    }
    if (::testing::Test::HasFailure()) {
        ADD_FAILURE() << description(pair);
        return false;
    }
    return true;
}

constexpr double tiny_steps[] = {0.0,   1e-16,  -1e-16, 1e-15,  -1e-15, 1e-14, -1e-14,
                                 1e-12, -1e-12, 1e-10,  -1e-10, 1e-8,   -1e-8, 1e-6,
                                 -1e-6, 1e-3,   -1e-3,  0.1,    -0.1};

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

// Discs against the same.

struct DiscCase {
    ConvexPolygon polygon;
    Disc disc;
    Vec2 position;
};

bool check(const DiscCase& pair) {
    if (::testing::Test::HasFailure()) return false;
    const auto query = [&](Feature start) {
        PairMemory memory;
        memory.kind = PairMemory::Kind::closest;
        memory.a = start;
        QueryCounts counts;
        return proximity(pair.polygon.ring(), {}, pair.disc, at(pair.position), memory, counts);
    };
    const auto truth_at = [&](Vec2 position) {
        return find_truth(pair.polygon, {}, pair.disc.radius(), position);
    };
    const auto truth = truth_at(pair.position);
    const double sizes = pair.polygon.diameter() * pair.disc.diameter();
    const double extent = pair.polygon.diameter() + pair.disc.diameter() + length(pair.position);
    const double small = 1e-9 * truth.area + 1e-14 * sizes;
    const auto corners = static_cast<std::uint32_t>(pair.polygon.size());
    for (const Feature start :
         {Feature(), Feature::edge(corners - 1), Feature::vertex(corners / 2)}) {
        const Proximity answer = query(start);
        if (const auto* apart = std::get_if<Apart>(&answer)) {
            EXPECT_LE(truth.area, 1e-14 * sizes);
            EXPECT_NEAR(apart->distance, truth.distance, 1e-12 * extent);
            EXPECT_TRUE(is_finite(apart->on_a) && is_finite(apart->on_b));
            continue;
        }
        const Overlap& overlap = std::get<Overlap>(answer);
        EXPECT_LE(truth.distance, 1e-12 * extent);
        EXPECT_NEAR(overlap.area, truth.area, small);
        EXPECT_NEAR(length(overlap.normal), 1.0, 1e-14);
        EXPECT_TRUE(is_finite(overlap.centroid) && is_finite(overlap.midpoint));
        EXPECT_TRUE(overlap.chord >= 0.0 && std::isfinite(overlap.chord));
        for (const double share : {1e-3, 0.1, 1.0}) {
            const double step = share * std::min(pair.polygon.diameter(), pair.disc.diameter());
            EXPECT_LE(truth_at(pair.position + step * overlap.normal).area, truth.area + small);
        }
    }
    if (::testing::Test::HasFailure()) {
        ADD_FAILURE() << description({pair.polygon, {}, pair.polygon, at(pair.position)})
                      << "disc of radius " << pair.disc.radius() << " at B's position";
        return false;
    }
    return true;
}

TEST(DegenerateDisc, CentreOnVerticesEdgesAndRays) {
    const ConvexPolygon square = tests::rectangle(2.0, 2.0);
    for (const double radius : {1e-6, 0.125, 1.0, std::sqrt(2.0), 2.0, 1e3, 1e6})
        for (const double x : {-1.0, 0.0, 0.5, 1.0})
            for (const double y : {1.0, 1.0 + radius, 1.0 - radius, 0.0})
                for (const double step : tiny_steps)
                    if (!check({square, Disc(radius), {x, y + step}})) return;
}

TEST(DegenerateDisc, ThroughAllVerticesOrTangentToAllEdges) {
    for (const std::uint32_t corners : {3u, 4u, 5u, 12u, 200u}) {
        const ConvexPolygon polygon = tests::regular_polygon(corners, 1.0);
        for (const double radius : {1.0, std::cos(pi / corners)})
            for (const double factor : {1.0 - 1e-9, 1.0 - 1e-15, 1.0, 1.0 + 1e-15, 1.0 + 1e-9})
                for (const double step : {0.0, 1e-15, 1e-9, 1e-3})
                    if (!check({polygon, Disc(factor * radius), {step, 0.0}})) return;
    }
}

TEST(DegenerateDisc, PolygonInADiscThousandsOfTimesItsSizeKeepsItsCentroid) {
    Random random(13);
    for (const double radius : {1e2, 1e4, 1e6})
        for (int round = 0; round < 20; ++round) {
            const ConvexPolygon polygon = tests::any_polygon(random);
            const double away = random.uniform(0.1, 0.9) * radius;
            const Vec2 position = rotate(Rotation::by(random.angle()), {away, 0.0});
            PairMemory memory;
            QueryCounts counts;
            const Proximity answer =
                proximity(polygon.ring(), {}, Disc(radius), at(position), memory, counts);
            ASSERT_TRUE(std::holds_alternative<Overlap>(answer));
            const Overlap& overlap = std::get<Overlap>(answer);
            EXPECT_TRUE(overlap.swallowed);
            EXPECT_NEAR(overlap.area, polygon.area(), 1e-14 * radius);
            expect_near(overlap.centroid, {}, 1e-14 * radius);
        }
}

TEST(DegenerateDisc, SliversAndSizesOfEveryKind) {
    Random random(12);
    for (std::size_t round = 0; round < tests::rounds(3000); ++round) {
        const ConvexPolygon unit = random.chance(0.5)
                                       ? tests::any_polygon(random)
                                       : tests::sliver(random, random.log_uniform(1.0, 1e6));
        const double size = random.log_uniform(1e-9, 1e9);
        const double radius = size * random.log_uniform(1e-6, 1e6);
        const double reach = random.chance(0.5) ? size + radius : std::max(0.3 * size, radius);
        const double away = reach * random.unit();
        const Vec2 position = rotate(Rotation::by(random.angle()), {away, 0.0});
        if (!check({scaled(unit, size), Disc(radius), position})) return;
    }
}

}  // namespace
}  // namespace scree::geometry

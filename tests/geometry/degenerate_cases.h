#pragma once

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
/// Totality: every pair of valid shapes gets a finite, repulsive answer, also where the walk, the
/// crossings or the side tests have nothing generic to stand on.
namespace scree::geometry::degenerate {

using tests::find_truth;
using tests::PairTruth;
using tests::Random;

inline constexpr double pi = std::numbers::pi;

inline Transform at(Vec2 position, double angle = 0.0) { return {position, Rotation::by(angle)}; }

inline ConvexPolygon scaled(const ConvexPolygon& polygon, double factor) {
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

inline std::string description(const Pair& pair) {
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

inline void expect_near(Vec2 value, Vec2 expected, double tolerance) {
    EXPECT_NEAR(value.x, expected.x, tolerance);
    EXPECT_NEAR(value.y, expected.y, tolerance);
}

inline void expect_finite(const Pair& pair, const Proximity& answer) {
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
inline void expect_repulsive(const Pair& pair, const Overlap& overlap, const PairTruth& truth) {
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

inline Vec2 push_of(const PairTruth& truth) { return truth.common.chord * truth.common.normal; }

inline Spread find_spread(const Pair& pair, const PairTruth& truth) {
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
inline void expect_contact(const Pair& pair, const Overlap& overlap, const PairTruth& truth,
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

inline void expect_true(const Pair& pair, const Proximity& answer, const PairTruth& truth,
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

inline Proximity mirrored(const Proximity& answer, Vec2 centres) {
    if (const auto* apart = std::get_if<Apart>(&answer))
        return Apart{apart->distance, apart->on_b + centres, apart->on_a + centres, apart->b,
                     apart->a};
    Overlap overlap = std::get<Overlap>(answer);
    overlap.centroid += centres;
    overlap.midpoint += centres;
    overlap.normal = -overlap.normal;
    return overlap;
}

inline PairMemory any_memory(Random& random, const Pair& pair) {
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
inline bool check(const Pair& pair) {
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

inline constexpr double tiny_steps[] = {0.0,   1e-16,  -1e-16, 1e-15,  -1e-15, 1e-14, -1e-14,
                                        1e-12, -1e-12, 1e-10,  -1e-10, 1e-8,   -1e-8, 1e-6,
                                        -1e-6, 1e-3,   -1e-3,  0.1,    -0.1};

}  // namespace scree::geometry::degenerate

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <variant>

#include "geometry/proximity.h"
#include "tests/geometry/disc_oracle.h"
#include "tests/geometry/quad.h"
#include "tests/geometry/random_shapes.h"
/// What the tests of discs share.
namespace scree::geometry::discs {

using tests::DiscTruth;
using tests::find_truth;
using tests::Random;

inline constexpr double pi = std::numbers::pi;

inline Transform at(Vec2 position, double angle = 0.0) { return {position, Rotation::by(angle)}; }

inline Vec2 unit_vector(double angle) { return rotate(Rotation::by(angle), {1.0, 0.0}); }

inline Proximity cold(const ConvexPolygon& a, const Transform& pose_a, const Disc& b,
                      const Transform& pose_b) {
    PairMemory memory;
    QueryCounts counts;
    return proximity(a.ring(), pose_a, b, pose_b, memory, counts);
}

inline Proximity cold(const Disc& a, const Transform& pose_a, const ConvexPolygon& b,
                      const Transform& pose_b) {
    PairMemory memory;
    QueryCounts counts;
    return proximity(a, pose_a, b.ring(), pose_b, memory, counts);
}

/// The answer must be an overlap: a failure and an empty one if it is not.
inline Overlap overlap_of(const Proximity& answer) {
    if (const auto* overlap = std::get_if<Overlap>(&answer)) return *overlap;
    ADD_FAILURE() << "apart by " << std::get<Apart>(answer).distance;
    return {};
}

inline Apart apart_of(const Proximity& answer) {
    if (const auto* apart = std::get_if<Apart>(&answer)) return *apart;
    ADD_FAILURE() << "overlap of " << std::get<Overlap>(answer).area;
    return {};
}

inline void expect_near(Vec2 value, Vec2 expected, double tolerance) {
    EXPECT_NEAR(value.x, expected.x, tolerance);
    EXPECT_NEAR(value.y, expected.y, tolerance);
}

struct Tolerances {
    double distance = 0.0;
    double area = 0.0;
    double length = 0.0;
};

/// The error that rounding allows: coordinates are good to a few ulp of the pair's extent, and
/// crossing points move as much as the angle of the crossing makes them.
inline Tolerances tolerances(const DiscTruth& truth, double size_a, double size_b, double largest) {
    const double extent = size_a + size_b;
    return {1e-12 * extent + 4.0 * 0x1p-52 * largest, 1e-9 * truth.area + 1e-14 * size_a * size_b,
            1e-14 * extent * (1.0 + truth.amplification)};
}

inline void expect_same_contact(const Overlap& overlap, const DiscTruth& truth,
                                const Tolerances& allowed, double smaller) {
    EXPECT_NEAR(overlap.area, truth.area, allowed.area);
    EXPECT_NEAR(length(overlap.normal), 1.0, 1e-15);
    // The centroid is a quotient by the area.
    const double extent = truth.crossings == 2 ? truth.chord : 2.0 * smaller;
    const double off_centre = allowed.length + extent * std::min(1.0, allowed.area / truth.area);
    expect_near(overlap.centroid, truth.centroid, off_centre);
    if (truth.chord < 1e-8 * smaller) {
        EXPECT_TRUE(overlap.swallowed || truth.chord > 1e-10 * smaller);
        return;
    }
    EXPECT_FALSE(overlap.swallowed);
    EXPECT_NEAR(overlap.chord, truth.chord, allowed.length);
    expect_near(overlap.normal, truth.normal, 1e-15 + allowed.length / truth.chord);
    if (truth.crossings == 2) expect_near(overlap.midpoint, truth.midpoint, allowed.length);
}

}  // namespace scree::geometry::discs

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

namespace scree::geometry {
namespace {

using tests::DiscTruth;
using tests::find_truth;
using tests::Random;

constexpr double pi = std::numbers::pi;

Transform at(Vec2 position, double angle = 0.0) { return {position, Rotation::by(angle)}; }

Vec2 unit_vector(double angle) { return rotate(Rotation::by(angle), {1.0, 0.0}); }

Proximity cold(const ConvexPolygon& a, const Transform& pose_a, const Disc& b,
               const Transform& pose_b) {
    PairMemory memory;
    QueryCounts counts;
    return proximity(a.ring(), pose_a, b, pose_b, memory, counts);
}

Proximity cold(const Disc& a, const Transform& pose_a, const ConvexPolygon& b,
               const Transform& pose_b) {
    PairMemory memory;
    QueryCounts counts;
    return proximity(a, pose_a, b.ring(), pose_b, memory, counts);
}

/// The answer must be an overlap: a failure and an empty one if it is not.
Overlap overlap_of(const Proximity& answer) {
    if (const auto* overlap = std::get_if<Overlap>(&answer)) return *overlap;
    ADD_FAILURE() << "apart by " << std::get<Apart>(answer).distance;
    return {};
}

Apart apart_of(const Proximity& answer) {
    if (const auto* apart = std::get_if<Apart>(&answer)) return *apart;
    ADD_FAILURE() << "overlap of " << std::get<Overlap>(answer).area;
    return {};
}

void expect_near(Vec2 value, Vec2 expected, double tolerance) {
    EXPECT_NEAR(value.x, expected.x, tolerance);
    EXPECT_NEAR(value.y, expected.y, tolerance);
}

TEST(Disc, KnowsItsMeasures) {
    const Disc disc(2.0);
    EXPECT_EQ(disc.radius(), 2.0);
    EXPECT_EQ(disc.inradius(), 2.0);
    EXPECT_EQ(disc.diameter(), 4.0);
    EXPECT_DOUBLE_EQ(disc.area(), 4.0 * pi);
    EXPECT_DOUBLE_EQ(disc.second_moment(), 8.0 * pi);
}

TEST(Disc, RefusesARadiusThatIsNone) {
    for (const double radius :
         {0.0, -1.0, -0.0, 0.4e-60, 0.6e60, std::numeric_limits<double>::quiet_NaN(),
          std::numeric_limits<double>::infinity()}) {
        try {
            const Disc disc(radius);
            ADD_FAILURE() << radius;
        } catch (const InvalidShape& error) {
            EXPECT_STREQ(error.what(),
                         "the radius of a disc must be a positive number, and its diameter "
                         "between 1e-60 and 1e60");
            EXPECT_FALSE(error.vertex());
        }
    }
    EXPECT_NO_THROW(Disc(0.6e-60));
    EXPECT_NO_THROW(Disc(0.4e60));
}

// The oracle itself: known areas first.

TEST(DiscOracle, KnowsHalfAndQuarterDiscs) {
    const ConvexPolygon square = tests::rectangle(4.0, 4.0);
    const DiscTruth half = find_truth(square, {}, 1.0, {2.0, 0.0});
    EXPECT_NEAR(half.area, pi / 2.0, 1e-15);
    EXPECT_NEAR(half.chord, 2.0, 1e-15);
    expect_near(half.centroid, {2.0 - 4.0 / (3.0 * pi), 0.0}, 1e-15);
    expect_near(half.normal, {1.0, 0.0}, 1e-15);
    const DiscTruth quarter = find_truth(square, {}, 1.0, {2.0, 2.0});
    EXPECT_NEAR(quarter.area, pi / 4.0, 1e-15);
    expect_near(quarter.midpoint, {1.5, 1.5}, 1e-15);
    EXPECT_NEAR(find_truth(square, {}, 1.0, {0.5, 0.5}).area, pi, 1e-15);
    EXPECT_NEAR(find_truth(square, {}, 3.0, {0.1, 0.1}).area, 16.0, 1e-14);
    EXPECT_NEAR(find_truth(square, {}, 1.0, {5.0, 6.0}).distance, 4.0, 1e-15);
}

TEST(DiscOracle, LiesBetweenPolygonsInsideAndAroundTheDisc) {
    Random random(1);
    constexpr std::uint32_t corners = 400;
    int overlaps = 0;
    for (int round = 0; round < 40; ++round) {
        const ConvexPolygon polygon = tests::any_polygon(random, 12);
        const double radius = random.log_uniform(0.2, 5.0);
        const double away = random.uniform(0.0, 1.0 + radius);
        const Vec2 position = away * unit_vector(random.angle());
        const DiscTruth truth = find_truth(polygon, {}, radius, position);
        const auto area_with = [&](double size) {
            const ConvexPolygon ring = tests::regular_polygon(corners, size);
            return tests::find_truth(polygon, {}, ring, at(position)).common.area;
        };
        EXPECT_GE(truth.area, area_with(radius) * (1.0 - 1e-12));
        EXPECT_LE(truth.area, area_with(radius / std::cos(pi / corners)) * (1.0 + 1e-12));
        overlaps += truth.overlap;
    }
    EXPECT_GT(overlaps, 20);
}

TEST(DiscOracle, OfTwoDiscsLiesBetweenPolygonsToo) {
    constexpr std::uint32_t corners = 300;
    for (const double distance : {0.3, 0.9, 1.0, 1.4}) {
        const DiscTruth truth = find_truth(1.0, {}, 0.5, {distance, 0.0});
        const auto polygon = tests::regular_polygon(corners, 1.0);
        const auto wider = tests::regular_polygon(corners, 1.0 / std::cos(pi / corners));
        EXPECT_GE(truth.area, find_truth(polygon, {}, 0.5, {distance, 0.0}).area * (1.0 - 1e-12));
        EXPECT_LE(truth.area, find_truth(wider, {}, 0.5, {distance, 0.0}).area * (1.0 + 1e-12));
    }
}

// Two discs.

TEST(DiscDisc, ApartGivesTheGapOnTheLineOfCentres) {
    const Apart apart =
        apart_of(proximity(Disc(1.0), at({10.0, 20.0}), Disc(2.0), at({13.0, 24.0})));
    EXPECT_DOUBLE_EQ(apart.distance, 2.0);
    expect_near(apart.on_a, {0.6, 0.8}, 1e-15);
    expect_near(apart.on_b, {1.8, 2.4}, 1e-15);
    EXPECT_EQ(apart.a, Feature::vertex(0));
    EXPECT_EQ(apart.b, Feature::vertex(0));
}

TEST(DiscDisc, TouchingInOnePointIsAContactWithoutArea) {
    const Overlap overlap = overlap_of(proximity(Disc(1.0), {}, Disc(2.0), at({0.0, 3.0})));
    EXPECT_TRUE(overlap.touching());
    EXPECT_EQ(overlap.chord, 0.0);
    expect_near(overlap.midpoint, {0.0, 1.0}, 1e-15);
    expect_near(overlap.centroid, {0.0, 1.0}, 1e-15);
    expect_near(overlap.normal, {0.0, 1.0}, 1e-15);
}

TEST(DiscDisc, OneInsideTheOtherIsSwallowed) {
    for (const double distance : {0.0, 1e-9, 0.5, 1.0}) {
        const Overlap overlap =
            overlap_of(proximity(Disc(2.0), {}, Disc(1.0), at({distance, 0.0})));
        EXPECT_TRUE(overlap.swallowed);
        EXPECT_DOUBLE_EQ(overlap.area, pi);
        EXPECT_DOUBLE_EQ(overlap.chord, 2.0);
        expect_near(overlap.centroid, {distance, 0.0}, 1e-15);
        EXPECT_EQ(overlap.midpoint, overlap.centroid);
        // Without a line of centres: up, the lower id down.
        EXPECT_EQ(overlap.normal, distance > 0.0 ? (Vec2{1.0, 0.0}) : (Vec2{0.0, 1.0}));
    }
    EXPECT_TRUE(overlap_of(proximity(Disc(1.0), {}, Disc(1.0), {})).swallowed);
}

TEST(DiscDisc, AreaGrowsWithThePowerThreeHalvesOfTheDepth) {
    // The lens is two parabola segments: (2/3) chord depth, chord = 2 sqrt(2 R* depth) with the
    // reduced radius R* = ra rb / (ra + rb). This is (4/3) sqrt(R) depth^1.5 with R = 2 R*, which
    // is the radius itself for equal discs.
    for (const auto& [ra, rb] : {std::pair{1.0, 1.0}, {1.0, 3.0}, {0.01, 5.0}}) {
        const double r = 2.0 * ra * rb / (ra + rb);
        for (const double share : {1e-3, 1e-5, 1e-7, 1e-9}) {
            const double depth = share * std::min(ra, rb);
            const double d = ra + rb - depth;
            // The depth that belongs to the rounded distance.
            const double true_depth = static_cast<double>(tests::Quad(ra) + rb - d);
            const Overlap overlap = overlap_of(proximity(Disc(ra), {}, Disc(rb), at({d, 0.0})));
            const double law = 4.0 / 3.0 * std::sqrt(r) * std::pow(true_depth, 1.5);
            const double rounding = 4.0 * 0x1p-53 * (ra + rb) / true_depth;
            EXPECT_NEAR(overlap.area / law, 1.0, 2.0 * share + rounding) << ra << ' ' << rb;
        }
    }
}

struct Tolerances {
    double distance = 0.0;
    double area = 0.0;
    double length = 0.0;
};

/// The error that rounding allows: coordinates are good to a few ulp of the pair's extent, and
/// crossing points move as much as the angle of the crossing makes them.
Tolerances tolerances(const DiscTruth& truth, double size_a, double size_b, double largest) {
    const double extent = size_a + size_b;
    return {1e-12 * extent + 4.0 * 0x1p-52 * largest, 1e-9 * truth.area + 1e-14 * size_a * size_b,
            1e-14 * extent * (1.0 + truth.amplification)};
}

void expect_same_contact(const Overlap& overlap, const DiscTruth& truth, const Tolerances& allowed,
                         double smaller) {
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

void compare_random_discs(Random& random, std::size_t rounds) {
    std::size_t overlaps = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        const double ra = random.log_uniform(0.01, 1.0);
        const double rb = random.log_uniform(0.01, 1.0);
        const double smaller = std::min(ra, rb);
        double depth = smaller * random.log_uniform(1e-6, 1.0);
        if (random.chance(0.1)) depth *= 2.0;
        if (random.chance(0.5)) depth = -depth;
        const double spread = random.chance(0.3) ? 1e6 : 1.0;
        const Vec2 position_a{random.uniform(-spread, spread), random.uniform(-spread, spread)};
        const Vec2 position_b = position_a + (ra + rb - depth) * unit_vector(random.angle());
        const DiscTruth truth = find_truth(ra, position_a, rb, position_b);
        const Proximity answer = proximity(Disc(ra), at(position_a), Disc(rb), at(position_b));
        const Tolerances allowed = tolerances(truth, 2.0 * ra, 2.0 * rb, spread);
        ASSERT_EQ(std::holds_alternative<Overlap>(answer), truth.overlap);
        overlaps += truth.overlap;
        if (truth.overlap) {
            expect_same_contact(std::get<Overlap>(answer), truth, allowed, smaller);
        } else {
            const Apart& apart = std::get<Apart>(answer);
            EXPECT_NEAR(apart.distance, truth.distance, allowed.distance);
            EXPECT_NEAR(length(apart.on_b - apart.on_a), apart.distance, allowed.distance);
            EXPECT_NEAR(length(apart.on_a), ra, allowed.distance);
        }
        if (::testing::Test::HasFailure()) {
            ADD_FAILURE() << "round " << round << ": radii " << ra << ' ' << rb << ", depth "
                          << depth;
            return;
        }
    }
    EXPECT_GT(overlaps, rounds * 3 / 10);
    EXPECT_LT(overlaps, rounds * 7 / 10);
}

TEST(DiscDisc, RandomPairsMatchTheOracle) {
    Random random(2);
    compare_random_discs(random, tests::rounds(20'000));
}

TEST(SlowDiscDisc, AMillionRandomPairsMatchTheOracle) {
    Random random(3);
    compare_random_discs(random, tests::rounds(1'000'000));
}

TEST(DiscDisc, ExchangedGivesTheMirroredAnswer) {
    Random random(4);
    for (int round = 0; round < 1000; ++round) {
        const Disc a(random.log_uniform(0.01, 1.0));
        const Disc b(random.log_uniform(0.01, 1.0));
        const double d = (a.radius() + b.radius()) * random.uniform(0.0, 1.5);
        const Vec2 centres = d * unit_vector(random.angle());
        const Proximity one = proximity(a, {}, b, at(centres));
        const Proximity other = proximity(b, at(centres), a, {});
        ASSERT_EQ(one.index(), other.index());
        constexpr double small = 1e-13;
        if (const auto* apart = std::get_if<Apart>(&one)) {
            const Apart& mirrored = std::get<Apart>(other);
            EXPECT_NEAR(apart->distance, mirrored.distance, small);
            expect_near(apart->on_a, mirrored.on_b + centres, small);
            expect_near(apart->on_b, mirrored.on_a + centres, small);
        } else {
            const Overlap& overlap = std::get<Overlap>(one);
            const Overlap& mirrored = std::get<Overlap>(other);
            EXPECT_NEAR(overlap.area, mirrored.area, small);
            EXPECT_NEAR(overlap.chord, mirrored.chord, small);
            EXPECT_EQ(overlap.swallowed, mirrored.swallowed);
            expect_near(overlap.centroid, mirrored.centroid + centres, small);
            expect_near(overlap.midpoint, mirrored.midpoint + centres, small);
            expect_near(overlap.normal, -mirrored.normal, small);
        }
    }
}

// A disc and a polygon.

TEST(DiscPolygon, ApartFromAnEdgeAndFromACorner) {
    const ConvexPolygon square = tests::rectangle(2.0, 2.0);
    const Apart from_edge = apart_of(cold(square, at({5.0, 5.0}), Disc(1.0), at({8.0, 5.5})));
    EXPECT_DOUBLE_EQ(from_edge.distance, 1.0);
    expect_near(from_edge.on_a, {1.0, 0.5}, 1e-15);
    expect_near(from_edge.on_b, {2.0, 0.5}, 1e-15);
    EXPECT_EQ(from_edge.a, Feature::edge(1));
    const Apart from_corner = apart_of(cold(square, {}, Disc(1.0), at({4.0, 5.0})));
    EXPECT_DOUBLE_EQ(from_corner.distance, 4.0);
    expect_near(from_corner.on_a, {1.0, 1.0}, 1e-15);
    EXPECT_EQ(from_corner.a, Feature::vertex(2));
    const Apart exchanged = apart_of(cold(Disc(1.0), at({4.0, 5.0}), square, {}));
    EXPECT_DOUBLE_EQ(exchanged.distance, 4.0);
    EXPECT_EQ(exchanged.b, Feature::vertex(2));
    expect_near(exchanged.on_b, {-3.0, -4.0}, 1e-15);
}

TEST(DiscPolygon, PressedIntoAFaceIsASegmentOfTheDisc) {
    const ConvexPolygon square = tests::rectangle(4.0, 4.0);
    for (const double depth : {1e-9, 1e-6, 1e-3, 0.1, 0.9, 1.0, 1.1, 1.5}) {
        const double x = 3.0 - depth;
        const double true_depth = 3.0 - x;
        const Overlap overlap = overlap_of(cold(square, {}, Disc(1.0), at({x, 0.3})));
        const double half_chord = std::sqrt(true_depth * (2.0 - true_depth));
        EXPECT_NEAR(overlap.chord, 2.0 * half_chord, 1e-14);
        expect_near(overlap.normal, {1.0, 0.0}, 1e-15);
        expect_near(overlap.midpoint, {2.0, 0.3}, 1e-14);
        if (depth < 1e-4) {
            // The flat face is a disc of infinite radius: R* is the radius, R twice that.
            const double law = 4.0 / 3.0 * std::sqrt(2.0) * std::pow(true_depth, 1.5);
            EXPECT_NEAR(overlap.area / law, 1.0, 2.0 * depth);
        }
        EXPECT_FALSE(overlap.swallowed);
    }
}

TEST(DiscPolygon, TouchingAFaceOrACornerIsAContactWithoutArea) {
    const ConvexPolygon square = tests::rectangle(4.0, 4.0);
    const Overlap face = overlap_of(cold(square, {}, Disc(1.0), at({3.0, 0.5})));
    EXPECT_TRUE(face.touching());
    expect_near(face.midpoint, {2.0, 0.5}, 1e-15);
    expect_near(face.normal, {1.0, 0.0}, 1e-15);
    const Overlap corner = overlap_of(cold(square, {}, Disc(5.0), at({5.0, 6.0})));
    EXPECT_TRUE(corner.touching());
    expect_near(corner.midpoint, {2.0, 2.0}, 1e-15);
    expect_near(corner.normal, {0.6, 0.8}, 1e-15);
}

TEST(DiscPolygon, DiscInsideIsSwallowed) {
    const ConvexPolygon square = tests::rectangle(4.0, 4.0);
    for (const Vec2 position :
         {Vec2{0.0, 0.0}, Vec2{0.5, -0.25}, Vec2{1.0, 1.0}, Vec2{0.0, -1.0}}) {
        const Overlap overlap = overlap_of(cold(square, {}, Disc(1.0), at(position)));
        EXPECT_TRUE(overlap.swallowed);
        EXPECT_DOUBLE_EQ(overlap.area, pi);
        EXPECT_DOUBLE_EQ(overlap.chord, 2.0);
        expect_near(overlap.centroid, position, 1e-15);
        const double distance = length(position);
        expect_near(overlap.normal, distance > 0.0 ? position / distance : Vec2{0.0, 1.0}, 1e-15);
    }
}

TEST(DiscPolygon, PolygonInsideIsSwallowed) {
    const ConvexPolygon triangle = tests::regular_polygon(3, 1.0);
    for (const Vec2 position : {Vec2{0.0, 0.0}, Vec2{0.5, -0.25}, Vec2{0.9, 0.0}}) {
        const Overlap overlap = overlap_of(cold(triangle, {}, Disc(2.0), at(position)));
        EXPECT_TRUE(overlap.swallowed);
        EXPECT_NEAR(overlap.area, triangle.area(), 1e-14);
        expect_near(overlap.centroid, {}, 1e-14);
        const Overlap exchanged = overlap_of(cold(Disc(2.0), at(position), triangle, {}));
        EXPECT_TRUE(exchanged.swallowed);
        EXPECT_NEAR(exchanged.area, triangle.area(), 1e-14);
        // From A to B in both orders, and up when the centres coincide.
        const double distance = length(position);
        const Vec2 up{0.0, 1.0};
        expect_near(overlap.normal, distance > 0.0 ? position / distance : up, 1e-15);
        expect_near(exchanged.normal, distance > 0.0 ? -position / distance : up, 1e-15);
    }
}

TEST(DiscPolygon, SmallDiscAtACornerIsPushedAlongTheDiagonal) {
    const ConvexPolygon square = tests::rectangle(2.0, 2.0);
    const Overlap overlap = overlap_of(cold(square, {}, Disc(0.1), at({1.0, 1.0})));
    EXPECT_NEAR(overlap.area, 0.0025 * pi, 1e-16);
    EXPECT_NEAR(overlap.chord, 0.1 * std::numbers::sqrt2, 1e-15);
    expect_near(overlap.normal, Vec2{1.0, 1.0} / std::numbers::sqrt2, 1e-14);
    expect_near(overlap.midpoint, {0.95, 0.95}, 1e-15);
}

TEST(DiscPolygon, ThinRectangleThroughADiscCrossesItFourTimes) {
    for (const double offset : {0.0, 0.2, -0.5}) {
        const ConvexPolygon bar = tests::rectangle(10.0, 0.1);
        const Vec2 centre{0.7, offset};
        const DiscTruth truth = find_truth(bar, {}, 1.0, centre);
        EXPECT_EQ(truth.crossings, 4u);
        const Overlap overlap = overlap_of(cold(bar, {}, Disc(1.0), at(centre)));
        EXPECT_NEAR(overlap.area, truth.area, 1e-13);
        expect_near(overlap.centroid, truth.centroid, 1e-13);
        if (offset == 0.0) {
            // Both long faces push alike: no chord.
            EXPECT_TRUE(overlap.swallowed);
            continue;
        }
        EXPECT_FALSE(overlap.swallowed);
        EXPECT_NEAR(overlap.chord, truth.chord, 1e-13);
        expect_near(overlap.normal, {0.0, offset > 0.0 ? 1.0 : -1.0}, 1e-13);
        // Turning a disc about its centre changes nothing: the chord's line passes it.
        EXPECT_NEAR(cross(overlap.midpoint - centre, overlap.normal), 0.0, 1e-13);
    }
}

/// A disc against a face or a corner of the polygon, at this depth (a gap if it is negative).
Vec2 place_disc(Random& random, const ConvexPolygon& polygon, const Transform& pose, double radius,
                double depth) {
    const FeatureRing ring = polygon.ring();
    const std::uint32_t i = random.below(ring.size());
    const Vec2 vertex = ring.vertex(i);
    Vec2 point = vertex + random.unit() * (ring.vertex(ring.next(i)) - vertex);
    Vec2 normal = ring.normal(i);
    if (random.chance(0.5)) {
        point = vertex;
        const double share = random.unit();
        normal = share * ring.normal(i) + (1.0 - share) * ring.normal(ring.previous(i));
        normal = normal / length(normal);
    }
    return apply(pose, point + (radius - depth) * normal);
}

struct DiscPair {
    ConvexPolygon polygon;
    Transform pose;
    Disc disc;
    Vec2 position;
    double spread = 0.0;
};

DiscPair random_pair(Random& random) {
    const ConvexPolygon polygon = tests::any_polygon(random);
    const double radius = polygon.radius() * random.log_uniform(0.02, 20.0);
    const double size = std::min(polygon.diameter(), 2.0 * radius);
    double depth = size * random.log_uniform(1e-6, 0.1);
    if (random.chance(0.2)) depth = size * random.uniform(0.0, 1.5);
    if (random.chance(0.5)) depth = -depth;
    const double spread = random.chance(0.3) ? 1e6 : 1.0;
    const Transform pose = tests::random_pose(random, spread);
    const Vec2 position = place_disc(random, polygon, pose, radius, depth);
    return {polygon, pose, Disc(radius), position, spread};
}

void expect_answer(const Proximity& answer, const DiscTruth& truth, const DiscPair& pair) {
    const double size = pair.polygon.diameter();
    const Tolerances allowed = tolerances(truth, size, pair.disc.diameter(), pair.spread);
    ASSERT_EQ(std::holds_alternative<Overlap>(answer), truth.overlap);
    if (const auto* overlap = std::get_if<Overlap>(&answer)) {
        expect_same_contact(*overlap, truth, allowed,
                            std::min(pair.polygon.radius(), pair.disc.radius()));
        return;
    }
    const Apart& apart = std::get<Apart>(answer);
    EXPECT_NEAR(apart.distance, truth.distance, allowed.distance);
    EXPECT_NEAR(length(apart.on_b - apart.on_a), apart.distance, allowed.distance);
    const Vec2 centre = pair.position - pair.pose.position;
    EXPECT_NEAR(length(apart.on_b - centre), pair.disc.radius(), allowed.distance);
}

/// The answer for the polygon as B, as if it had been A.
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

void compare_random_polygons(Random& random, std::size_t rounds) {
    std::size_t overlaps = 0;
    std::size_t many_crossings = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        const DiscPair pair = random_pair(random);
        const DiscTruth truth =
            find_truth(pair.polygon, pair.pose, pair.disc.radius(), pair.position);
        const Transform pose_of_disc = at(pair.position, random.angle());
        expect_answer(cold(pair.polygon, pair.pose, pair.disc, pose_of_disc), truth, pair);
        const Vec2 centres = pair.position - pair.pose.position;
        const Proximity exchanged = cold(pair.disc, pose_of_disc, pair.polygon, pair.pose);
        // With both centres in one place the normal is up in either order.
        expect_answer(mirrored(exchanged, centres), truth, pair);
        overlaps += truth.overlap;
        many_crossings += truth.crossings > 2;
        if (::testing::Test::HasFailure()) {
            ADD_FAILURE() << "round " << round << ": " << pair.polygon.size() << " corners, radius "
                          << pair.disc.radius() << ", crossings " << truth.crossings << ", area "
                          << truth.area << ", chord " << truth.chord << ", distance "
                          << truth.distance;
            return;
        }
    }
    EXPECT_GT(overlaps, rounds * 3 / 10);
    EXPECT_LT(overlaps, rounds * 7 / 10);
    EXPECT_GT(many_crossings, rounds / 1000);
}

TEST(DiscPolygon, RandomPairsMatchTheOracle) {
    Random random(5);
    compare_random_polygons(random, tests::rounds(20'000));
}

TEST(SlowDiscPolygon, AMillionRandomPairsMatchTheOracle) {
    Random random(6);
    compare_random_polygons(random, tests::rounds(1'000'000));
}

TEST(DiscPolygon, LargeShapesFarFromTheOriginAndTinyOnesWorkAlike) {
    Random random(7);
    for (const double size : {1e-9, 1e9}) {
        for (std::size_t round = 0; round < tests::rounds(500); ++round) {
            const ConvexPolygon unit = tests::any_polygon(random);
            std::vector<Vec2> outline;
            for (std::size_t i = 0; i < unit.size(); ++i) outline.push_back(size * unit.vertex(i));
            const ConvexPolygon polygon(outline);
            const double radius = size * random.log_uniform(0.1, 10.0);
            const double depth = size * random.uniform(-0.1, 0.1);
            const Transform pose = tests::random_pose(random, size);
            const Vec2 position = place_disc(random, polygon, pose, radius, depth);
            const DiscPair pair{polygon, pose, Disc(radius), position, size};
            const DiscTruth truth = find_truth(polygon, pose, radius, position);
            expect_answer(cold(polygon, pose, pair.disc, at(position)), truth, pair);
            if (HasFailure()) return;
        }
    }
}

TEST(DiscPolygon, DerivativesOfTheAreaAreChordAndNormal) {
    // dA/dx = -b n (docs/physics.md, Contact geometry); a disc that turns about its centre changes
    // nothing.
    Random random(8);
    for (std::size_t round = 0; round < tests::rounds(500); ++round) {
        const ConvexPolygon polygon = tests::any_polygon(random, 16);
        const double radius = random.log_uniform(0.2, 5.0);
        const double depth = random.uniform(0.05, 0.3) * std::min(1.0, radius);
        const Vec2 position = place_disc(random, polygon, {}, radius, depth);
        const Overlap overlap = overlap_of(cold(polygon, {}, Disc(radius), at(position)));
        // A vertex that passes the circle bends the chord's growth: the error of the differences is
        // the step times that, so the step is short.
        constexpr double step = 1e-7;
        const auto area_at = [&](Vec2 by) {
            return overlap_of(cold(polygon, {}, Disc(radius), at(position + by))).area;
        };
        const auto derivative = [&](Vec2 along) {
            return (area_at(step * along) - area_at(-step * along)) / (2.0 * step);
        };
        const Vec2 gradient{derivative({1.0, 0.0}), derivative({0.0, 1.0})};
        expect_near(gradient, -overlap.chord * overlap.normal, 1e-6);
        EXPECT_NEAR(cross(overlap.midpoint - position, overlap.normal), 0.0, 1e-12);
        if (HasFailure()) return;
    }
}

/// A disc that wanders about a polygon, in and out of contact.
template <typename Check>
void walk(Random& random, const ConvexPolygon& polygon, double radius, std::size_t steps,
          Check check) {
    Transform pose_a = tests::random_pose(random, 1.0);
    double angle = random.angle();
    const double touching = 0.5 * (polygon.radius() + polygon.inradius()) + radius;
    Vec2 from_a = touching * unit_vector(random.angle());
    for (std::size_t step = 0; step < steps; ++step) {
        const double stride = random.log_uniform(1e-6, 0.3) * std::min(1.0, radius);
        from_a += stride * unit_vector(random.angle());
        // Drawn back to where they touch.
        from_a = from_a * (1.0 + 0.05 * (touching / length(from_a) - 1.0));
        angle += 0.1 * stride;
        pose_a.rotation = Rotation::by(angle);
        check(pose_a, Transform{pose_a.position + from_a, Rotation::by(-angle)});
    }
}

bool same_bits(const Proximity& one, const Proximity& other) {
    if (one.index() != other.index()) return false;
    if (const auto* a = std::get_if<Apart>(&one)) {
        const Apart& b = std::get<Apart>(other);
        return a->distance == b.distance && a->on_a == b.on_a && a->on_b == b.on_b;
    }
    const Overlap& a = std::get<Overlap>(one);
    const Overlap& b = std::get<Overlap>(other);
    return a.area == b.area && a.chord == b.chord && a.centroid == b.centroid &&
           a.midpoint == b.midpoint && a.normal == b.normal && a.swallowed == b.swallowed;
}

bool nearly_same(const Proximity& one, const Proximity& other, double tolerance) {
    if (one.index() != other.index()) return false;
    if (const auto* a = std::get_if<Apart>(&one))
        return std::abs(a->distance - std::get<Apart>(other).distance) <= tolerance;
    const Overlap& a = std::get<Overlap>(one);
    const Overlap& b = std::get<Overlap>(other);
    return std::abs(a.area - b.area) <= tolerance && length(a.normal - b.normal) <= 1e-9;
}

TEST(DiscPolygon, WarmAndColdStartsAgreeOnRandomWalks) {
    Random random(9);
    QueryCounts counts;
    std::size_t different_bits = 0;
    std::size_t overlaps = 0;
    std::size_t queries = 0;
    for (int walks = 0; walks < 20; ++walks) {
        const ConvexPolygon polygon = tests::any_polygon(random, 32);
        const double radius = random.log_uniform(0.1, 5.0);
        const Disc disc(radius);
        PairMemory warm;
        PairMemory warm_exchanged;
        walk(random, polygon, radius, tests::rounds(5000),
             [&](const Transform& a, const Transform& b) {
                 const Proximity tracked = proximity(polygon.ring(), a, disc, b, warm, counts);
                 const Proximity fresh = cold(polygon, a, disc, b);
                 const double tolerance = 1e-12 * (1.0 + radius);
                 ASSERT_TRUE(nearly_same(tracked, fresh, tolerance));
                 different_bits += !same_bits(tracked, fresh);
                 const Proximity exchanged =
                     proximity(disc, b, polygon.ring(), a, warm_exchanged, counts);
                 ASSERT_TRUE(
                     nearly_same(mirrored(exchanged, b.position - a.position), fresh, tolerance));
                 ++queries;
                 overlaps += std::holds_alternative<Overlap>(fresh);
             });
        if (HasFatalFailure()) return;
    }
    EXPECT_EQ(different_bits, 0u);
    EXPECT_GT(overlaps, queries / 4);
    EXPECT_LT(overlaps, queries * 9 / 10);
    RecordProperty("queries", std::to_string(counts.queries));
    RecordProperty("exhaustive", std::to_string(counts.exhaustive));
    RecordProperty("clipped", std::to_string(counts.clipped));
}

TEST(DiscPolygon, AnyMemoryLeadsToTheSameAnswer) {
    Random random(10);
    for (std::size_t round = 0; round < tests::rounds(5000); ++round) {
        const DiscPair pair = random_pair(random);
        const Proximity fresh = cold(pair.polygon, pair.pose, pair.disc, at(pair.position));
        PairMemory memory;
        memory.kind = random.chance(0.5) ? PairMemory::Kind::closest : PairMemory::Kind::crossing;
        const auto corners = static_cast<std::uint32_t>(pair.polygon.size());
        memory.a = random.chance(0.5) ? Feature::vertex(random.below(corners))
                                      : Feature::edge(random.below(corners));
        QueryCounts counts;
        const Proximity answer =
            proximity(pair.polygon.ring(), pair.pose, pair.disc, at(pair.position), memory, counts);
        EXPECT_TRUE(nearly_same(answer, fresh, 1e-12 * (1.0 + pair.disc.diameter())));
    }
}

TEST(DiscPolygon, ThroughTheVariantIsTheSame) {
    const ConvexPolygon square = tests::rectangle(2.0, 2.0);
    const Disc disc(1.0);
    const Transform beside = at({1.8, 0.3}, 0.2);
    const auto through = [&](const Shape& a, const Transform& pose_a, const Shape& b,
                             const Transform& pose_b) {
        PairMemory memory;
        QueryCounts counts;
        return proximity(a, pose_a, b, pose_b, memory, counts);
    };
    EXPECT_TRUE(same_bits(through(square, {}, disc, beside), cold(square, {}, disc, beside)));
    EXPECT_TRUE(same_bits(through(disc, beside, square, {}), cold(disc, beside, square, {})));
    EXPECT_TRUE(same_bits(through(disc, beside, disc, {}), proximity(disc, beside, disc, {})));
    PairMemory memory;
    QueryCounts counts;
    EXPECT_TRUE(same_bits(through(square, beside, square, {}),
                          proximity(square.ring(), beside, square.ring(), {}, memory, counts)));
}

}  // namespace
}  // namespace scree::geometry

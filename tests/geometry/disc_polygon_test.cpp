#include <gtest/gtest.h>

#include "tests/geometry/disc_cases.h"

namespace scree::geometry {
namespace {

using namespace discs;

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

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <string>
#include <utility>
#include <variant>

#include "geometry/proximity.h"
#include "tests/geometry/oracle.h"
#include "tests/geometry/random_shapes.h"

namespace scree::tests {
namespace {

using geometry::Apart;
using geometry::ConvexPolygon;
using geometry::Feature;
using geometry::Overlap;
using geometry::PairMemory;
using geometry::Proximity;
using geometry::QueryCounts;
using geometry::Transform;
using geometry::Vec2;

struct Case {
    ConvexPolygon a;
    ConvexPolygon b;
    Transform pose_a;
    Transform pose_b;

    Vec2 offset() const { return pose_b.position - pose_a.position; }
    double diameter() const { return std::max(a.diameter(), b.diameter()); }
};

Proximity cold_query(const Case& c) {
    PairMemory memory;
    QueryCounts counts;
    return proximity(c.a.ring(), c.pose_a, c.b.ring(), c.pose_b, memory, counts);
}

double distance_tolerance(const Case& c) {
    double coordinate = 0.0;
    for (const auto& [polygon, pose] : {std::pair{&c.a, &c.pose_a}, std::pair{&c.b, &c.pose_b}})
        coordinate = std::max({coordinate, std::abs(pose->position.x) + polygon->radius(),
                               std::abs(pose->position.y) + polygon->radius()});
    return 1e-12 * c.diameter() + 4.0 * 0x1p-52 * coordinate;
}

/// The change of frame rounds each coordinate of a vertex a few times, to 2^-53 of the pair's
/// extent. A backward stable kernel answers exactly for polygons whose edges have moved by about
/// this much. What that does to the answer is its condition, and gives all the other tolerances.
double wobble(const Case& c) {
    return 64.0 * 0x1p-53 * (c.a.radius() + c.b.radius() + length(c.offset()));
}

/// Collects what is wrong with an answer.
class Complaint {
public:
    void limit(const char* what, double error, double tolerance) {
        if (error <= tolerance) return;  // a NaN goes on
        text_ << what << " is off by " << error << ", allowed are " << tolerance << "\n";
    }
    void require(const char* what, bool holds) {
        if (!holds) text_ << what << "\n";
    }
    std::string text() const { return text_.str(); }

private:
    std::ostringstream text_;
};

double distance_from_feature(const ConvexPolygon& polygon, const Transform& pose, Vec2 centre,
                             Feature feature, Vec2 point) {
    if (feature.index() >= polygon.size()) return HUGE_VAL;
    const auto place = [&](std::uint32_t i) {
        return rotate(pose.rotation, polygon.vertex(i)) + (pose.position - centre);
    };
    const Vec2 start = place(feature.index());
    if (feature.is_vertex()) return length(point - start);
    const Vec2 edge = place(polygon.ring().next(feature.index())) - start;
    const double along = std::clamp(dot(point - start, edge) / dot(edge, edge), 0.0, 1.0);
    return length(point - (start + along * edge));
}

/// How far the point lies outside the polygon: the largest distance above a face.
double height_above(const ConvexPolygon& polygon, const Transform& pose, Vec2 centre, Vec2 point) {
    const Vec2 local = unrotate(pose.rotation, point - (pose.position - centre));
    double height = -HUGE_VAL;
    for (std::uint32_t i = 0; i < polygon.size(); ++i)
        height = std::max(height, dot(local - polygon.vertex(i), polygon.ring().normal(i)));
    return height;
}

std::string disagreement(const Case& c, const Apart& apart, const PairTruth& truth) {
    Complaint complaint;
    // Polygons that move by a wobble can lose no more common area than this.
    if (truth.overlap)
        complaint.limit("apart, but there is a common area, which", truth.common.area,
                        truth.common.perimeter * wobble(c));
    const double tolerance = distance_tolerance(c);
    const auto off_feature = [&](const ConvexPolygon& polygon, const Transform& pose, Feature f,
                                 Vec2 point) {
        return distance_from_feature(polygon, pose, c.pose_a.position, f, point);
    };
    complaint.limit("distance", std::abs(apart.distance - truth.distance), tolerance);
    complaint.require("distance is not positive", apart.distance > 0.0);
    complaint.limit("distance of the closest points",
                    std::abs(length(apart.on_b - apart.on_a) - apart.distance), tolerance);
    complaint.limit("closest point of A from its feature",
                    off_feature(c.a, c.pose_a, apart.a, apart.on_a), tolerance);
    complaint.limit("closest point of B from its feature",
                    off_feature(c.b, c.pose_b, apart.b, apart.on_b), tolerance);
    return complaint.text();
}

void check_swallowed(Complaint& complaint, const Case& c, const Overlap& overlap) {
    // The direction from centre to centre, or +y, is as good as the length it is taken from.
    const double apart = length(c.offset());
    const Vec2 normal = apart > 0.0 ? c.offset() / apart : Vec2{0.0, 1.0};
    const double round = 2.0 * std::sqrt(overlap.area / std::numbers::pi);
    complaint.limit("swallowed: chord", std::abs(overlap.chord - round), 1e-15 * round);
    complaint.limit("swallowed: normal", length(overlap.normal - normal), 1e-15);
    complaint.limit("swallowed: midpoint", length(overlap.midpoint - overlap.centroid), 0.0);
}

void check_chord(Complaint& complaint, const Case& c, const Overlap& overlap,
                 const OverlapTruth& truth) {
    // The crossing of two edges at the angle phi moves by up to 1 / sin(phi) when one of them moves
    // by 1. Chord and midpoint move as far, the normal turns by that over the chord.
    const double shift = wobble(c) * (1.0 + truth.amplification);
    const double turn = 2.0 * shift / truth.chord + 1e-15;
    complaint.limit("chord", std::abs(overlap.chord - truth.chord), shift);
    complaint.limit("normal", length(overlap.normal - truth.normal), turn);
    if (truth.crossings == 2)
        complaint.limit("midpoint", length(overlap.midpoint - truth.midpoint), shift);
    // With more crossings only the line is given on which the midpoint lies. Its distance from the
    // centre of B is torque / chord, where the torque has an error of shift times a lever.
    const double lever = cross(overlap.midpoint - c.offset(), overlap.normal);
    complaint.limit("line of the midpoint", std::abs(lever + truth.torque / truth.chord),
                    2.0 * turn * c.b.radius() + shift);
}

/// Polygons that overlap by some ten wobbles, or not at all, may cross anywhere along their faces.
/// What is left to ask: the place is one of both, and along the normal they separate about as soon
/// as along the true one (zero if there is none).
void check_touch(Complaint& complaint, const Case& c, const Overlap& overlap, Vec2 true_normal) {
    for (const Vec2 point : {overlap.midpoint, overlap.centroid}) {
        complaint.limit("touching: height above A",
                        height_above(c.a, c.pose_a, c.pose_a.position, point), 4.0 * wobble(c));
        complaint.limit("touching: height above B",
                        height_above(c.b, c.pose_b, c.pose_a.position, point), 4.0 * wobble(c));
    }
    const auto way_out = [&](Vec2 normal) {
        return penetration_along(c.a, c.pose_a, c.b, c.pose_b, normal);
    };
    const double true_way_out = true_normal == Vec2{} ? 0.0 : std::max(0.0, way_out(true_normal));
    complaint.limit("touching: way out along the normal", way_out(overlap.normal),
                    4.0 * true_way_out + 100.0 * wobble(c));
}

std::string disagreement(const Case& c, const Overlap& overlap, const PairTruth& pair_truth) {
    Complaint complaint;
    complaint.limit("length of the normal", std::abs(length(overlap.normal) - 1.0), 1e-15);
    if (!pair_truth.overlap) {
        complaint.limit("overlap, but there is a gap, which", pair_truth.distance, wobble(c));
        complaint.limit("area", overlap.area, 1e-14 * c.diameter() * c.diameter());
        check_touch(complaint, c, overlap, {});
        return complaint.text();
    }
    const OverlapTruth& truth = pair_truth.common;
    const double area_error = std::abs(overlap.area - truth.area);
    complaint.limit("area", area_error, 1e-9 * truth.area + 1e-14 * c.diameter() * c.diameter());
    // Sharper where the common area is small: edges that move by a wobble sweep this much. The
    // perimeter grows as they do, which counts at first touch only.
    const double growth = std::min(wobble(c) * (1.0 + truth.amplification), c.diameter());
    const double swept = (truth.perimeter + growth) * wobble(c) + 1e-15 * truth.area;
    complaint.limit("area, by its condition,", area_error, swept);

    // What is swept lies within the extent of the common area, and moves the centroid at most by
    // that extent times its share of the area: by diameter / depth along a long thin overlap, but
    // hardly across it.
    const double share = swept / truth.area;
    const Vec2 off = overlap.centroid - truth.centroid;
    complaint.limit("centroid along the chord", std::abs(cross(off, truth.normal)),
                    share * truth.extent_along + wobble(c));
    complaint.limit("centroid across the chord", std::abs(dot(off, truth.normal)),
                    share * truth.extent_across + wobble(c));

    // Near the limit of 1e-9 either is right, and so it is for two crossings closer than that: they
    // are a first touch, or a grain all but inside another.
    const double size = std::min(c.a.radius(), c.b.radius());
    if (truth.chord > 2e-9 * size)
        complaint.require("swallowed, but there is a chord", !overlap.swallowed);
    if (truth.chord < 0.5e-9 * size && truth.crossings != 2)
        complaint.require("not swallowed, but there is no chord", overlap.swallowed);
    if (overlap.swallowed)
        check_swallowed(complaint, c, overlap);
    else if (share > 0.1)
        check_touch(complaint, c, overlap, truth.normal);
    else
        check_chord(complaint, c, overlap, truth);
    return complaint.text();
}

/// Empty when the answer is right.
std::string disagreement(const Case& c, const Proximity& answer, const PairTruth& truth) {
    return std::visit([&](const auto& alternative) { return disagreement(c, alternative, truth); },
                      answer);
}

Case swapped(const Case& c) { return {c.b, c.a, c.pose_b, c.pose_a}; }

/// The answer to the swapped question, turned into one to the question itself.
Proximity mirrored(const Case& c, const Proximity& answer) {
    if (const Apart* apart = std::get_if<Apart>(&answer))
        return Apart{apart->distance, apart->on_b + c.offset(), apart->on_a + c.offset(), apart->b,
                     apart->a};
    Overlap overlap = std::get<Overlap>(answer);
    overlap.centroid += c.offset();
    overlap.midpoint += c.offset();
    // Concentric polygons have no direction to mirror: the normal is +y for both orders.
    if (!(overlap.swallowed && c.offset() == Vec2{})) overlap.normal = -overlap.normal;
    return overlap;
}

/// Most pairs are of like size 1; some are small or large, some of unequal sizes.
std::pair<ConvexPolygon, ConvexPolygon> random_polygons(Random& random) {
    const ConvexPolygon a = any_polygon(random);
    const ConvexPolygon b = any_polygon(random);
    const double kind = random.unit();
    if (kind < 0.8) return {a, b};
    if (kind < 0.9) return {a, scaled(b, random.log_uniform(0.1, 10.0))};
    const double size = random.log_uniform(1e-9, 1e9);
    return {scaled(a, size), scaled(b, size)};
}

Case random_case(Random& random) {
    auto [a, b] = random_polygons(random);
    const PairWish wish = random_wish(random, std::min(a.diameter(), b.diameter()));
    const PosedPair poses = pose_pair_at_depth(random, a, b, wish);
    return {std::move(a), std::move(b), poses.a, poses.b};
}

/// At first touch, to the last bit that the positions allow.
Case touching_case(Random& random) {
    auto [a, b] = random_polygons(random);
    const PosedPair poses = pose_pair_at_depth(random, a, b, {0.0, random.chance(0.5), 1.0});
    return {std::move(a), std::move(b), poses.a, poses.b};
}

/// Centres anywhere within reach: many crossings, and polygons inside each other.
Case deep_case(Random& random) {
    ConvexPolygon a = any_polygon(random);
    ConvexPolygon b = scaled(any_polygon(random), random.log_uniform(0.1, 1.0));
    const Transform pose_a = random_pose(random, 1.0);
    Transform pose_b = random_pose(random, 1.0);
    pose_b.position += pose_a.position;
    return {std::move(a), std::move(b), pose_a, pose_b};
}

struct Tally {
    std::size_t cases = 0;
    std::size_t overlaps = 0;
    std::size_t many_crossings = 0;
    std::size_t swallowed = 0;
};

Tally compare_with_oracle(std::uint64_t seed, std::size_t count, Case (*make)(Random&)) {
    Tally tally;
    std::size_t failures = 0;
    for (std::size_t i = 0; i < count && failures < 5; ++i) {
        Random random(seed + i);  // any single case can be made again from its own seed
        const Case c = make(random);
        const PairTruth truth = find_truth(c.a, c.pose_a, c.b, c.pose_b);
        const Proximity answer = cold_query(c);
        const std::string wrong = disagreement(c, answer, truth);
        const std::string wrong_mirrored =
            disagreement(c, mirrored(c, cold_query(swapped(c))), truth);
        if (!wrong.empty() || !wrong_mirrored.empty()) {
            ADD_FAILURE() << "seed " << seed + i << ", corners " << c.a.size() << " and "
                          << c.b.size() << ", area " << truth.common.area << ", crossings "
                          << truth.common.crossings << "\n"
                          << wrong << (wrong_mirrored.empty() ? "" : "with A and B swapped: ")
                          << wrong_mirrored;
            ++failures;
        }
        ++tally.cases;
        if (truth.overlap) ++tally.overlaps;
        if (truth.common.crossings > 2) ++tally.many_crossings;
        const Overlap* overlap = std::get_if<Overlap>(&answer);
        if (overlap != nullptr && overlap->swallowed) ++tally.swallowed;
    }
    testing::Test::RecordProperty("overlaps", std::to_string(tally.overlaps));
    testing::Test::RecordProperty("many_crossings", std::to_string(tally.many_crossings));
    testing::Test::RecordProperty("swallowed", std::to_string(tally.swallowed));
    return tally;
}

void expect_representative(const Tally& tally) {
    const double hit_rate = static_cast<double>(tally.overlaps) / static_cast<double>(tally.cases);
    EXPECT_GE(hit_rate, 0.3);
    EXPECT_LE(hit_rate, 0.7);
}

TEST(PolygonOracle, RandomPairsAgreeWithTheExhaustiveSearch) {
    expect_representative(compare_with_oracle(1'000'000'000, rounds(100'000), random_case));
}

TEST(SlowPolygonOracle, AMillionRandomPairsAgreeWithTheExhaustiveSearch) {
    expect_representative(compare_with_oracle(2'000'000'000, rounds(1'000'000), random_case));
}

TEST(PolygonOracle, AtFirstTouchTheAnswerIsRightToRounding) {
    compare_with_oracle(3'000'000'000, rounds(20'000), touching_case);
}

TEST(PolygonOracle, DeepOverlapsAgreeWithTheExhaustiveSearch) {
    const Tally tally = compare_with_oracle(4'000'000'000, rounds(20'000), deep_case);
    EXPECT_GT(tally.many_crossings, tally.cases / 50);
    EXPECT_GT(tally.swallowed, tally.cases / 50);
}

// The comparison must be able to fail: each of these is a right answer with one number spoilt.

Case control_case() {
    Random random(17);
    ConvexPolygon a = irregular_polygon(random, 7);
    ConvexPolygon b = irregular_polygon(random, 9);
    const PosedPair poses = pose_pair_at_depth(random, a, b, {0.1, false, 1.0});
    return {std::move(a), std::move(b), poses.a, poses.b};
}

TEST(PolygonOracle, TheComparisonRejectsASpoiltOverlap) {
    const Case c = control_case();
    const PairTruth truth = find_truth(c.a, c.pose_a, c.b, c.pose_b);
    ASSERT_TRUE(truth.overlap);
    ASSERT_EQ(truth.common.crossings, 2u);
    ASSERT_GT(truth.common.area, 1e-3);
    const Overlap right = std::get<Overlap>(cold_query(c));
    ASSERT_EQ(disagreement(c, right, truth), "");
    const auto rejects = [&](auto spoil) {
        Overlap wrong = right;
        spoil(wrong);
        return !disagreement(c, wrong, truth).empty();
    };
    const Vec2 along = turned_left(right.normal);
    EXPECT_TRUE(rejects([](Overlap& o) { o.area *= 1.0 + 1e-8; }));
    EXPECT_TRUE(rejects([](Overlap& o) { o.chord *= 1.0 + 1e-9; }));
    EXPECT_TRUE(rejects([&](Overlap& o) { o.centroid += 1e-9 * along; }));
    EXPECT_TRUE(rejects([&](Overlap& o) { o.centroid += 1e-9 * o.normal; }));
    EXPECT_TRUE(rejects([&](Overlap& o) { o.midpoint += 1e-9 * along; }));
    EXPECT_TRUE(rejects([&](Overlap& o) { o.midpoint = o.centroid; }));
    EXPECT_TRUE(rejects([](Overlap& o) { o.normal = -o.normal; }));
    EXPECT_TRUE(rejects([&](Overlap& o) { o.normal += 1e-9 * along; }));
    EXPECT_TRUE(rejects([](Overlap& o) { o.swallowed = true; }));
    EXPECT_TRUE(rejects([](Overlap& o) { o.area = std::nan(""); }));
    EXPECT_FALSE(disagreement(c, Apart{}, truth).empty());
}

TEST(PolygonOracle, TheComparisonRejectsASpoiltDistance) {
    Case c = control_case();
    c.pose_b.position += 3.0 * (c.offset() / length(c.offset()));
    const PairTruth truth = find_truth(c.a, c.pose_a, c.b, c.pose_b);
    ASSERT_FALSE(truth.overlap);
    const Apart right = std::get<Apart>(cold_query(c));
    ASSERT_EQ(disagreement(c, right, truth), "");
    const auto rejects = [&](auto spoil) {
        Apart wrong = right;
        spoil(wrong);
        return !disagreement(c, wrong, truth).empty();
    };
    EXPECT_TRUE(rejects([](Apart& o) { o.distance *= 1.0 + 1e-11; }));
    EXPECT_TRUE(rejects([](Apart& o) { o.on_a = o.on_a + 1e-11 * (o.on_b - o.on_a); }));
    EXPECT_TRUE(rejects([&](Apart& o) { o.a = c.a.ring().next(c.a.ring().next(o.a)); }));
    EXPECT_TRUE(rejects([&](Apart& o) { o.b = c.b.ring().next(c.b.ring().next(o.b)); }));
    EXPECT_FALSE(disagreement(c, Overlap{}, truth).empty());
}

}  // namespace
}  // namespace scree::tests

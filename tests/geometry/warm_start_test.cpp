#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "geometry/proximity.h"
#include "tests/geometry/oracle.h"
#include "tests/geometry/random_shapes.h"
#include "tests/geometry/same_bits.h"

// A memory may come from anywhere: from a pose long ago, or from another pair with as many corners.
// It may cost time, but not change the answer.
namespace scree::tests {
namespace {

using geometry::Apart;
using geometry::ConvexPolygon;
using geometry::Crossing;
using geometry::Feature;
using geometry::Overlap;
using geometry::PairMemory;
using geometry::Proximity;
using geometry::QueryCounts;
using geometry::Transform;

std::uint32_t any_corner(Random& random, const ConvexPolygon& polygon) {
    return random.below(static_cast<std::uint32_t>(polygon.size()));
}

Feature any_feature(Random& random, const ConvexPolygon& polygon) {
    const std::uint32_t i = any_corner(random, polygon);
    return random.chance(0.5) ? Feature::vertex(i) : Feature::edge(i);
}

Crossing any_crossing(Random& random, const ConvexPolygon& a, const ConvexPolygon& b) {
    Crossing crossing;
    crossing.a = static_cast<std::uint16_t>(any_corner(random, a));
    crossing.b = static_cast<std::uint16_t>(any_corner(random, b));
    return crossing;
}

PairMemory any_memory(Random& random, const ConvexPolygon& a, const ConvexPolygon& b) {
    using Kind = PairMemory::Kind;
    PairMemory memory;
    memory.kind = random.chance(0.1)   ? Kind::none
                  : random.chance(0.5) ? Kind::closest
                                       : Kind::crossing;
    memory.a = any_feature(random, a);
    memory.b = any_feature(random, b);
    memory.crossing.enter = any_crossing(random, a, b);
    memory.crossing.leave = any_crossing(random, a, b);
    // Two crossings of one edge, and twice the same crossing, shall be frequent.
    if (random.chance(0.2)) memory.crossing.leave.a = memory.crossing.enter.a;
    if (random.chance(0.2)) memory.crossing.leave.b = memory.crossing.enter.b;
    return memory;
}

struct Case {
    ConvexPolygon a;
    ConvexPolygon b;
    Transform pose_a;
    Transform pose_b;

    double diameter() const { return std::max(a.diameter(), b.diameter()); }
    Proximity query(PairMemory& memory, QueryCounts& counts) const {
        return proximity(a.ring(), pose_a, b.ring(), pose_b, memory, counts);
    }
};

Case contact_case(Random& random) {
    ConvexPolygon a = any_polygon(random);
    ConvexPolygon b = any_polygon(random);
    const PosedPair poses =
        pose_pair_at_depth(random, a, b, random_wish(random, std::min(a.diameter(), b.diameter())));
    return {std::move(a), std::move(b), poses.a, poses.b};
}

/// Deep overlaps, some with many crossings or with one polygon inside the other, and pairs that
/// are a few sizes apart.
Case loose_case(Random& random) {
    ConvexPolygon a = any_polygon(random);
    ConvexPolygon b = scaled(any_polygon(random), random.log_uniform(0.1, 1.0));
    const Transform pose_a = random_pose(random, 1.0);
    const Transform pose_b = random_pose(random, 1.0);
    return {std::move(a), std::move(b), pose_a, pose_b};
}

/// What the roundings of the change of frame amount to.
double rounding(const Case& c) {
    return 64.0 * 0x1p-53 *
           (c.a.radius() + c.b.radius() + length(c.pose_b.position - c.pose_a.position));
}

struct Tally {
    std::size_t overlaps = 0;
    std::size_t two_crossings = 0;
};

void expect_to_rounding(const Case& c, const Overlap& warm, const Overlap& cold,
                        const OverlapTruth& truth) {
    const double moved = rounding(c) * (1.0 + truth.amplification);
    EXPECT_NEAR(warm.area, cold.area, rounding(c) * truth.perimeter);
    EXPECT_EQ(warm.swallowed, cold.swallowed);
    EXPECT_NEAR(warm.chord, cold.chord, moved);
    EXPECT_LE(length(warm.normal - cold.normal), 2.0 * moved / cold.chord + 1e-15);
}

void compare(const Case& c, const Proximity& cold, const PairMemory& given, const PairTruth& truth,
             Tally& tally) {
    PairMemory memory = given;
    QueryCounts counts;
    const Proximity warm = c.query(memory, counts);
    EXPECT_EQ(counts.queries, 1u);
    ASSERT_EQ(warm.index(), cold.index());
    if (const Apart* apart = std::get_if<Apart>(&warm)) {
        EXPECT_NEAR(apart->distance, std::get<Apart>(cold).distance, rounding(c));
        EXPECT_EQ(memory.kind, PairMemory::Kind::closest);
        return;
    }
    ++tally.overlaps;
    const Overlap& overlap = std::get<Overlap>(warm);
    if (truth.common.crossings == 2) {
        ++tally.two_crossings;
        EXPECT_TRUE(same_bits(overlap, std::get<Overlap>(cold)))
            << "areas " << overlap.area << " and " << std::get<Overlap>(cold).area;
        EXPECT_EQ(memory.kind, PairMemory::Kind::crossing);
    } else {
        expect_to_rounding(c, overlap, std::get<Overlap>(cold), truth.common);
    }
}

Tally compare_with_any_memory(std::uint64_t seed, std::size_t count, Case (*make)(Random&)) {
    Tally tally;
    for (std::uint64_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
        SCOPED_TRACE("seed " + std::to_string(seed + i));
        Random random(seed + i);
        const Case c = make(random);
        const PairTruth truth = find_truth(c.a, c.pose_a, c.b, c.pose_b);
        PairMemory fresh;
        QueryCounts counts;
        const Proximity cold = c.query(fresh, counts);
        for (int k = 0; k < 20; ++k) compare(c, cold, any_memory(random, c.a, c.b), truth, tally);
        // And with its own memory, as if nothing had moved.
        compare(c, cold, fresh, truth, tally);
    }
    return tally;
}

TEST(WarmStart, AnyMemoryGivesTheColdAnswerNearContact) {
    const std::size_t count = rounds(10'000);
    const Tally tally = compare_with_any_memory(10'000'000, count, contact_case);
    EXPECT_GE(tally.overlaps, count * 21 * 3 / 10);
    EXPECT_LE(tally.overlaps, count * 21 * 7 / 10);
    EXPECT_GE(tally.two_crossings, tally.overlaps / 2);
}

TEST(WarmStart, AnyMemoryGivesTheColdAnswerForDeepOverlapsAndPairsFarApart) {
    const std::size_t count = rounds(10'000);
    const Tally tally = compare_with_any_memory(20'000'000, count, loose_case);
    EXPECT_GE(tally.overlaps, count * 21 * 3 / 10);
    EXPECT_LE(tally.overlaps, count * 21 * 7 / 10);
    EXPECT_LE(tally.two_crossings, tally.overlaps * 98 / 100);
}

TEST(SlowWarmStart, AnyMemoryGivesTheColdAnswer) {
    compare_with_any_memory(30'000'000, rounds(200'000), contact_case);
    compare_with_any_memory(40'000'000, rounds(200'000), loose_case);
}

}  // namespace
}  // namespace scree::tests

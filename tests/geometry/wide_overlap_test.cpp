#include "geometry/wide/wide_overlap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <vector>

#include "geometry/crossing_contact.h"
#include "geometry/wide/wide.h"
#include "geometry/wide/wide_discs.h"
#include "tests/geometry/random_shapes.h"
#include "tests/geometry/wide_pairs.h"

namespace scree::geometry {
namespace {

using namespace wide_pairs;
using tests::Random;

bool same_bits(const Overlap& one, const Overlap& other) {
    const auto numbers = [](const Overlap& o) {
        return std::array<double, 8>{o.area,       o.chord,      o.centroid.x, o.centroid.y,
                                     o.midpoint.x, o.midpoint.y, o.normal.x,   o.normal.y};
    };
    const auto a = numbers(one);
    const auto b = numbers(other);
    return std::memcmp(a.data(), b.data(), sizeof(a)) == 0;
}

/// How many answers there were, and how many of these were certain.
struct Tally {
    std::size_t pairs = 0;
    std::size_t certain = 0;
};

/// Collects pairs, and compares eight of them at a time with each width that this processor has.
template <class Given>
class Comparison {
public:
    void add(const Given& given, const Transform& a, const Transform& b, const Overlap& overlap) {
        pairs_.given.push_back(given);
        pairs_.poses.push_back({a, b});
        pairs_.overlaps.push_back(overlap);
        ++added_;
        if (pairs_.given.size() < most) return;
        compare([&](auto& answers) { answer<2>(pairs_, answers); });
#ifndef __clang__
        if (has_avx2) compare([&](auto& answers) { answer_by_4(pairs_, answers); });
        if (has_avx512) compare([&](auto& answers) { answer_by_8(pairs_, answers); });
#endif
        pairs_ = {};
    }
    const Tally& tally() const { return tally_; }
    /// How many pairs were added, whatever the number of widths.
    std::size_t added() const { return added_; }

private:
    template <class Task>
    void compare(const Task& task) {
        std::array<Answer, most> answers;
        task(answers);
        for (std::size_t k = 0; k < most; ++k) {
            ++tally_.pairs;
            if (!(answers[k].certainty > 0.0)) continue;
            ++tally_.certain;
            ASSERT_TRUE(same_bits(answers[k].overlap, pairs_.overlaps[k])) << "pair " << k;
        }
    }

    Pairs<Given> pairs_;
    Tally tally_;
    std::size_t added_ = 0;
};

/// Compares pairs of polygons of each form, posed by `wish`, after a small motion.
void compare_polygons(std::size_t count, const std::function<tests::PairWish(Random&)>& wish,
                      double most_motion, double least_share_of_pokes,
                      double least_share_of_chains) {
    Random random(17);
    Comparison<WidePoke<double>> pokes;
    Comparison<WideChain<double>> chains;
    Comparison<WideArc<double>> arcs;
    for (std::size_t n = 0; n < count; ++n) {
        // Half of them have so many corners that several are inside the other.
        const std::uint32_t corners = random() < 0.5 ? 12 : 200;
        const ConvexPolygon a = tests::any_polygon(random, corners);
        const ConvexPolygon b = tests::any_polygon(random, corners);
        const tests::PosedPair posed = tests::pose_pair_at_depth(random, a, b, wish(random));
        PairMemory memory;
        QueryCounts counts;
        const Proximity at_first = proximity(a.ring(), posed.a, b.ring(), posed.b, memory, counts);
        if (!std::holds_alternative<Overlap>(at_first) || memory.kind != PairMemory::Kind::crossing)
            continue;
        const CrossingPolygons polygons{{a.ring(), posed.a}, {b.ring(), posed.b}, memory.crossing};
        const InnerCorners inner = inner_corners(memory.crossing, a.ring(), b.ring());
        Transform moved = posed.b;
        moved.position += most_motion * Vec2{random() - 0.5, random() - 0.5};
        const PairMemory before = memory;
        const Proximity answer = proximity(a.ring(), posed.a, b.ring(), moved, memory, counts);
        // Where the answer is another one, whatever shape it has, the lane must not be certain: an
        // overlap that cannot be the same bits stands for it.
        Overlap overlap;
        overlap.area = -1.0;
        if (memory == before) overlap = std::get<Overlap>(answer);
        if (inner.a + inner.b == 1)
            pokes.add(poke_of(polygons), posed.a, moved, overlap);
        else if (std::max(inner.a, inner.b) <= 2)
            chains.add(chain_of(polygons), posed.a, moved, overlap);
        else if (is_arc(polygons.crossing, a.ring(), b.ring()))
            arcs.add(arc_of(polygons), posed.a, moved, overlap);
        if (::testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GT(static_cast<double>(pokes.tally().certain),
              least_share_of_pokes * static_cast<double>(pokes.tally().pairs));
    EXPECT_GT(static_cast<double>(chains.tally().certain),
              least_share_of_chains * static_cast<double>(chains.tally().pairs));
    EXPECT_GT(static_cast<double>(arcs.tally().certain),
              least_share_of_chains * static_cast<double>(arcs.tally().pairs));
    EXPECT_GT(pokes.added(), count / 20);
    EXPECT_GT(chains.added(), count / 40);
    EXPECT_GT(arcs.added(), count / 40);
}

/// Overlaps as in a heap, hardly moved: nearly all lanes are certain.
void compare_usual_polygons(std::size_t count) {
    compare_polygons(
        count,
        [](Random& random) {
            return tests::PairWish{std::pow(10.0, -5.0 + 4.0 * random()), random() < 0.3, 0.0};
        },
        1e-7, 0.9, 0.8);
}

/// Anything: gaps, faces that are parallel to rounding, far from the origin, motions that change
/// what crosses, down to first touch.
void compare_any_polygons(std::size_t count) {
    compare_polygons(
        count,
        [](Random& random) {
            tests::PairWish wish = tests::random_wish(random, 1.0);
            wish.depth = random() < 0.2 ? 1e-15 * random() : std::abs(wish.depth);
            return wish;
        },
        1e-2, 0.1, 0.02);
}

void compare_discs(std::size_t count) {
    Random random(3);
    Comparison<Radii> discs;
    for (std::size_t n = 0; n < count; ++n) {
        const Radii radii{0.1 + random(), random() < 0.2 ? 1e-3 + 1e-2 * random() : 0.1 + random()};
        const Disc a(radii.a);
        const Disc b(radii.b);
        const double depth = random() < 0.1 ? 0.0 : std::pow(10.0, -12.0 + 12.0 * random());
        Transform pose_a = tests::random_pose(random, 2.0);
        Transform pose_b = tests::random_pose(random, 2.0);
        const Vec2 way{std::cos(pose_a.rotation.c * 7.0), std::sin(pose_a.rotation.c * 7.0)};
        pose_b.position = pose_a.position + (radii.a + radii.b - depth) * way;
        const Proximity answer = proximity(a, pose_a, b, pose_b);
        Overlap overlap;
        overlap.area = -1.0;
        if (const auto* found = std::get_if<Overlap>(&answer); found && !found->swallowed)
            overlap = *found;
        discs.add(radii, pose_a, pose_b, overlap);
        if (::testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GT(discs.tally().certain, discs.tally().pairs / 2);
}

/// A disc on a polygon of any size, on an edge or beside it, first or second.
void compare_discs_on_edges(std::size_t count) {
    Random random(4);
    Comparison<WideDiscOnEdge<double>> edges;
    for (std::size_t n = 0; n < count; ++n) {
        const ConvexPolygon polygon =
            tests::scaled(tests::any_polygon(random, 12), random() < 0.3 ? 30.0 : 1.0);
        const double radius = std::pow(10.0, -1.5 + 2.0 * random());
        const Disc disc(radius);
        const Transform of_polygon = tests::random_pose(random, 2.0);
        const auto edge =
            static_cast<std::uint32_t>(random() * static_cast<double>(polygon.size()));
        const FeatureRing ring = polygon.ring();
        const double depth = radius * std::pow(10.0, -9.0 + 9.0 * random());
        const Vec2 place = ring.vertex(edge) +
                           random() * (ring.vertex(after(edge)) - ring.vertex(edge)) +
                           (radius - depth) * ring.normal(edge);
        const Transform of_disc{apply(of_polygon, place), tests::random_pose(random, 1.0).rotation};
        PairMemory memory;
        QueryCounts counts;
        const bool disc_is_a = random() < 0.5;
        const Proximity answer = disc_is_a
                                     ? proximity(disc, of_disc, ring, of_polygon, memory, counts)
                                     : proximity(ring, of_polygon, disc, of_disc, memory, counts);
        Overlap overlap;
        overlap.area = -1.0;
        if (const auto* found = std::get_if<Overlap>(&answer); found && !found->swallowed)
            overlap = *found;
        const Feature closest = disc_is_a ? memory.b : memory.a;
        // What another edge would say must not be taken for certain.
        if (!closest.is_edge() || closest.index() != edge) overlap.area = -1.0;
        edges.add(disc_on_edge_of(ring, edge, radius, disc_is_a), disc_is_a ? of_disc : of_polygon,
                  disc_is_a ? of_polygon : of_disc, overlap);
        if (::testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GT(edges.tally().certain, edges.tally().pairs / 4);
}

TEST(WideOverlap, OfPolygonsInAHeapIsThatOfThePlainQuery) {
    compare_usual_polygons(tests::rounds(60000));
}

TEST(WideOverlap, OfAnyPolygonsIsThatOfThePlainQueryOrUncertain) {
    compare_any_polygons(tests::rounds(60000));
}

TEST(WideOverlap, OfDiscsIsThatOfThePlainQueryOrUncertain) { compare_discs(tests::rounds(60000)); }

TEST(WideOverlap, OfDiscsOnEdgesIsThatOfThePlainQueryOrUncertain) {
    compare_discs_on_edges(tests::rounds(60000));
}

TEST(SlowWideOverlap, OfTenMillionPairs) {
    compare_usual_polygons(10000000);
    compare_any_polygons(10000000);
    compare_discs(10000000);
    compare_discs_on_edges(10000000);
}

}  // namespace
}  // namespace scree::geometry

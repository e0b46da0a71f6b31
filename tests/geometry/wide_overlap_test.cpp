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

namespace scree::geometry {
namespace {

using tests::Random;

constexpr std::size_t most = 8;

/// Up to eight pairs of shapes, and what the plain queries say of each.
template <class Given>
struct Pairs {
    std::vector<Given> given;
    std::vector<std::array<Transform, 2>> poses;
    std::vector<Overlap> overlaps;
};

struct Answer {
    Overlap overlap;
    double certainty = 0.0;
};

/// Puts a member of several structs side by side.
template <class T, class Given, class Member>
SCREE_WIDE inline T gathered(const Given* given, const Member& member) {
    T value{};
    for (int i = 0; i < width_of<T>; ++i) value[i] = member(given[i]);
    return value;
}
template <class T, class Given, class Member>
SCREE_WIDE inline WideVec2<T> two_gathered(const Given* given, const Member& member) {
    return {gathered<T>(given, [&](const Given& g) SCREE_WIDE { return member(g).x; }),
            gathered<T>(given, [&](const Given& g) SCREE_WIDE { return member(g).y; })};
}

template <class T>
SCREE_WIDE inline WideTransform<T> pose_of(const std::array<Transform, 2>* poses, std::size_t of) {
    using Poses = std::array<Transform, 2>;
    WideTransform<T> pose;
    pose.position =
        two_gathered<T>(poses, [&](const Poses& p) SCREE_WIDE { return p[of].position; });
    pose.rotation.c =
        gathered<T>(poses, [&](const Poses& p) SCREE_WIDE { return p[of].rotation.c; });
    pose.rotation.s =
        gathered<T>(poses, [&](const Poses& p) SCREE_WIDE { return p[of].rotation.s; });
    return pose;
}

template <class T>
SCREE_WIDE inline T compute(const WidePoke<double>* given, const WideTransform<T>& a,
                            const WideTransform<T>& b, WideOverlap<T>& overlap) {
    using Given = WidePoke<double>;
    WidePoke<T> poke;
    poke.before = two_gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.before; });
    poke.tip = two_gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.tip; });
    poke.after = two_gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.after; });
    poke.start = two_gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.start; });
    poke.normal = two_gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.normal; });
    poke.size = gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.size; });
    poke.edged_is_b = gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.edged_is_b; });
    poke.witness_along =
        gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.witness_along; });
    poke.witness_depth =
        gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.witness_depth; });
    poke.reach = gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.reach; });
    const BitsOf<T> is_b = poke.edged_is_b > 0.5;
    WideTransform<T> poking{
        chosen<T>(is_b, a.position, b.position),
        {is_b ? a.rotation.c : b.rotation.c, is_b ? a.rotation.s : b.rotation.s}};
    WideTransform<T> edged{
        chosen<T>(is_b, b.position, a.position),
        {is_b ? b.rotation.c : a.rotation.c, is_b ? b.rotation.s : a.rotation.s}};
    return overlaps_of<T>(poke, poking, edged, poking.position - edged.position, overlap);
}

template <class T, class Given, class Member>
SCREE_WIDE inline WideCrossing<T> crossing_of(const Given* given, const Member& member) {
    return {two_gathered<T>(given, [&](const Given& g) SCREE_WIDE { return member(g).inner_a; }),
            two_gathered<T>(given, [&](const Given& g) SCREE_WIDE { return member(g).inner_b; }),
            two_gathered<T>(given, [&](const Given& g) SCREE_WIDE { return member(g).edge_a; }),
            two_gathered<T>(given, [&](const Given& g) SCREE_WIDE { return member(g).edge_b; })};
}

template <class T>
SCREE_WIDE inline T compute(const WideChain<double>* given, const WideTransform<T>& a,
                            const WideTransform<T>& b, WideOverlap<T>& overlap) {
    using Given = WideChain<double>;
    WideChain<T> chain;
    chain.enter = crossing_of<T>(
        given, [](const Given& g) SCREE_WIDE -> const WideCrossing<double>& { return g.enter; });
    chain.leave = crossing_of<T>(
        given, [](const Given& g) SCREE_WIDE -> const WideCrossing<double>& { return g.leave; });
    for (std::size_t k = 0; k < 2; ++k) {
        chain.witness_in_b[k] =
            two_gathered<T>(given, [&](const Given& g) SCREE_WIDE { return g.witness_in_b[k]; });
        chain.witness_in_a[k] =
            two_gathered<T>(given, [&](const Given& g) SCREE_WIDE { return g.witness_in_a[k]; });
    }
    chain.has_a = gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.has_a; });
    chain.has_b = gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.has_b; });
    chain.reach = gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.reach; });
    return overlaps_of<T>(chain, a, b, b.position - a.position, overlap);
}

template <class T, class Member>
SCREE_WIDE inline WideArcSide<T> side_of(const WideArc<double>* given, const Member& member) {
    using Given = WideArc<double>;
    return {two_gathered<T>(given, [&](const Given& g) SCREE_WIDE { return member(g).apex; }),
            two_gathered<T>(given, [&](const Given& g) SCREE_WIDE { return member(g).witness; }),
            gathered<T>(given, [&](const Given& g) SCREE_WIDE { return member(g).double_area; }),
            two_gathered<T>(given, [&](const Given& g) SCREE_WIDE { return member(g).moment; }),
            gathered<T>(given, [&](const Given& g) SCREE_WIDE { return member(g).has; })};
}

template <class T>
SCREE_WIDE inline T compute(const WideArc<double>* given, const WideTransform<T>& a,
                            const WideTransform<T>& b, WideOverlap<T>& overlap) {
    using Given = WideArc<double>;
    using Side = WideArcSide<double>;
    WideArc<T> arc;
    arc.enter = crossing_of<T>(
        given, [](const Given& g) SCREE_WIDE -> const WideCrossing<double>& { return g.enter; });
    arc.leave = crossing_of<T>(
        given, [](const Given& g) SCREE_WIDE -> const WideCrossing<double>& { return g.leave; });
    arc.a = side_of<T>(given, [](const Given& g) SCREE_WIDE -> const Side& { return g.a; });
    arc.b = side_of<T>(given, [](const Given& g) SCREE_WIDE -> const Side& { return g.b; });
    arc.reach = gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.reach; });
    return overlaps_of<T>(arc, a, b, b.position - a.position, overlap);
}

/// Two discs by their radii.
struct Radii {
    double a;
    double b;
};

template <class T>
SCREE_WIDE inline T compute(const Radii* given, const WideTransform<T>& a,
                            const WideTransform<T>& b, WideOverlap<T>& overlap) {
    T depth;
    return disc_overlaps<T>(gathered<T>(given, [](const Radii& g) SCREE_WIDE { return g.a; }),
                            gathered<T>(given, [](const Radii& g) SCREE_WIDE { return g.b; }),
                            b.position - a.position, depth, overlap);
}

template <class T>
SCREE_WIDE inline T compute(const WideDiscOnEdge<double>* given, const WideTransform<T>& a,
                            const WideTransform<T>& b, WideOverlap<T>& overlap) {
    using Given = WideDiscOnEdge<double>;
    WideDiscOnEdge<T> on;
    on.start = two_gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.start; });
    on.normal = two_gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.normal; });
    on.size = gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.size; });
    on.radius = gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.radius; });
    on.disc_is_a = gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.disc_is_a; });
    on.centroid_along =
        gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.centroid_along; });
    on.centroid_depth =
        gathered<T>(given, [](const Given& g) SCREE_WIDE { return g.centroid_depth; });
    const BitsOf<T> is_a = on.disc_is_a > 0.5;
    const WideRotation<T> turn{is_a ? b.rotation.c : a.rotation.c,
                               is_a ? b.rotation.s : a.rotation.s};
    T depth;
    return disc_on_edge<T>(on, turn,
                           chosen<T>(is_a, a.position - b.position, b.position - a.position), depth,
                           overlap);
}

template <int Width, class Given>
SCREE_WIDE inline void answer(const Pairs<Given>& pairs, std::array<Answer, most>& answers) {
    using T = WideReal<Width>;
    for (std::size_t first = 0; first < most; first += Width) {
        const auto* poses = pairs.poses.data() + first;
        WideOverlap<T> overlap;
        const T certainty = compute<T>(pairs.given.data() + first, pose_of<T>(poses, 0),
                                       pose_of<T>(poses, 1), overlap);
        for (int i = 0; i < Width; ++i)
            answers[first + static_cast<std::size_t>(i)] = {
                {overlap.area[i],
                 overlap.chord[i],
                 {overlap.centroid.x[i], overlap.centroid.y[i]},
                 {overlap.midpoint.x[i], overlap.midpoint.y[i]},
                 {overlap.normal.x[i], overlap.normal.y[i]},
                 false},
                certainty[i]};
    }
}

#ifndef __clang__
template <class Given>
[[gnu::target("avx2"), gnu::noinline]] void answer_by_4(const Pairs<Given>& pairs,
                                                        std::array<Answer, most>& answers) {
    answer<4>(pairs, answers);
}
template <class Given>
[[gnu::target("avx512f,avx512dq,avx512vl"), gnu::noinline]] void answer_by_8(
    const Pairs<Given>& pairs, std::array<Answer, most>& answers) {
    answer<8>(pairs, answers);
}
#endif

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

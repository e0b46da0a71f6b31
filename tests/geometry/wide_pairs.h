#pragma once

#include <array>
#include <cstddef>

#include "geometry/crossing_contact.h"
#include "geometry/wide/wide.h"
#include "geometry/wide/wide_discs.h"
#include "geometry/wide/wide_overlap.h"

/// Pairs of shapes whose overlaps are computed several at once.
namespace scree::geometry::wide_pairs {

inline constexpr std::size_t most = 8;

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

}  // namespace scree::geometry::wide_pairs

#pragma once

#include <algorithm>
#include <cmath>

#include "geometry/every.h"
#include "geometry/lanes.h"
#include "geometry/pair_frame.h"
#include "geometry/proximity.h"
#include "geometry/tolerances.h"

/// Any number of corners of two polygons inside the other. A part of crossing_contact.cpp, where
/// what `Known` means is said.
namespace scree::geometry {

/// How many vertices each polygon has inside the other.
struct Inner {
    std::uint32_t a;
    std::uint32_t b;
};

/// The four edges that cross, seen from their ends that lie inside the other polygon; and where
/// they cross. Along the axes of the world, each polygon about its own centre. Lanes: where A
/// enters B, and where it leaves it.
struct Crossed {
    Vec2Lanes inner_a;  ///< the inner end of A's edge
    Vec2Lanes inner_b;  ///< and of B's
    Vec2Lanes edge_a;   ///< from there to the outer end
    Vec2Lanes edge_b;
    Vec2Lanes along_a;  ///< from the inner end of A's edge to the crossing
    Vec2Lanes along_b;  ///< the same from that of B's: one point, to rounding
    Lanes below_a;      ///< B's inner end below A's edge, times the length of that
    Lanes above_a;      ///< B's outer end above it
    Lanes below_b;      ///< A's ends below and above B's edge, likewise
    Lanes above_b;
    Vec2Lanes centre_a;  ///< from the inner end of B's edge
    Vec2Lanes centre_b;  ///< from the inner end of A's edge
    bool certain;
};

/// From its inner end the edge by which A enters leads clockwise, that by which it leaves does not:
/// what is outside is on either side.
inline constexpr Lanes sense{-1.0, 1.0};

/// With `Known` the crossings are where they must be, to rounding; else their places mean nothing
/// unless they are certain.
template <bool Known>
[[gnu::always_inline]] inline Crossed crossed_edges(const Placed& a, const Placed& b,
                                                    const CrossingPair& crossing, Vec2 centres,
                                                    double extent) {
    const auto [enter, leave] = crossing;
    const RotationLanes turn_a = side_by_side(a.pose.rotation, a.pose.rotation);
    const RotationLanes turn_b = side_by_side(b.pose.rotation, b.pose.rotation);
    const Vec2Lanes inner_a = side_by_side(a.ring.vertex(after(enter.a)), a.ring.vertex(leave.a));
    const Vec2Lanes outer_a = side_by_side(a.ring.vertex(enter.a), a.ring.vertex(after(leave.a)));
    const Vec2Lanes inner_b = side_by_side(b.ring.vertex(enter.b), b.ring.vertex(after(leave.b)));
    const Vec2Lanes outer_b = side_by_side(b.ring.vertex(after(enter.b)), b.ring.vertex(leave.b));

    Crossed edges;
    edges.inner_a = rotate(turn_a, inner_a);
    edges.inner_b = rotate(turn_b, inner_b);
    edges.edge_a = rotate(turn_a, outer_a - inner_a);
    edges.edge_b = rotate(turn_b, outer_b - inner_b);
    edges.centre_b = side_by_side(centres, centres) - edges.inner_a;
    const Vec2Lanes inside = edges.centre_b + edges.inner_b;
    edges.centre_a = Vec2Lanes{} - (inside + edges.inner_a);
    // inside + share_b edge_b = share_a edge_a
    const Lanes turn = cross(edges.edge_a, edges.edge_b);
    const Lanes beside_a = cross(inside, edges.edge_a);
    const Lanes beside_b = cross(inside, edges.edge_b);
    const Lanes rise = -sense * turn;
    edges.below_a = -sense * beside_a;
    edges.above_a = rise - edges.below_a;
    edges.below_b = -sense * beside_b;
    edges.above_b = rise - edges.below_b;
    Lanes share_b = beside_a / turn;
    if constexpr (Known) {
        // Where the edges are parallel to rounding any point of both will do.
        share_b = min(max(turn != 0.0 ? share_b : Lanes{0.5, 0.5}, Lanes{}), Lanes{1.0, 1.0});
    }
    // From B's share alone: where the edges are nearly parallel both shares are uncertain, and two
    // points would be far from each other.
    edges.along_b = share_b * edges.edge_b;
    edges.along_a = inside + edges.along_b;
    if constexpr (Known) {
        const Lanes share_a = dot(edges.along_a, edges.edge_a) / dot(edges.edge_a, edges.edge_a);
        const Lanes forced = min(max(share_a, Lanes{}), Lanes{1.0, 1.0});
        const LaneMask beyond = share_a != forced;
        edges.along_a = {beyond ? forced * edges.edge_a.x : edges.along_a.x,
                         beyond ? forced * edges.edge_a.y : edges.along_a.y};
    }

    // By more than rounding: the ends of each edge on either side of the other.
    const Lanes least = min(min(edges.below_a, edges.above_a), min(edges.below_b, edges.above_b));
    edges.certain = all(least > tolerance::touch * extent * extent);
    return edges;
}

/// The chord and a chain of inner vertices cut a cap off each polygon, on either side of the chord:
/// together they are the overlap. Along the axes of the world, each about its chain's first
/// vertex, so that little is lost however thin it is. Lanes: A's and B's.
struct Caps {
    Vec2Lanes first;  ///< the chain's first vertex, about the polygon's centre
    Vec2Lanes last;   ///< the chain's last vertex, from there
    Vec2Lanes back;   ///< along the edge that leads to the first vertex, against its sense
    Vec2Lanes on;     ///< along the edge that leads on from the last vertex
    Vec2Lanes start;  ///< the crossing before the first vertex
    Vec2Lanes end;    ///< the crossing after the last
};

/// A's chain runs from where A enters B to where it leaves it, B's the other way.
[[gnu::always_inline]] inline Caps caps_between(const Crossed& edges) {
    const auto from_enter_and_leave = [](const Vec2Lanes& a, const Vec2Lanes& b) {
        return Vec2Lanes{Lanes{a.x[0], b.x[1]}, Lanes{a.y[0], b.y[1]}};
    };
    const auto from_leave_and_enter = [](const Vec2Lanes& a, const Vec2Lanes& b) {
        return Vec2Lanes{Lanes{a.x[1], b.x[0]}, Lanes{a.y[1], b.y[0]}};
    };
    Caps caps;
    caps.first = from_enter_and_leave(edges.inner_a, edges.inner_b);
    caps.last = from_leave_and_enter(edges.inner_a, edges.inner_b) - caps.first;
    caps.back = from_enter_and_leave(edges.edge_a, edges.edge_b);
    caps.on = from_leave_and_enter(edges.edge_a, edges.edge_b);
    caps.start = from_enter_and_leave(edges.along_a, edges.along_b);
    caps.end = caps.last + from_leave_and_enter(edges.along_a, edges.along_b);
    return caps;
}

/// Whether every inner vertex of both is inside the other, asked one by one.
bool both_inside(const PairFrame& pair, const CrossingPair& crossing, Inner inner);

/// Whether A's chain lies inside B and B's inside A. Where the two edges of A that cross converge,
/// they hold A's chain in a triangle with the chord; and where B's centroid is outside both of
/// them, its triangle with the chord, which is part of B, holds that one. Likewise for B. If that
/// is not so, every vertex is asked.
[[gnu::always_inline]] inline bool crosses_nowhere_else(const Placed& a, const Placed& b,
                                                        const CrossingPair& crossing,
                                                        const Crossed& edges, const Caps& caps,
                                                        Inner inner, double extent) {
    // Times the lengths of the edges, which are below the extent.
    const Lanes b_above_a = sense * cross(edges.centre_b, edges.edge_a);
    const Lanes a_above_b = sense * cross(edges.edge_b, edges.centre_a);
    const double margin = 2.0 * tolerance::touch * extent * extent;
    // An edge that both crossings share turns by nothing.
    if (all((cross(caps.on, caps.back) >= 0.0) & (min(b_above_a, a_above_b) > margin))) return true;
    return both_inside(PairFrame(a.ring, a.pose, b.ring, b.pose), crossing, inner);
}

/// Twice the area and six times the first moment.
struct Moments {
    Lanes double_area{};
    Vec2Lanes moment{};

    friend Moments operator+(const Moments& m, const Moments& n) {
        return {m.double_area + n.double_area, m.moment + n.moment};
    }
};

/// Of the triangle with the origin, where there is one.
inline Moments triangle(const Vec2Lanes& u, const Vec2Lanes& w, LaneMask there) {
    const Lanes c = there ? cross(u, w) : Lanes{};
    return {c, c * (u + w)};
}
inline Moments triangle(const Vec2Lanes& u, const Vec2Lanes& w) {
    const Lanes c = cross(u, w);
    return {c, c * (u + w)};
}

/// Of what the inner vertices enclose, about the first of them, in each polygon's own frame: it
/// does not depend on where the polygons are.
Moments moments_of_chains(const FeatureRing& a, const FeatureRing& b, const CrossingPair& crossing,
                          Inner inner);

/// The same for chains of at most this many vertices, without a loop: how often one turns is hard
/// to foretell.
inline constexpr std::uint32_t short_chain = 5;
static_assert(short_chain <= FeatureRing::corners_after);

[[gnu::always_inline]] inline Moments moments_of_short_chains(const FeatureRing& a,
                                                              const FeatureRing& b,
                                                              const CrossingPair& crossing,
                                                              Inner inner) {
    const auto nth = [&](std::ptrdiff_t k) {
        return side_by_side(a.vertex(crossing.enter.a + k), b.vertex(crossing.leave.b + k));
    };
    const Vec2Lanes first = nth(1);
    const Vec2Lanes second = nth(2) - first;
    const Vec2Lanes third = nth(3) - first;
    const Vec2Lanes fourth = nth(4) - first;
    const Vec2Lanes fifth = nth(5) - first;
    const Lanes counts{static_cast<double>(inner.a), static_cast<double>(inner.b)};
    return triangle(second, third, counts >= 3.0) + triangle(third, fourth, counts >= 4.0) +
           triangle(fourth, fifth, counts >= 5.0);
}

/// A chord too short to have a direction: at first touch the mean of the edges' normals serves. But
/// under an overlap larger than such a chord could bound, one polygon is all but inside the other.
void without_chord(const PairFrame& pair, const Transform& pose_a, const CrossingPair& crossing,
                   Overlap& overlap);

/// The lanes in which a condition holds.
[[gnu::always_inline]] inline LaneMask lanes_where(bool in_a, bool in_b) {
    static constexpr LaneMask masks[] = {{0, 0}, {-1, 0}, {0, -1}, {-1, -1}};
    return masks[static_cast<std::size_t>(in_a) + 2 * static_cast<std::size_t>(in_b)];
}

/// Any number of vertices of both polygons.
template <bool Known>
[[gnu::always_inline]] inline bool chain_contact(const Placed& a, const Placed& b,
                                                 const CrossingPair& crossing, Inner inner,
                                                 Overlap& overlap) {
    const Vec2 centres = b.pose.position - a.pose.position;
    const double extent = extent_of(a.ring, b.ring, centres);
    const Crossed edges = crossed_edges<Known>(a, b, crossing, centres, extent);
    if (!Known && !edges.certain) return false;
    Moments chains;
    const std::uint32_t longer = std::max(inner.a, inner.b);
    if (longer > 2) {
        chains = longer > short_chain ? moments_of_chains(a.ring, b.ring, crossing, inner)
                                      : moments_of_short_chains(a.ring, b.ring, crossing, inner);
        chains.moment = rotate(side_by_side(a.pose.rotation, b.pose.rotation), chains.moment);
    }
    const Caps caps = caps_between(edges);
    const Moments moments =
        (triangle(caps.last, caps.end) + triangle(caps.end, caps.start)) + chains;
    // A polygon without a vertex inside has no cap. The others' about the middle of the chord.
    const LaneMask has_cap = lanes_where(inner.a > 0, inner.b > 0);
    const Lanes double_areas = has_cap ? moments.double_area : Lanes{};
    const Vec2Lanes ends = caps.start + caps.end;
    const Vec2Lanes moment = moments.moment - moments.double_area * (Lanes{1.5, 1.5} * ends);
    const Vec2Lanes there{has_cap ? moment.x : Lanes{}, has_cap ? moment.y : Lanes{}};
    const double double_area = double_areas[0] + double_areas[1];
    const Vec2 chord = lane(caps.end - caps.start, 0);
    const double size = length(chord);

    // Below this the area is rounding noise, and so would be a centroid divided by it.
    const bool has_area = double_area > tolerance::rounding * extent * size;
    const double per_area = has_area ? 1.0 / (3.0 * double_area) : 0.0;
    overlap.area = has_area ? 0.5 * double_area : 0.0;
    overlap.chord = size;
    overlap.midpoint = lane(caps.first, 0) + 0.5 * lane(ends, 0);
    overlap.centroid = overlap.midpoint + per_area * (lane(there, 0) + lane(there, 1));
    overlap.normal = (1.0 / size) * turned_right(chord);
    overlap.swallowed = false;
    if (!(size > tolerance::swallowed_chord * extent)) [[unlikely]]
        without_chord(PairFrame(a.ring, a.pose, b.ring, b.pose), a.pose, crossing, overlap);
    return edges.certain && crosses_nowhere_else(a, b, crossing, edges, caps, inner, extent);
}

}  // namespace scree::geometry

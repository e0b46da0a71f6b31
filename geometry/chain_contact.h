#pragma once

#include <algorithm>
#include <cmath>

#include "geometry/pair_frame.h"
#include "geometry/proximity.h"
#include "geometry/tolerances.h"
#include "geometry/wide/every.h"
#include "geometry/wide/lanes.h"

/// The contact of two polygons with any number of corners inside each other. This is a part of
/// crossing_contact.cpp, which explains what `Known` means.
namespace scree::geometry {

/// How many vertices each polygon has inside the other.
struct Inner {
    std::uint32_t a;
    std::uint32_t b;
};

/// The four edges that cross, given from their ends that lie inside the other polygon, and where
/// they cross. Vectors are along the axes of the world, each polygon about its own centre. The
/// lanes are where A enters B, and where it leaves it.
struct Crossed {
    Vec2Lanes inner_a;  ///< the inner end of A's edge
    Vec2Lanes inner_b;  ///< the inner end of B's edge
    Vec2Lanes edge_a;   ///< from the inner end to the outer end
    Vec2Lanes edge_b;
    Vec2Lanes along_a;  ///< from the inner end of A's edge to the crossing
    Vec2Lanes along_b;  ///< from the inner end of B's edge to the same point, to rounding
    Lanes below_a;      ///< depth of B's inner end below A's edge, times the edge's length
    Lanes below_b;      ///< depth of A's inner end below B's edge, times the edge's length
    Lanes rise;         ///< from there to the outer end, the same for both
    Vec2Lanes to_b;     ///< from the inner end of A's edge to the centre of B
    Vec2Lanes from_a;   ///< from the centre of A to the inner end of B's edge
    bool certain;
};

/// From its inner end, the edge by which A enters leads clockwise, and the edge by which it leaves
/// leads counter-clockwise. So the outside is on different sides of the two.
inline constexpr Lanes sense{-1.0, 1.0};

/// With `Known` the crossings are moved to where they must be, within rounding. Without it, their
/// places mean nothing unless they are certain.
template <bool Known>
[[gnu::always_inline]] inline Crossed crossed_edges(const Placed& a, const Placed& b,
                                                    const CrossingPair& crossing, Vec2 centres,
                                                    double margin) {
    const auto [enter, leave] = crossing;
    const RotationLanes turn_a = side_by_side(a.pose.rotation, a.pose.rotation);
    const RotationLanes turn_b = side_by_side(b.pose.rotation, b.pose.rotation);
    const Corner* const enter_a = a.ring.at(enter.a);
    const Corner* const enter_b = b.ring.at(enter.b);
    const Corner* const leave_a = a.ring.at(leave.a);
    const Corner* const leave_b = b.ring.at(leave.b);
    const Vec2Lanes inner_a = side_by_side(enter_a[1].vertex, leave_a[0].vertex);
    const Vec2Lanes outer_a = side_by_side(enter_a[0].vertex, leave_a[1].vertex);
    const Vec2Lanes inner_b = side_by_side(enter_b[0].vertex, leave_b[1].vertex);
    const Vec2Lanes outer_b = side_by_side(enter_b[1].vertex, leave_b[0].vertex);

    Crossed edges;
    edges.inner_a = rotate(turn_a, inner_a);
    edges.inner_b = rotate(turn_b, inner_b);
    edges.edge_a = rotate(turn_a, outer_a - inner_a);
    edges.edge_b = rotate(turn_b, outer_b - inner_b);
    edges.to_b = side_by_side(centres, centres) - edges.inner_a;
    edges.from_a = side_by_side(centres, centres) + edges.inner_b;
    const Vec2Lanes inside = edges.to_b + edges.inner_b;
    // inside + share_b edge_b = share_a edge_a
    const Lanes turn = cross(edges.edge_a, edges.edge_b);
    const Lanes beside_a = cross(inside, edges.edge_a);
    const Lanes beside_b = cross(inside, edges.edge_b);
    edges.below_a = -sense * beside_a;
    edges.below_b = -sense * beside_b;
    edges.rise = -sense * turn;
    Lanes share_b = beside_a / turn;
    if constexpr (Known) {
        // Where the edges are parallel to rounding, any common point will do.
        share_b = min(max(turn != 0.0 ? share_b : Lanes{0.5, 0.5}, Lanes{}), Lanes{1.0, 1.0});
    }
    // Both points are computed from B's share alone: where the edges are nearly parallel, both
    // shares are uncertain, and two points would be far from each other.
    edges.along_b = share_b * edges.edge_b;
    edges.along_a = inside + edges.along_b;
    if constexpr (Known) {
        const Lanes share_a = dot(edges.along_a, edges.edge_a) / dot(edges.edge_a, edges.edge_a);
        const Lanes forced = min(max(share_a, Lanes{}), Lanes{1.0, 1.0});
        const LaneMask beyond = share_a != forced;
        edges.along_a = {beyond ? forced * edges.edge_a.x : edges.along_a.x,
                         beyond ? forced * edges.edge_a.y : edges.along_a.y};
    }

    // The crossing is certain if the ends of each edge lie on different sides of the other by more
    // than rounding.
    const Lanes below = min(edges.below_a, edges.below_b);
    const Lanes above = edges.rise - max(edges.below_a, edges.below_b);
    edges.certain = all(min(below, above) > margin);
    return edges;
}

/// The chord and a chain of inner vertices cut a cap off each polygon, on either side of the chord;
/// together the caps are the overlap. Vectors are along the axes of the world, each about the first
/// vertex of its chain, so that few digits are lost however thin the cap is. The lanes are those of
/// A and B.
struct Caps {
    Vec2Lanes first;  ///< the chain's first vertex, about the polygon's centre
    Vec2Lanes last;   ///< the chain's last vertex, relative to the first
    Vec2Lanes back;   ///< along the edge that leads to the first vertex, backwards
    Vec2Lanes on;     ///< along the edge that leads on from the last vertex
    Vec2Lanes start;  ///< the crossing before the first vertex
    Vec2Lanes end;    ///< the crossing after the last
};

/// A's chain runs from where A enters B to where it leaves B; B's chain runs the other way.
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

/// Whether every inner vertex of both polygons is inside the other, tested one by one.
bool both_inside(const PairFrame& pair, const CrossingPair& crossing, Inner inner);

/// Whether A's chain lies inside B and B's inside A. If the two edges of A that cross converge, A's
/// chain lies in the triangle that they form with the chord. If in addition B's centroid is outside
/// both of these edges, its triangle with the chord, which is part of B, contains that one. The
/// same holds for B. If this test fails, every vertex is tested.
[[gnu::always_inline]] inline bool crosses_nowhere_else(const Placed& a, const Placed& b,
                                                        const CrossingPair& crossing,
                                                        const Crossed& edges, const Caps& caps,
                                                        Inner inner, double margin) {
    // These are distances times the lengths of the edges, which are below the extent.
    const Lanes b_above_a = sense * cross(edges.to_b, edges.edge_a);
    const Lanes a_above_b = sense * cross(edges.from_a, edges.edge_b);
    const Lanes outside = min(b_above_a, a_above_b);
    // If both crossings share an edge, the two directions are parallel and the cross product is
    // zero.
    if (all(cross(caps.on, caps.back) >= 0.0, outside > 2.0 * margin)) return true;
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

/// The moments of the triangle with the origin.
inline Moments triangle(const Vec2Lanes& u, const Vec2Lanes& w) {
    const Lanes c = cross(u, w);
    return {c, c * (u + w)};
}

/// The moments of the area that the inner vertices enclose, about the first of them, in each
/// polygon's own frame, so that they do not depend on where the polygons are.
Moments moments_of_chains(const FeatureRing& a, const FeatureRing& b, const CrossingPair& crossing,
                          Inner inner);

/// Does the same for chains of at most this many vertices, without a loop, since the number of
/// rounds of a loop is hard to predict.
inline constexpr std::uint32_t short_chain = 5;
static_assert(short_chain <= FeatureRing::corners_after);

[[gnu::always_inline]] inline Moments moments_of_short_chains(const FeatureRing& a,
                                                              const FeatureRing& b,
                                                              const CrossingPair& crossing,
                                                              Inner inner) {
    // A chain that has ended stays at its last vertex, where it adds nothing.
    const Corner* const chain_a = a.at(crossing.enter.a);
    const Corner* const chain_b = b.at(crossing.leave.b);
    const auto nth = [&](std::uint32_t k) {
        return side_by_side(chain_a[std::min(k, inner.a)].vertex,
                            chain_b[std::min(k, inner.b)].vertex);
    };
    const Vec2Lanes first = side_by_side(chain_a[1].vertex, chain_b[1].vertex);
    const Vec2Lanes second = nth(2) - first;
    const Vec2Lanes third = nth(3) - first;
    const Vec2Lanes fourth = nth(4) - first;
    const Vec2Lanes fifth = nth(5) - first;
    return triangle(second, third) + triangle(third, fourth) + triangle(fourth, fifth);
}

/// Completes the overlap when the chord is too short to have a direction. At first touch the mean
/// of the edges' normals is used. But if the overlap is larger than such a chord could bound, one
/// polygon is all but inside the other.
void without_chord(const PairFrame& pair, const Transform& pose_a, const CrossingPair& crossing,
                   Overlap& overlap);

/// The contact of polygons with any number of inner vertices.
template <bool Known>
[[gnu::always_inline]] inline bool chain_contact(const Placed& a, const Placed& b,
                                                 const CrossingPair& crossing, Inner inner,
                                                 Overlap& overlap) {
    const Vec2 centres = b.pose.position - a.pose.position;
    const double extent = extent_of(a.ring, b.ring, centres);
    const double margin = tolerance::touch * extent * extent;
    const Crossed edges = crossed_edges<Known>(a, b, crossing, centres, margin);
    if (!Known && !edges.certain) [[unlikely]]
        return false;
    Moments chains;
    const std::uint32_t longer = std::max(inner.a, inner.b);
    if (longer > 2) {
        chains = longer > short_chain ? moments_of_chains(a.ring, b.ring, crossing, inner)
                                      : moments_of_short_chains(a.ring, b.ring, crossing, inner);
        chains.moment = rotate(side_by_side(a.pose.rotation, b.pose.rotation), chains.moment);
    }
    const Caps caps = caps_between(edges);
    // Each cap consists of two triangles and the chain. A polygon without a vertex inside has no
    // cap.
    Lanes at_end = cross(caps.last, caps.end);
    Lanes at_chord = cross(caps.end, caps.start);
    if (inner.a == 0) [[unlikely]]
        at_end[0] = at_chord[0] = 0.0;
    if (inner.b == 0) [[unlikely]]
        at_end[1] = at_chord[1] = 0.0;
    const Lanes double_areas = (at_end + at_chord) + chains.double_area;
    // The moments are about the middle of the chord.
    const Vec2Lanes ends = caps.start + caps.end;
    const Vec2Lanes moments =
        (at_end * (caps.last + caps.end) + chains.moment) + (at_chord - 1.5 * double_areas) * ends;
    const double double_area = double_areas[0] + double_areas[1];
    const Vec2 chord = lane(caps.end - caps.start, 0);
    const double size = length(chord);

    // Below this the area is rounding noise, and so would be a centroid divided by it.
    const bool has_area = double_area > tolerance::rounding * extent * size;
    const double per_area = has_area ? 1.0 / (3.0 * double_area) : 0.0;
    overlap.area = has_area ? 0.5 * double_area : 0.0;
    overlap.chord = size;
    const auto xy = [](const Vec2Lanes& v, int i) { return Lanes{v.x[i], v.y[i]}; };
    const Lanes midpoint = xy(caps.first, 0) + 0.5 * xy(ends, 0);
    const Lanes centroid = midpoint + per_area * (xy(moments, 0) + xy(moments, 1));
    overlap.midpoint = {midpoint[0], midpoint[1]};
    overlap.centroid = {centroid[0], centroid[1]};
    overlap.normal = (1.0 / size) * turned_right(chord);
    overlap.swallowed = false;
    if (!(size > tolerance::swallowed_chord * extent)) [[unlikely]]
        without_chord(PairFrame(a.ring, a.pose, b.ring, b.pose), a.pose, crossing, overlap);
    return edges.certain && crosses_nowhere_else(a, b, crossing, edges, caps, inner, margin);
}

}  // namespace scree::geometry

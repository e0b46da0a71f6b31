#pragma once

#include <array>
#include <cstdint>

#include "geometry/pair_frame.h"
#include "geometry/proximity.h"
#include "geometry/tolerances.h"
#include "geometry/wide/wide_real.h"

/// The overlaps of several pairs of shapes side by side: of polygons whose crossing edges are
/// known, one corner in one edge, and one corner of each or two of one; and of discs. The formulas,
/// and the order of their operations, are those of corner_in_edge.h, chain_contact.h and
/// disc_pair.cpp, so that an overlap has the same bits by either.
namespace scree::geometry {

/// Several overlaps (see Overlap).
template <class T>
struct WideOverlap {
    T area;
    T chord;
    WideVec2<T> centroid;
    WideVec2<T> midpoint;
    WideVec2<T> normal;
};

/// Several poses.
template <class T>
struct WideTransform {
    WideVec2<T> position;
    WideRotation<T> rotation;
};

/// Corners that poke through edges of other polygons, each given in the frame of its own polygon.
template <class T>
struct WidePoke {
    WideVec2<T> before;  ///< the vertex before the corner
    WideVec2<T> tip;
    WideVec2<T> after;
    WideVec2<T> start;  ///< of the edge
    WideVec2<T> normal;
    T size;        ///< length of the edge
    T edged_is_b;  ///< 1 if the edge is that of B, else 0
    /// A point inside the polygon of the edge: how far along the edge from its start, and how far
    /// below it.
    T witness_along;
    T witness_depth;
    T reach;  ///< the sum of both bounding radii
};

/// How many corners each polygon has inside the other.
struct InnerCorners {
    std::uint32_t a;
    std::uint32_t b;
};
inline InnerCorners inner_corners(const CrossingPair& crossing, const FeatureRing& a,
                                  const FeatureRing& b) {
    return {a.steps(crossing.enter.a, crossing.leave.a),
            b.steps(crossing.leave.b, crossing.enter.b)};
}

/// Two polygons whose outlines cross at these edges.
struct CrossingPolygons {
    Placed a;
    Placed b;
    CrossingPair crossing;
};

/// Returns what overlaps_of() needs to know of a corner that pokes through an edge.
WidePoke<double> poke_of(const CrossingPolygons& polygons);

/// Computes the overlaps. Returns how certain each of them is: where that is positive, the corner
/// pokes through the edge by more than rounding, and through no other; other overlaps mean nothing.
///
/// The tip is inside the polygon if it lies in the triangle of the two crossings and the witness.
template <class T>
SCREE_WIDE inline T overlaps_of(const WidePoke<T>& poke, const WideTransform<T>& poking,
                                const WideTransform<T>& edged,
                                const WideVec2<T>& from_edged_to_poking, WideOverlap<T>& overlap) {
    const WideVec2<T>& centres = from_edged_to_poking;
    const WideVec2<T> start = rotate(edged.rotation, poke.start);
    const WideVec2<T> normal = rotate(edged.rotation, poke.normal);
    const WideVec2<T> along = turned_left(normal);
    const WideVec2<T> own_normal = unrotate(poking.rotation, normal);
    const WideVec2<T> own_along = turned_left(own_normal);
    const T along_0 = dot(centres - start, along);
    const T above_0 = dot(centres - start, normal);

    const T tip_along = along_0 + dot(poke.tip, own_along);
    const T tip_above = above_0 + dot(poke.tip, own_normal);
    const T before_along = along_0 + dot(poke.before, own_along);
    const T before_above = above_0 + dot(poke.before, own_normal);
    const T after_along = along_0 + dot(poke.after, own_along);
    const T after_above = above_0 + dot(poke.after, own_normal);
    const T depth = -tip_above;
    const T rise_before = before_above + depth;
    const T rise_after = after_above + depth;
    const T upper = tip_along + (depth / rise_before) * (before_along - tip_along);
    const T lower = tip_along + (depth / rise_after) * (after_along - tip_along);

    constexpr double third = 1.0 / 3.0;
    const T middle = 0.5 * (upper + lower);
    overlap.chord = larger<T>(upper - lower, T{});
    overlap.area = 0.5 * overlap.chord * depth;
    overlap.midpoint = start - poke.edged_is_b * centres + middle * along;
    const T aside = third * (tip_along - middle);
    const T below = third * depth;
    overlap.centroid = overlap.midpoint + aside * along - below * normal;
    const T sign = 1.0 - 2.0 * poke.edged_is_b;
    overlap.normal = sign * normal;

    const T extent = poke.reach + magnitude(centres.x) + magnitude(centres.y);
    const T doubt = tolerance::touch * extent * extent;
    const T inside_before =
        poke.witness_depth * (upper - tip_along) - depth * (upper - poke.witness_along);
    const T inside_after =
        poke.witness_depth * (tip_along - lower) - depth * (poke.witness_along - lower);
    const T across = least<T>(depth, before_above, after_above) * extent;
    const T on_edge = smaller<T>((poke.size - upper) * rise_before, lower * rise_after);
    return least<T>(across, on_edge, smaller<T>(inside_before, inside_after)) - doubt;
}

/// The four edges of two polygons that cross (see Crossed): where A enters B, and where it leaves
/// it. Inner ends and edges are in the frame of their own polygon, edges from their inner end.
template <class T>
struct WideCrossing {
    WideVec2<T> inner_a;
    WideVec2<T> inner_b;
    WideVec2<T> edge_a;
    WideVec2<T> edge_b;
};

template <class T>
struct WideChain {
    WideCrossing<T> enter;
    WideCrossing<T> leave;
    /// For the first and the last corner of A that is inside B: a point of B, in B's frame, so that
    /// the corner lies in the triangle of the two crossings and this point. It shows that the
    /// corner is inside.
    std::array<WideVec2<T>, 2> witness_in_b;
    std::array<WideVec2<T>, 2> witness_in_a;  ///< likewise for those of B's chain
    T has_a;                                  ///< 1 if A has corners inside B, else 0
    T has_b;
    T reach;  ///< the sum of both bounding radii
};

/// Returns what overlaps_of() needs to know of two polygons that have no more than two corners
/// inside each other.
WideChain<double> chain_of(const CrossingPolygons& polygons);

/// What is known of one polygon's chain of any number of corners inside the other polygon, in its
/// own frame.
template <class T>
struct WideArcSide {
    /// Where the two edges that cross would meet: the chain lies between this point and the chord.
    WideVec2<T> apex;
    WideVec2<T>
        witness;    ///< a point of the other polygon, in its frame, as for the corners of chains
    T double_area;  ///< what the corners enclose, twice, and six times its first moment (see
                    ///< Moments)
    WideVec2<T> moment;
    T has;  ///< 1 if there are corners, else 0
};

template <class T>
struct WideArc {
    WideCrossing<T> enter;
    WideCrossing<T> leave;
    WideArcSide<T> a;
    WideArcSide<T> b;
    T reach;  ///< the sum of both bounding radii
};

/// Whether the edges of two polygons that cross turn towards each other, and by less than a right
/// angle in all, so that arc_of() can be used: their corners are then between the chord and a point
/// near it.
bool is_arc(const CrossingPair& crossing, const FeatureRing& a, const FeatureRing& b);

/// Returns what overlaps_of() needs to know of two polygons of which at least one has three or more
/// corners inside the other, and for which is_arc() is true.
WideArc<double> arc_of(const CrossingPolygons& polygons);

namespace wide_detail {

/// What Crossed holds, for one of the two crossings. `sense` is -1 where A enters, and 1 where it
/// leaves.
template <class T>
struct Met {
    WideVec2<T> inner_a, inner_b, edge_a, edge_b, along_a, along_b;
    T certainty;  ///< how far the ends of each edge are on different sides of the other, an area
};

template <class T>
SCREE_WIDE inline Met<T> meet(const WideCrossing<T>& crossing, double sense,
                              const WideRotation<T>& turn_a, const WideRotation<T>& turn_b,
                              const WideVec2<T>& centres) {
    Met<T> met;
    met.inner_a = rotate(turn_a, crossing.inner_a);
    met.inner_b = rotate(turn_b, crossing.inner_b);
    met.edge_a = rotate(turn_a, crossing.edge_a);
    met.edge_b = rotate(turn_b, crossing.edge_b);
    const WideVec2<T> to_b = centres - met.inner_a;
    const WideVec2<T> inside = to_b + met.inner_b;
    const T turn = cross(met.edge_a, met.edge_b);
    const T beside_a = cross(inside, met.edge_a);
    const T beside_b = cross(inside, met.edge_b);
    const T below_a = -sense * beside_a;
    const T below_b = -sense * beside_b;
    const T rise = -sense * turn;
    const T share_b = beside_a / turn;
    met.along_b = share_b * met.edge_b;
    met.along_a = inside + met.along_b;
    const T above = rise - larger<T>(below_a, below_b);
    met.certainty = least<T>(below_a, below_b, above);
    return met;
}

/// The cap that the chord and the inner corners cut off one polygon (see Caps). Places are relative
/// to the first corner.
template <class T>
struct Cap {
    T double_area;
    WideVec2<T> ends;
    WideVec2<T> moment;
    WideVec2<T> start;  ///< the first crossing
    WideVec2<T> end;    ///< the second
    WideVec2<T> last;   ///< the last corner
};

/// `first` and `last_place` are the corners at the ends of the chain. The crossings are given from
/// the first and from the last of these. `double_area` and `moment` are those of the corners
/// between.
template <class T>
SCREE_WIDE inline Cap<T> cap_between(const WideVec2<T>& first, const WideVec2<T>& last_place,
                                     const WideVec2<T>& start, const WideVec2<T>& end_from_last,
                                     const T& has_corners, const T& double_area,
                                     const WideVec2<T>& moment) {
    Cap<T> cap;
    cap.start = start;
    cap.last = last_place - first;
    cap.end = cap.last + end_from_last;
    const BitsOf<T> some = has_corners > 0.5;
    const T at_end = some ? cross(cap.last, cap.end) : T{};
    const T at_chord = some ? cross(cap.end, start) : T{};
    cap.double_area = (at_end + at_chord) + double_area;
    cap.ends = start + cap.end;
    const WideVec2<T> of_end = at_end * (cap.last + cap.end);
    const T share = at_chord - 1.5 * cap.double_area;
    cap.moment = (of_end + moment) + share * cap.ends;
    return cap;
}

/// How far a point is inside the triangle of the chord and a witness, an area: on the left of the
/// sides from the first crossing to the witness, from there to the second, and back.
template <class T>
SCREE_WIDE inline T inside_triangle(const Cap<T>& cap, const WideVec2<T>& point,
                                    const WideVec2<T>& witness) {
    return least<T>(cross(witness - cap.start, point - cap.start),
                    cross(cap.end - witness, point - witness),
                    cross(cap.start - cap.end, point - cap.end));
}

/// Joins two caps to an overlap; `first` is the place of the first corner of A's chain. Returns how
/// much longer the chord is than the shortest that has a direction.
template <class T>
SCREE_WIDE inline T join(const Cap<T>& a, const Cap<T>& b, const WideVec2<T>& first,
                         const T& extent, WideOverlap<T>& overlap) {
    const WideVec2<T> chord = a.end - a.start;
    const T double_area = a.double_area + b.double_area;
    const T size = square_root(dot(chord, chord));
    const BitsOf<T> has_area = double_area > tolerance::rounding * extent * size;
    const T per_area = has_area ? 1.0 / (3.0 * double_area) : T{};
    overlap.area = has_area ? 0.5 * double_area : T{};
    overlap.chord = size;
    overlap.midpoint = first + 0.5 * a.ends;
    overlap.centroid = overlap.midpoint + per_area * (a.moment + b.moment);
    const T per_size = 1.0 / size;
    overlap.normal = per_size * turned_right(chord);
    return size - tolerance::swallowed_chord * extent;
}

}  // namespace wide_detail

/// Computes the overlaps of pairs in which at most two corners of each polygon are inside the
/// other. Returns how certain each overlap is: where that is positive, these edges cross by more
/// than rounding, and no others; other overlaps mean nothing. If the edges cross, and the corners
/// of both chains are inside the other polygon, then the two chains bound all that the polygons
/// have in common.
template <class T>
SCREE_WIDE inline T overlaps_of(const WideChain<T>& chain, const WideTransform<T>& a,
                                const WideTransform<T>& b, const WideVec2<T>& centres,
                                WideOverlap<T>& overlap) {
    const T extent = chain.reach + magnitude(centres.x) + magnitude(centres.y);
    const T square = extent * extent;
    const auto enter = wide_detail::meet(chain.enter, -1.0, a.rotation, b.rotation, centres);
    const auto leave = wide_detail::meet(chain.leave, 1.0, a.rotation, b.rotation, centres);
    const WideVec2<T> none{T{}, T{}};
    const auto cap_a = wide_detail::cap_between(enter.inner_a, leave.inner_a, enter.along_a,
                                                leave.along_a, chain.has_a, T{}, none);
    const auto cap_b = wide_detail::cap_between(leave.inner_b, enter.inner_b, leave.along_b,
                                                enter.along_b, chain.has_b, T{}, none);
    const T longer = wide_detail::join(cap_a, cap_b, enter.inner_a, extent, overlap);
    const WideVec2<T> to_b = centres - enter.inner_a;
    const WideVec2<T> to_a = -(centres + leave.inner_b);
    const T corners_of_a = smaller<T>(
        wide_detail::inside_triangle(cap_a, none, to_b + rotate(b.rotation, chain.witness_in_b[0])),
        wide_detail::inside_triangle(cap_a, cap_a.last,
                                     to_b + rotate(b.rotation, chain.witness_in_b[1])));
    const T corners_of_b = smaller<T>(
        wide_detail::inside_triangle(cap_b, none, to_a + rotate(a.rotation, chain.witness_in_a[0])),
        wide_detail::inside_triangle(cap_b, cap_b.last,
                                     to_a + rotate(a.rotation, chain.witness_in_a[1])));
    const T inside = smaller<T>(chain.has_a > 0.5 ? corners_of_a : square,
                                chain.has_b > 0.5 ? corners_of_b : square);
    return least<T>(enter.certainty, leave.certainty, smaller<T>(inside, longer * extent)) -
           2.0 * tolerance::touch * square;
}

/// Computes the overlaps of pairs with any number of corners inside each other, likewise.
template <class T>
SCREE_WIDE inline T overlaps_of(const WideArc<T>& arc, const WideTransform<T>& a,
                                const WideTransform<T>& b, const WideVec2<T>& centres,
                                WideOverlap<T>& overlap) {
    const T extent = arc.reach + magnitude(centres.x) + magnitude(centres.y);
    const T square = extent * extent;
    const auto enter = wide_detail::meet(arc.enter, -1.0, a.rotation, b.rotation, centres);
    const auto leave = wide_detail::meet(arc.leave, 1.0, a.rotation, b.rotation, centres);
    const auto cap_a =
        wide_detail::cap_between(enter.inner_a, leave.inner_a, enter.along_a, leave.along_a,
                                 arc.a.has, arc.a.double_area, rotate(a.rotation, arc.a.moment));
    const auto cap_b =
        wide_detail::cap_between(leave.inner_b, enter.inner_b, leave.along_b, enter.along_b,
                                 arc.b.has, arc.b.double_area, rotate(b.rotation, arc.b.moment));
    const T longer = wide_detail::join(cap_a, cap_b, enter.inner_a, extent, overlap);
    const T corners_of_a =
        wide_detail::inside_triangle(cap_a, rotate(a.rotation, arc.a.apex) - enter.inner_a,
                                     centres + rotate(b.rotation, arc.a.witness) - enter.inner_a);
    const T corners_of_b =
        wide_detail::inside_triangle(cap_b, rotate(b.rotation, arc.b.apex) - leave.inner_b,
                                     rotate(a.rotation, arc.b.witness) - centres - leave.inner_b);
    const T inside = smaller<T>(arc.a.has > 0.5 ? corners_of_a : square,
                                arc.b.has > 0.5 ? corners_of_b : square);
    return least<T>(enter.certainty, leave.certainty, smaller<T>(inside, longer * extent)) -
           2.0 * tolerance::touch * square;
}

}  // namespace scree::geometry

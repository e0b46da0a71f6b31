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
/// they cross. Lanes: where A enters B, and where it leaves it.
struct Crossed {
    Vec2Lanes inner_a;  ///< the inner end of A's edge
    Vec2Lanes out_a;    ///< unit vector from there to the outer end
    Vec2Lanes normal;   ///< outward, of A's edge
    Lanes along;        ///< A's edge, from the inner end to the crossing
    Vec2Lanes inner_b;  ///< the inner end of B's edge, in B's own frame
    Vec2Lanes edge_b;   ///< from there to the outer end
    Lanes share;        ///< of B's edge, from the inner end to the crossing
    bool certain;
};

/// With `Known` the crossings are where they must be, to rounding; else their places mean nothing
/// unless they are certain.
template <bool Known>
[[gnu::always_inline]] inline Crossed crossed_edges(const PairFrame& pair,
                                                    const CrossingPair& crossing) {
    const auto [enter, leave] = crossing;
    Crossed edges;
    edges.inner_a = side_by_side(pair.a.vertex(after(enter.a)), pair.a.vertex(leave.a));
    const Vec2Lanes outer_a = side_by_side(pair.a.vertex(enter.a), pair.a.vertex(after(leave.a)));
    edges.normal = side_by_side(pair.a.normal(enter.a), pair.a.normal(leave.a));
    edges.out_a = side_by_side(-pair.a.direction(enter.a), pair.a.direction(leave.a));
    edges.inner_b = side_by_side(pair.b.vertex(enter.b), pair.b.vertex(after(leave.b)));
    const Vec2Lanes outer_b = side_by_side(pair.b.vertex(after(enter.b)), pair.b.vertex(leave.b));
    edges.edge_b = outer_b - edges.inner_b;

    // From the inner end of A's edge.
    const Rotation turn = pair.b_in_a.rotation;
    const Vec2Lanes centre =
        side_by_side(pair.b_in_a.position, pair.b_in_a.position) - edges.inner_a;
    const auto seen_from_a = [&](const Vec2Lanes& q) {
        return Vec2Lanes{(turn.c * q.x - turn.s * q.y) + centre.x,
                         (turn.s * q.x + turn.c * q.y) + centre.y};
    };
    const Vec2Lanes inside = seen_from_a(edges.inner_b);
    const Vec2Lanes outside = seen_from_a(outer_b);
    const Lanes below = -dot(inside, edges.normal);
    const Lanes above = dot(outside, edges.normal);
    const Lanes along_in = dot(inside, edges.out_a);
    const Lanes along_out = dot(outside, edges.out_a);
    const Lanes size = dot(outer_a - edges.inner_a, edges.out_a);
    const Lanes rise = above + below;
    edges.share = below / rise;
    if constexpr (Known) {
        // Where the edges are parallel to rounding any point of both will do.
        const Lanes share = rise != 0.0 ? edges.share : Lanes{0.5, 0.5};
        edges.share = min(max(share, Lanes{}), Lanes{1.0, 1.0});
    }
    edges.along = along_in + edges.share * (along_out - along_in);
    if constexpr (Known) edges.along = min(max(edges.along, Lanes{}), size);

    // By more than rounding: the ends of B's edge on either side of A's, and the crossing between
    // the ends of A's.
    const double margin = tolerance::touch * pair.extent;
    edges.certain = all((min(below, above) > margin) &
                        (min(edges.along, size - edges.along) * rise > margin * pair.extent));
    return edges;
}

/// The chord and a chain of inner vertices cut a cap off each polygon, on either side of the chord:
/// together they are the overlap. Each is in its polygon's own frame, about the chain's first
/// vertex, so that nothing is lost however thin it is. Lanes: A's and B's.
struct Caps {
    Vec2Lanes first;  ///< the chain's first vertex
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
    caps.back = from_enter_and_leave(edges.out_a, edges.edge_b);
    caps.on = from_leave_and_enter(edges.out_a, edges.edge_b);
    caps.start = Lanes{edges.along[0], edges.share[1]} * caps.back;
    caps.end = caps.last + Lanes{edges.along[1], edges.share[0]} * caps.on;
    return caps;
}

/// Whether every inner vertex of both is inside the other, asked one by one.
bool both_inside(const PairFrame& pair, const CrossingPair& crossing, Inner inner);

/// Whether A's chain lies inside B and B's inside A. Where the two edges of A that cross converge,
/// they hold A's chain in a triangle with the chord; and where B's centroid is outside both of
/// them, its triangle with the chord, which is part of B, holds that one. Likewise for B. If that
/// is not so, every vertex is asked.
[[gnu::always_inline]] inline bool crosses_nowhere_else(const PairFrame& pair,
                                                        const CrossingPair& crossing,
                                                        const Crossed& edges, const Caps& caps,
                                                        Inner inner) {
    const double margin = tolerance::touch * pair.extent;
    const Vec2 of_b = pair.b_in_a.position;
    const Vec2 of_a = unrotate(pair.b_in_a.rotation, -of_b);
    const Lanes b_above_a = dot(side_by_side(of_b, of_b) - edges.inner_a, edges.normal);
    const Lanes a_above_b =
        Lanes{-1.0, 1.0} * cross(edges.edge_b, side_by_side(of_a, of_a) - edges.inner_b);
    // An edge that both crossings share turns by nothing. A's heights are lengths, B's are times
    // that of its edge, at most the diameter.
    if (every(all((cross(caps.on, caps.back) >= 0.0) & (b_above_a > margin) &
                  (a_above_b > 2.0 * margin * pair.extent))))
        return true;
    return both_inside(pair, crossing, inner);
}

/// Twice the area and six times the first moment.
struct Moments {
    Lanes double_area{};
    Vec2Lanes moment{};

    void add_triangle(const Vec2Lanes& u, const Vec2Lanes& w) {
        const Lanes c = cross(u, w);
        double_area += c;
        moment = moment + c * (u + w);
    }
};

/// Of what the inner vertices enclose, about the first: it does not depend on where the polygons
/// are. A chain that has ended waits at its last vertex, where it adds nothing. Two triangles at
/// once and no other branch: how often a loop turns is hard to foretell.
[[gnu::always_inline]] inline Moments moments_of_chains(const PairFrame& pair,
                                                        const CrossingPair& crossing,
                                                        const Vec2Lanes& first, Inner inner) {
    const auto nth = [](const FeatureRing& ring, std::uint32_t edge, std::uint32_t count,
                        std::uint32_t k) {
        const std::uint32_t i = edge + std::min(count, k);
        return ring.vertex(std::min(i, i - ring.size()));
    };
    const auto vertices = [&](std::uint32_t k) {
        return side_by_side(nth(pair.a, crossing.enter.a, inner.a, k),
                            nth(pair.b, crossing.leave.b, inner.b, k)) -
               first;
    };
    Moments sum;
    const std::uint32_t longer = std::max(inner.a, inner.b);
    if (longer <= 2) return sum;
    Vec2Lanes u = vertices(2);
    for (std::uint32_t k = 3; k <= longer; k += 2) {
        const Vec2Lanes v = vertices(k);
        const Vec2Lanes w = vertices(k + 1);
        sum.add_triangle(u, v);
        sum.add_triangle(v, w);
        u = w;
    }
    return sum;
}

/// A chord too short to have a direction: at first touch the mean of the edges' normals serves. But
/// under an overlap larger than such a chord could bound, one polygon is all but inside the other.
void without_chord(const PairFrame& pair, const Transform& pose_a, const CrossingPair& crossing,
                   Overlap& overlap);

/// Any number of vertices of both polygons.
template <bool Known>
[[gnu::always_inline]] inline bool chain_contact(const PairFrame& pair, const Transform& pose_a,
                                                 const Transform& pose_b,
                                                 const CrossingPair& crossing, Inner inner,
                                                 Overlap& overlap) {
    const Crossed edges = crossed_edges<Known>(pair, crossing);
    if (!Known && !edges.certain) return false;
    const Caps caps = caps_between(edges);
    Moments moments = moments_of_chains(pair, crossing, caps.first, inner);
    moments.add_triangle(caps.last, caps.end);
    moments.add_triangle(caps.end, caps.start);
    // A polygon without a vertex inside has no cap. The others' about the middle of the chord.
    const LaneMask has_cap = LaneMask{inner.a, inner.b} != 0;
    const Lanes double_areas = has_cap ? moments.double_area : Lanes{};
    const Vec2Lanes middle = Lanes{0.5, 0.5} * (caps.start + caps.end);
    const Vec2Lanes moment = Lanes{1.0 / 3.0, 1.0 / 3.0} * moments.moment - double_areas * middle;
    const Vec2Lanes there{has_cap ? moment.x : Lanes{}, has_cap ? moment.y : Lanes{}};
    const double double_area = double_areas[0] + double_areas[1];
    const Vec2 chord = lane(caps.end - caps.start, 0);
    const double size = length(chord);

    // Below this the area is rounding noise, and so would be a centroid divided by it.
    const bool has_area = double_area > tolerance::rounding * pair.extent * size;
    const double per_area = has_area ? 1.0 / double_area : 0.0;
    overlap.area = has_area ? 0.5 * double_area : 0.0;
    overlap.chord = size;
    overlap.midpoint = rotate(pose_a.rotation, lane(caps.first + middle, 0));
    overlap.centroid = overlap.midpoint + per_area * (rotate(pose_a.rotation, lane(there, 0)) +
                                                      rotate(pose_b.rotation, lane(there, 1)));
    overlap.normal = rotate(pose_a.rotation, (1.0 / size) * turned_right(chord));
    overlap.swallowed = false;
    if (!(size > tolerance::swallowed_chord * pair.extent)) [[unlikely]]
        without_chord(pair, pose_a, crossing, overlap);
    return edges.certain && crosses_nowhere_else(pair, crossing, edges, caps, inner);
}

}  // namespace scree::geometry

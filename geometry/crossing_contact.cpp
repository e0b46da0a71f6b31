#include "geometry/crossing_contact.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/pair_frame.h"
#include "geometry/tolerances.h"
#include "geometry/voronoi.h"

namespace scree::geometry {
namespace {

/// Along and above an edge: the coordinates in which a crossing with it is simple.
struct EdgePoint {
    double along = 0.0;
    double above = 0.0;  ///< positive outside
};

[[gnu::always_inline]] inline EdgePoint seen_from_edge(const FeatureRing& ring, std::uint32_t j, Vec2 p) {
    const Vec2 from_start = p - ring.vertex(j);
    return {dot(from_start, ring.direction(j)), dot(from_start, ring.normal(j))};
}

[[gnu::always_inline]] inline double edge_length(const FeatureRing& ring, std::uint32_t j) {
    return dot(ring.vertex(after(j)) - ring.vertex(j), ring.direction(j));
}

/// The outline of a ring between two crossings, on the side that lies outside the other polygon: from
/// the crossing on edge `from` to that on edge `to`.
struct OuterChain {
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t vertices;
};

bool left_of(Vec2 start, Vec2 end, Vec2 p, double margin) {
    const Vec2 edge = end - start;
    return cross(edge, p - start) >= margin * (std::abs(edge.x) + std::abs(edge.y));
}

/// Whether p, which lies inside the lines of the crossed edges, is inside the outer chain. The ring
/// holds the figure through the ends of the edges next to the crossed ones, so left of those two
/// and of the diagonal between them is inside; if that is too narrow, left of two diagonals by way
/// of the chain's middle. With fewer than four vertices the diagonal is a point, or would be turned
/// round, but then there are no further edges.
[[gnu::always_inline]] inline bool holds(const OuterChain& chain, const FeatureRing& ring, Vec2 p,
                                         double margin) {
    if (chain.vertices < 2) return true;
    const bool below_neighbours = (height(ring, after(chain.from), p) < -margin) &
                                  (height(ring, before(chain.to), p) < -margin);
    const Vec2 start = ring.vertex(after(after(chain.from)));
    const Vec2 end = ring.vertex(before(chain.to));
    if (below_neighbours & (left_of(start, end, p, margin) | (chain.vertices < 4))) return true;
    if (chain.vertices < 6 || !below_neighbours) return false;
    const std::uint32_t far = chain.from + chain.vertices / 2 + 1;
    const Vec2 middle = ring.vertex(far < ring.size() ? far : far - ring.size());
    return left_of(start, middle, p, margin) && left_of(middle, end, p, margin);
}

/// One corner of a polygon pokes through one edge of the other. A and B differ in the signs only,
/// so that they share their code without a branch.
CrossingContact corner_in_edge(const FeatureRing& poking, const Transform& pose_poking,
                               std::uint32_t corner, const FeatureRing& edged,
                               const Transform& pose_edged, std::uint32_t edge,
                               std::uint32_t edged_is_b) {
    const Transform motion = relative(pose_edged, pose_poking);
    const double extent = poking.radius() + edged.radius() + std::abs(motion.position.x) +
                          std::abs(motion.position.y);
    const double margin = tolerance::touch * extent;

    const Vec2 tip_point = apply(motion, poking.vertex(corner));
    const EdgePoint left =
        seen_from_edge(edged, edge, apply(motion, poking.vertex(before(corner))));
    const EdgePoint tip = seen_from_edge(edged, edge, tip_point);
    const EdgePoint right =
        seen_from_edge(edged, edge, apply(motion, poking.vertex(after(corner))));

    // The overlap is a triangle: the tip, and the crossings of its two edges with the line. The
    // clamps matter only at first touch, where rounding may lift the tip above the line or, between
    // parallel edges, move a crossing past the edge's end.
    const double depth = std::max(-tip.above, 0.0);
    const double rise_left = std::max(left.above, 0.0) + depth;
    const double rise_right = std::max(right.above, 0.0) + depth;
    const double share_left = rise_left > 0.0 ? depth / rise_left : 0.0;
    const double share_right = rise_right > 0.0 ? depth / rise_right : 0.0;
    const double size = edge_length(edged, edge);
    const double upper = std::min(tip.along + share_left * (left.along - tip.along), size);
    const double lower = std::max(tip.along + share_right * (right.along - tip.along), 0.0);
    const double chord = std::max(upper - lower, 0.0);
    const double middle = 0.5 * (upper + lower);

    CrossingContact contact;
    // By more than rounding: the tip below the line and its neighbours above, both crossings
    // between the ends of the edge, the tip below the rest of the outline. A crossing's place is
    // uncertain by the margin over the slope of the edge that crosses there.
    const double doubt = margin * extent;
    contact.certain = (tip.above < -margin) & (left.above > margin) & (right.above > margin) &
                      (lower * rise_right > doubt) &
                      ((size - upper) * rise_left > doubt) &
                      holds({edge, edge, edged.size()}, edged, tip_point, margin);

    const Vec2 start = edged.vertex(edge);
    const Vec2 along = edged.direction(edge);
    const Vec2 normal = edged.normal(edge);
    const Vec2 midpoint = start + middle * along;
    const Vec2 centroid =
        start + ((2.0 * middle + tip.along) / 3.0) * along - (depth / 3.0) * normal;
    // Where the edged polygon is B, its centre is not the origin of the answer, and the outward
    // normal of its edge leads to A.
    const double is_b = edged_is_b;
    const Vec2 centre = is_b * (pose_edged.position - pose_poking.position);
    contact.overlap.area = 0.5 * chord * depth;
    contact.overlap.chord = chord;
    contact.overlap.midpoint = centre + rotate(pose_edged.rotation, midpoint);
    contact.overlap.centroid = centre + rotate(pose_edged.rotation, centroid);
    contact.overlap.normal = (1.0 - 2.0 * is_b) * rotate(pose_edged.rotation, normal);
    return contact;
}

/// Where an edge of B crosses an edge of A, in the frame of A.
struct CrossingPoint {
    Vec2 point;
    bool certain = false;
};

/// `sense` is +1 where A's outline enters B (then B's edge leaves A), -1 where it leaves.
[[gnu::always_inline]] inline CrossingPoint crossing_point(const PairFrame& pair, Crossing crossing, double sense) {
    const double margin = tolerance::touch * pair.extent;
    const EdgePoint q0 = seen_from_edge(pair.a, crossing.a, pair.vertex_of_b(crossing.b));
    const EdgePoint q1 =
        seen_from_edge(pair.a, crossing.a, pair.vertex_of_b(after(crossing.b)));
    const double rise = q1.above - q0.above;
    const double size = edge_length(pair.a, crossing.a);
    // Where the edges are parallel to rounding any point of both will do.
    const double share = rise != 0.0 ? std::clamp(-q0.above / rise, 0.0, 1.0) : 0.5;
    const double along = q0.along + share * (q1.along - q0.along);
    const double doubt = margin * pair.extent;
    const double slope = sense * rise;
    CrossingPoint result;
    result.certain = (sense * q0.above < -margin) & (sense * q1.above > margin) &
                     (along * slope > doubt) & ((size - along) * slope > doubt);
    result.point =
        pair.a.vertex(crossing.a) + std::clamp(along, 0.0, size) * pair.a.direction(crossing.a);
    return result;
}

bool follow(const PairFrame& pair, Crossing& crossing, double sense) {
    constexpr int most_steps = 16;
    std::uint32_t i = crossing.a;
    std::uint32_t j = crossing.b;
    for (int steps = 0; steps < most_steps; ++steps) {
        const EdgePoint q0 = seen_from_edge(pair.a, i, pair.vertex_of_b(j));
        const EdgePoint q1 = seen_from_edge(pair.a, i, pair.vertex_of_b(after(j)));
        const double share = -q0.above / (q1.above - q0.above);
        const double along = q0.along + share * (q1.along - q0.along);
        if (sense * q0.above > 0.0) {
            j = pair.b.previous(j);
        } else if (sense * q1.above < 0.0) {
            j = pair.b.next(j);
        } else if (along < 0.0) {
            i = pair.a.previous(i);
        } else if (along > edge_length(pair.a, i)) {
            i = pair.a.next(i);
        } else {
            crossing = {static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)};
            return true;
        }
    }
    return false;
}

/// Whether the vertices of a chain between two crossings all lie inside the other polygon. A long
/// chain lies inside the triangle that its two crossing edges make with the chord, so its apex
/// speaks for all; where the edges diverge, or the apex is too far out, every vertex is asked.
template <class Inside>
[[gnu::always_inline]] inline bool chain_inside(const FeatureRing& ring, std::uint32_t enter, std::uint32_t leave,
                  std::uint32_t count, Inside inside) {
    if (count > 2) {
        const Vec2 first = ring.vertex(after(enter));
        const Vec2 d = ring.direction(enter);
        const Vec2 e = ring.direction(leave);
        const double turn = cross(d, e);
        if (turn > tolerance::parallel &&
            inside(first + (cross(ring.vertex(leave) - first, e) / turn) * d))
            return true;
    }
    for (std::uint32_t i = enter; count > 0; --count) {
        i = ring.next(i);
        if (!inside(ring.vertex(i))) return false;
    }
    return true;
}

/// The part of the overlap between the chord and one polygon's chain, in that polygon's own frame
/// about the middle of the chord: nothing is lost, however thin it is.
struct Cap {
    double double_area = 0.0;
    Vec2 moment;  ///< six times the first moment
};

/// The chain of `count` vertices after edge `enter`, between the chord's ends at start and -start.
[[gnu::always_inline]] inline Cap cap_of(const FeatureRing& ring, std::uint32_t enter, std::uint32_t count, Vec2 middle,
           Vec2 start) {
    Cap cap;
    Vec2 u = start;
    const auto add = [&](Vec2 w) {
        const double c = cross(u, w);
        cap.double_area += c;
        cap.moment += c * (u + w);
        u = w;
    };
    for (std::uint32_t i = enter; count > 0; --count) {
        i = ring.next(i);
        add(ring.vertex(i) - middle);
    }
    add(-start);
    return cap;
}

/// The normal for a chord whose direction is lost in rounding: the mean of the edges' normals.
Vec2 normal_of_tiny_chord(const PairFrame& pair, const CrossingPair& crossing) {
    const auto [enter, leave] = crossing;
    Vec2 across = (pair.a.normal(enter.a) + pair.a.normal(leave.a)) -
                  rotate(pair.b_in_a.rotation, pair.b.normal(enter.b) + pair.b.normal(leave.b));
    if (across == Vec2{}) across = pair.b_in_a.position;
    const double size = length(across);
    return size > 0.0 ? across / size : Vec2{0.0, 1.0};
}

/// Any number of vertices of both polygons, in the frame of A.
CrossingContact general_contact(const PairFrame& pair, const CrossingPair& crossing,
                                std::uint32_t inner_a, std::uint32_t inner_b) {
    const auto [enter, leave] = crossing;
    const CrossingPoint first = crossing_point(pair, enter, 1.0);
    const CrossingPoint last = crossing_point(pair, leave, -1.0);
    const Vec2 chord = last.point - first.point;
    const Vec2 half = 0.5 * chord;
    const Vec2 middle = first.point + half;

    const Rotation turn = pair.b_in_a.rotation;
    const Cap a = cap_of(pair.a, enter.a, inner_a, middle, -half);
    const Cap b = cap_of(pair.b, leave.b, inner_b, pair.in_b(middle), unrotate(turn, half));
    CrossingContact contact;
    Overlap& overlap = contact.overlap;
    overlap.chord = length(chord);
    overlap.midpoint = middle;
    overlap.centroid = middle;
    const double double_area = a.double_area + b.double_area;
    // Below this the area is rounding noise, and so would be a centroid divided by it.
    if (double_area > tolerance::rounding * pair.extent * overlap.chord) {
        overlap.area = 0.5 * double_area;
        overlap.centroid += (a.moment + rotate(turn, b.moment)) / (3.0 * double_area);
    }
    // A chord along one edge has that edge's normal, without rounding.
    if (enter.b == leave.b)
        overlap.normal = -rotate(turn, pair.b.normal(enter.b));
    else if (enter.a == leave.a)
        overlap.normal = pair.a.normal(enter.a);
    else if (overlap.chord > tolerance::chord_direction * pair.extent)
        overlap.normal = turned_right(chord) / overlap.chord;
    else
        overlap.normal = normal_of_tiny_chord(pair, crossing);

    const double margin = tolerance::touch * pair.extent;
    const OuterChain outer_a{leave.a, enter.a, pair.a.size() - inner_a};
    const OuterChain outer_b{enter.b, leave.b, pair.b.size() - inner_b};
    contact.certain =
        first.certain && last.certain &&
        chain_inside(pair.a, enter.a, leave.a, inner_a,
                     [&](Vec2 p) { return holds(outer_b, pair.b, pair.in_b(p), margin); }) &&
        chain_inside(pair.b, leave.b, enter.b, inner_b,
                     [&](Vec2 p) { return holds(outer_a, pair.a, pair.in_a(p), margin); });
    return contact;
}

}  // namespace

bool follow(const PairFrame& pair, CrossingPair& crossing) {
    return follow(pair, crossing.enter, 1.0) && follow(pair, crossing.leave, -1.0);
}

CrossingContact contact_at(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                           const Transform& pose_b, const CrossingPair& crossing) {
    const auto [enter, leave] = crossing;
    const std::uint32_t inner_a = a.steps(enter.a, leave.a);
    const std::uint32_t inner_b = b.steps(leave.b, enter.b);
    if (inner_a + inner_b == 1) {
        // Chosen by index: a branch on who pokes whom would be wrong every other time.
        const std::array<const FeatureRing*, 2> ring{&a, &b};
        const std::array<const Transform*, 2> pose{&pose_a, &pose_b};
        const std::array<std::uint32_t, 2> corner{leave.a, enter.b};
        const std::array<std::uint32_t, 2> edge{enter.a, enter.b};
        const std::size_t poking = inner_b;
        const std::size_t edged = inner_a;
        return corner_in_edge(*ring[poking], *pose[poking], corner[poking], *ring[edged],
                              *pose[edged], edge[edged], inner_a);
    }
    CrossingContact contact =
        general_contact(PairFrame(a, pose_a, b, pose_b), crossing, inner_a, inner_b);
    Overlap& overlap = contact.overlap;
    overlap.midpoint = rotate(pose_a.rotation, overlap.midpoint);
    overlap.centroid = rotate(pose_a.rotation, overlap.centroid);
    overlap.normal = rotate(pose_a.rotation, overlap.normal);
    return contact;
}

}  // namespace scree::geometry

#pragma once

#include <algorithm>

#include "geometry/outer_chain.h"
#include "geometry/pair_frame.h"
#include "geometry/proximity.h"
#include "geometry/tolerances.h"
#include "geometry/voronoi.h"
#include "geometry/wide/every.h"
#include "geometry/wide/lanes.h"

/// One corner of a polygon pokes through one edge of another, which is the case for most contacts
/// of a heap. This is a part of crossing_contact.cpp, which explains what `Known` means.
namespace scree::geometry {

/// A corner that pokes through an edge forms a triangle with it. Coordinates are those of the edge:
/// along it from its start, and above its line. The lanes are the vertices before and after the
/// tip.
struct PokeTriangle {
    double tip_along;
    double tip_above;
    double depth;
    Lanes beside_above;
    Lanes rise;    ///< from the tip to the other ends of the edges that cross
    double size;   ///< length of the edge
    double upper;  ///< where the edge before the tip crosses the line
    double lower;  ///< where the edge after it does
};

/// Whether the corner pokes through the edge for certain, and through no other.
[[gnu::always_inline]] inline bool is_certain(const PokeTriangle& poke, const FeatureRing& edged,
                                              std::uint32_t edge, double extent) {
    // The tip must be below the line and its neighbours above it, and both crossings must be
    // between the ends of the edge, all by more than rounding. The place of a crossing is uncertain
    // by the margin over the slope of the edge that crosses there.
    const double margin = tolerance::touch * extent;
    const double doubt = margin * extent;
    const Lanes room = Lanes{poke.size - poke.upper, poke.lower} * poke.rise;
    const bool crosses =
        every(poke.tip_above < -margin, all(poke.beside_above > margin, room > doubt));
    // The tip must also be inside the polygon. Most often it lies in the triangle of the crossings
    // and the centroid.
    const Vec2 start = edged.vertex(edge);
    const Vec2 normal = edged.normal(edge);
    const double centroid_along = -dot(start, edged.direction(edge));
    const double centroid_depth = dot(start, normal);
    const Lanes inside =
        centroid_depth * Lanes{poke.upper - poke.tip_along, poke.tip_along - poke.lower} -
        poke.depth * Lanes{poke.upper - centroid_along, centroid_along - poke.lower};
    if (every(crosses, all(inside > doubt))) return true;
    const Vec2 tip = start + poke.tip_along * edged.direction(edge) + poke.tip_above * normal;
    return crosses && holds({edge, edge, edged.size()}, edged, tip, margin);
}

/// Computes the contact in which one corner of a polygon pokes through one edge of the other. The
/// cases of A and B differ only in signs, so that they share the code without a branch.
template <bool Known>
[[gnu::always_inline]] inline bool corner_in_edge(const Placed& poking, std::ptrdiff_t corner,
                                                  const Placed& edged, std::uint32_t edge,
                                                  double edged_is_b, Overlap& overlap) {
    // The edge is given along the axes of the world about its polygon's centre, and along those of
    // the poking polygon.
    const Vec2 start_w = rotate(edged.pose.rotation, edged.ring.vertex(edge));
    const Vec2 normal_w = rotate(edged.pose.rotation, edged.ring.normal(edge));
    const Vec2 along_w = turned_left(normal_w);
    const Vec2 normal_p = unrotate(poking.pose.rotation, normal_w);
    const Vec2 along_p = turned_left(normal_p);
    const Vec2 centres = poking.pose.position - edged.pose.position;
    const double along_0 = dot(centres - start_w, along_w);
    const double above_0 = dot(centres - start_w, normal_w);

    const Vec2 tip = poking.ring.vertex(corner);
    const Vec2Lanes beside =
        side_by_side(poking.ring.vertex(before(corner)), poking.ring.vertex(after(corner)));
    const Lanes beside_along = along_0 + (beside.x * along_p.x + beside.y * along_p.y);
    PokeTriangle poke;
    poke.tip_along = along_0 + dot(tip, along_p);
    poke.tip_above = above_0 + dot(tip, normal_p);
    poke.beside_above = above_0 + (beside.x * normal_p.x + beside.y * normal_p.y);
    poke.depth = -poke.tip_above;
    poke.rise = poke.beside_above + poke.depth;
    Lanes share = poke.depth / poke.rise;
    if constexpr (Known) {
        // At first touch, rounding may lift the tip above the line.
        poke.depth = std::max(poke.depth, 0.0);
        poke.rise = max(poke.beside_above, Lanes{}) + poke.depth;
        share = poke.rise > 0.0 ? poke.depth / poke.rise : Lanes{};
    }
    const Lanes crossing = poke.tip_along + share * (beside_along - poke.tip_along);
    poke.size = edge_length(edged.ring, edge);
    poke.upper = crossing[0];
    poke.lower = crossing[1];
    if constexpr (Known) {
        // Between parallel edges, rounding may also move a crossing past the edge's end.
        poke.upper = std::min(poke.upper, poke.size);
        poke.lower = std::max(poke.lower, 0.0);
    }

    // If the edged polygon is B, its centre is not the origin of the answer, and the outward normal
    // of its edge points to A.
    constexpr double third = 1.0 / 3.0;
    const double middle = 0.5 * (poke.upper + poke.lower);
    overlap.chord = std::max(poke.upper - poke.lower, 0.0);
    overlap.area = 0.5 * overlap.chord * poke.depth;
    overlap.midpoint = start_w - edged_is_b * centres + middle * along_w;
    overlap.centroid = overlap.midpoint + (third * (poke.tip_along - middle)) * along_w -
                       (third * poke.depth) * normal_w;
    overlap.normal = (1.0 - 2.0 * edged_is_b) * normal_w;
    overlap.swallowed = false;
    return is_certain(poke, edged.ring, edge, extent_of(poking.ring, edged.ring, centres));
}

}  // namespace scree::geometry

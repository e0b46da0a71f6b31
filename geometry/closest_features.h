#pragma once

#include <optional>

#include "geometry/feature_ring.h"
#include "geometry/pair_frame.h"
#include "geometry/proximity.h"

namespace scree::geometry {

/// The hot path: tests whether the closest features of the last query are still the closest. If so,
/// returns the closest points relative to the centre of A, along the axes of the world.
std::optional<Apart> still_closest(const FeatureRing& a, const Transform& pose_a,
                                   const FeatureRing& b, const Transform& pose_b, Feature feature_a,
                                   Feature feature_b);

/// The closest points of two polygons, in the frame of A.
struct ClosestPoints {
    double distance = 0.0;
    Vec2 on_a;
    Vec2 on_b;
};

/// The closest-feature walk (Schinner 1999, section 4.2, after Lin and Canny): starting from two
/// features, test the closest point of each against the Voronoi region of the other and step across
/// the violated ray, until both lie inside. `a` and `b` end as the closest features; the two are
/// never both edges, since parallel edges have a vertex of one above the other.
///
/// Returns nothing if a vertex comes to lie lower than `least` above the line of an edge (the
/// polygons overlap, or are seen through each other), or if the walk does not end.
std::optional<ClosestPoints> walk_to_closest(const PairFrame& pair, Feature& a, Feature& b,
                                             double least);

/// Does the same by looking at every vertex and edge, for polygons that are known to be disjoint.
ClosestPoints search_closest(const PairFrame& pair, Feature& a, Feature& b);

/// An edge of one polygon and the lowest vertex of the other above it.
struct SeparatingAxis {
    double separation = 0.0;
    Feature a;
    Feature b;
};

/// Finds the edge whose line separates best, by climbing along the outline of the Minkowski
/// difference B - A from its vertex (i, j), in both directions. Vertex i must be the extreme vertex
/// of A in some direction, and j that of B in the opposite direction.
SeparatingAxis climb_to_axis(const PairFrame& pair, std::uint32_t i, std::uint32_t j);

/// Finds the edge whose line separates best, over all edges of both polygons. The separation is
/// negative if none separates, and then the polygons overlap.
SeparatingAxis best_axis(const PairFrame& pair);

}  // namespace scree::geometry

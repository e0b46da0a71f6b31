#pragma once

#include "geometry/feature_ring.h"
#include "geometry/tolerances.h"
#include "geometry/wide/every.h"

/// The Voronoi regions of a convex polygon's features (Schinner 1999, figure 8). A vertex owns the
/// wedge between the normals of its two edges, an edge the strip above it; a ray between two
/// regions belongs to both. Points and directions are in the polygon's own frame.
namespace scree::geometry {

/// Which of the two bounding rays of a region a point is beyond: the one shared with the previous
/// feature of the ring, the one shared with the next, or neither.
enum class Beyond { neither, previous, next };

inline Beyond beyond_vertex_region(const FeatureRing& ring, std::uint32_t i, Vec2 p) {
    const Vec2 from_vertex = p - ring.vertex(i);
    if (dot(from_vertex, ring.direction(i)) > 0.0) return Beyond::next;
    if (dot(from_vertex, ring.direction(before(i))) < 0.0) return Beyond::previous;
    return Beyond::neither;
}

inline Beyond beyond_edge_region(const FeatureRing& ring, std::uint32_t i, Vec2 p) {
    const Vec2 along = ring.direction(i);
    if (dot(p - ring.vertex(i), along) < 0.0) return Beyond::previous;
    if (dot(p - ring.vertex(after(i)), along) > 0.0) return Beyond::next;
    return Beyond::neither;
}

/// Does the same for a unit direction and the wedge of vertex i: for a direction inside it, no
/// other vertex lies further out. Directions along a bounding ray, to rounding, are inside.
inline Beyond beyond_normal_cone(const FeatureRing& ring, std::uint32_t i, Vec2 direction) {
    if (dot(direction, ring.direction(i)) > tolerance::parallel) return Beyond::next;
    if (dot(direction, ring.direction(before(i))) < -tolerance::parallel) return Beyond::previous;
    return Beyond::neither;
}

/// The same tests without a branch, for when the answer is expected to be yes.
inline bool in_vertex_region(const FeatureRing& ring, std::uint32_t i, Vec2 p) {
    const Vec2 from_vertex = p - ring.vertex(i);
    return every(dot(from_vertex, ring.direction(i)) <= 0.0,
                 dot(from_vertex, ring.direction(before(i))) >= 0.0);
}

inline bool in_edge_region(const FeatureRing& ring, std::uint32_t i, Vec2 p) {
    const Vec2 along = ring.direction(i);
    return every(dot(p - ring.vertex(i), along) >= 0.0,
                 dot(p - ring.vertex(after(i)), along) <= 0.0);
}

inline bool in_normal_cone(const FeatureRing& ring, std::uint32_t i, Vec2 direction) {
    return every(dot(direction, ring.direction(i)) <= tolerance::parallel,
                 dot(direction, ring.direction(before(i))) >= -tolerance::parallel);
}

inline double edge_length(const FeatureRing& ring, std::ptrdiff_t i) {
    return dot(ring.vertex(after(i)) - ring.vertex(i), ring.direction(i));
}

/// The signed distance of p from the line of edge i, positive outside.
inline double height(const FeatureRing& ring, std::ptrdiff_t i, Vec2 p) {
    return dot(p - ring.vertex(i), ring.normal(i));
}

}  // namespace scree::geometry

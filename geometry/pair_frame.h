#pragma once

#include "geometry/feature_ring.h"
#include "geometry/transform.h"

namespace scree::geometry {

/// A polygon and its pose.
struct Placed {
    const FeatureRing& ring;
    const Transform& pose;
};

/// The extent of a pair whose centres are this far apart, by which tolerances are scaled: no
/// coordinate of either polygon, in the frame of the other, is larger.
inline double extent_of(const FeatureRing& a, const FeatureRing& b, Vec2 centres) {
    return a.radius() + b.radius() + std::abs(centres.x) + std::abs(centres.y);
}

/// Two polygons in the frame of A: the vertices of A are as stored, each vertex of B has one set of
/// coordinates, computed when it is visited.
struct PairFrame {
    const FeatureRing& a;
    const FeatureRing& b;
    Transform b_in_a;
    double extent;

    PairFrame(const FeatureRing& ring_a, const Transform& pose_a, const FeatureRing& ring_b,
              const Transform& pose_b)
        : a(ring_a),
          b(ring_b),
          b_in_a(relative(pose_a, pose_b)),
          extent(extent_of(ring_a, ring_b, b_in_a.position)) {}

    Vec2 in_a(Vec2 point_of_b) const { return apply(b_in_a, point_of_b); }
    Vec2 in_b(Vec2 point_of_a) const { return apply_inverse(b_in_a, point_of_a); }
    Vec2 vertex_of_b(std::ptrdiff_t j) const { return in_a(b.vertex(j)); }
};

}  // namespace scree::geometry

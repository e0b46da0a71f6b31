#pragma once

#include <cstdint>

#include "geometry/convex_polygon.h"
#include "geometry/transform.h"
#include "tests/geometry/oracle.h"

/// Finds the answers for discs in a plain way: every edge against the circle, Green's theorem, in
/// numbers of 113 bits. It shares nothing with the kernel but the shapes and the poses.
namespace scree::tests {

/// The true answer. Places are relative to the centre of A, along the axes of the world.
struct DiscTruth {
    bool overlap = false;   ///< there is a common area
    double distance = 0.0;  ///< 0 with a common area
    double area = 0.0;
    /// |G| of docs/physics.md, Contact geometry: with two crossings, the distance of the two
    /// points.
    double chord = 0.0;
    geometry::Vec2 centroid;
    geometry::Vec2 normal;    ///< from A to B, zero without a chord
    geometry::Vec2 midpoint;  ///< of the two crossing points, when there are two
    std::uint32_t crossings = 0;
    /// Sum over the crossings of 1 / sin of the angle between edge and circle: how far the crossing
    /// points move, together, when one of the shapes moves by a unit length.
    double amplification = 0.0;
};

/// A is the polygon, B the disc.
DiscTruth find_truth(const geometry::ConvexPolygon& a, const geometry::Transform& pose_a,
                     double radius_b, geometry::Vec2 position_b);

DiscTruth find_truth(double radius_a, geometry::Vec2 position_a, double radius_b,
                     geometry::Vec2 position_b);

}  // namespace scree::tests

#pragma once

#include <cstdint>
#include <vector>

#include "geometry/convex_polygon.h"
#include "geometry/transform.h"

/// Finds the answers of the geometry kernel in a plain way: every pair of features, every
/// half-plane, in numbers of 113 bits. It shares nothing with the kernel but the shapes and the
/// poses, which it takes as exact.
namespace scree::tests {

__extension__ typedef __float128 Quad;

struct QuadVec {
    Quad x = 0;
    Quad y = 0;
};

Quad square_root(Quad value);

using QuadOutline = std::vector<QuadVec>;

/// The vertices of the polygon along the axes of the world, relative to `centre`.
QuadOutline place(const geometry::ConvexPolygon& polygon, const geometry::Transform& pose,
                  geometry::Vec2 centre);

/// The smallest distance of a vertex of one outline from an edge of the other. That is the distance
/// of the polygons if they do not overlap. A first pass in double leaves out the pairs that are far
/// from the closest; `every_pair` looks at all of them.
Quad outline_distance(const QuadOutline& a, const QuadOutline& b, bool every_pair = false);

/// An edge of the common area, and the edge of A or B that it is a part of.
struct OverlapEdge {
    QuadVec start;
    bool of_b = false;
    std::uint32_t index = 0;
};

/// The outline of A, clipped by every half-plane of B (Sutherland and Hodgman 1974). It is empty
/// when they are apart. A part that lies on both outlines counts as A's.
std::vector<OverlapEdge> clip(const QuadOutline& a, const QuadOutline& b);

/// How often an edge of A properly crosses one of B.
std::uint32_t count_crossings(const QuadOutline& a, const QuadOutline& b);

/// Whether every vertex of `inner` lies in `outer`.
bool contains(const QuadOutline& outer, const QuadOutline& inner);

/// The common area of two polygons, with the chord that docs/physics.md (Contact geometry) defines
/// for more than two crossings, and numbers that say how much it changes when the polygons move by
/// a rounding error.
struct OverlapTruth {
    double area = 0.0;
    double chord = 0.0;   ///< |G|
    double torque = 0.0;  ///< dA/dtheta_B
    geometry::Vec2 centroid;
    geometry::Vec2 normal;    ///< -G / |G|, zero without a chord
    geometry::Vec2 midpoint;  ///< of the two crossing points, when there are two

    std::vector<OverlapEdge> outline;
    std::uint32_t crossings = 0;  ///< changes between edges of A and of B along the outline
    /// Sum over the crossings of 1 / sin of the angle between the edges: how far crossing points
    /// move, together, when one polygon moves by a unit length.
    double amplification = 0.0;
    double perimeter = 0.0;
    double extent_along = 0.0;   ///< of the outline, along the chord
    double extent_across = 0.0;  ///< of the outline, along the normal
};

/// The true answer. Places are relative to the centre of A, along the axes of the world.
struct PairTruth {
    bool overlap = false;   ///< there is a common area
    double distance = 0.0;  ///< 0 with a common area
    OverlapTruth common;
};

PairTruth find_truth(const geometry::ConvexPolygon& a, const geometry::Transform& pose_a,
                     const geometry::ConvexPolygon& b, const geometry::Transform& pose_b);

}  // namespace scree::tests

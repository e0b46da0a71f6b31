#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/convex_polygon.h"
#include "geometry/transform.h"
#include "tests/random.h"

/// Shapes and poses for random tests: the same for the same seed, everywhere.
namespace scree::tests {

/// How many rounds of a random test to run: fewer than in full where sanitizers, or a build without
/// optimisation, make each of them take ten to fifty times as long.
std::size_t rounds(std::size_t full);

/// A polygon like gravel, with corners at jittered angles on an ellipse with the half axes 1 and 1
/// / aspect.
geometry::ConvexPolygon irregular_polygon(Random& random, std::uint32_t corners,
                                          double aspect = 1.0);
/// A regular polygon with its corners at this distance from the centre, the first one on the x
/// axis.
geometry::ConvexPolygon regular_polygon(std::uint32_t corners, double radius = 1.0);
geometry::ConvexPolygon rectangle(double width, double height);
/// A triangle or a quadrilateral of length 2 that is `aspect` times longer than wide.
geometry::ConvexPolygon sliver(Random& random, double aspect);

/// Any of the polygons above with 3 .. most_corners corners, of radius about 1 and no thinner than
/// 10:1. Small numbers of corners are more likely.
geometry::ConvexPolygon any_polygon(Random& random, std::uint32_t most_corners = 64);
/// A grain of a heap: irregular, 4 to 12 corners, nearly round.
geometry::ConvexPolygon heap_grain(Random& random);

/// The same shape, larger by the factor.
geometry::ConvexPolygon scaled(const geometry::ConvexPolygon& polygon, double factor);

/// A position with both coordinates in -spread .. spread and any angle.
geometry::Transform random_pose(Random& random, double spread);

/// By how far two convex polygons must be moved apart along `direction` (a unit vector, from A to
/// B) until they only touch: negative when they are apart by that much already, and minus infinity
/// when no move along it makes them meet.
double penetration_along(const geometry::ConvexPolygon& a, const geometry::Transform& pose_a,
                         const geometry::ConvexPolygon& b, const geometry::Transform& pose_b,
                         geometry::Vec2 direction);

/// What kind of pair `pose_pair_at_depth` is to make.
struct PairWish {
    double depth = 0.0;           ///< > 0: overlap, < 0: gap; a length
    bool parallel_faces = false;  ///< an edge of B antiparallel to one of A, to rounding, facing it
    double spread = 0.0;          ///< A lies within this distance of the origin, along each axis
};

struct PosedPair {
    geometry::Transform a;
    geometry::Transform b;
    bool parallel_faces = false;
};

/// Places B against A, in a random direction, so that along it they overlap by the wished depth or
/// are apart by the wished gap, up to the rounding of the positions.
PosedPair pose_pair_at_depth(Random& random, const geometry::ConvexPolygon& a,
                             const geometry::ConvexPolygon& b, const PairWish& wish);

/// A random wish for the random tests: half of them are overlaps, depths and gaps are log-uniform
/// between 1e-6 and 0.1 of `size`, a third have parallel faces, a quarter are far from the origin
/// (up to 1e6 sizes).
PairWish random_wish(Random& random, double size);

}  // namespace scree::tests

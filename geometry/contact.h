#pragma once

#include "geometry/proximity.h"

namespace scree::geometry {

/// The unit vector along v, or `otherwise` where v has no length.
Vec2 unit_or(Vec2 v, Vec2 otherwise);

/// The quantities that measure an overlap of any form, in some frame (docs/physics.md, Contact
/// geometry).
struct OverlapBoundary {
    double area = 0.0;
    Vec2 centroid;
    Vec2 edges_of_b;           ///< G: outward normal times length, summed over the boundary from B
    double torque_of_b = 0.0;  ///< the sum of the same terms, crossed with their places
};

/// The contact of an overlap that is not simply bounded by a chord. `centres` leads from the
/// centre of A to that of B, `size` is the radius of the smaller, `up` the direction of +y.
Overlap general_contact(const OverlapBoundary& boundary, Vec2 centres, double size, Vec2 up);

/// The contact of a body that lies inside the other, or crosses it so evenly that there is no chord
/// (docs/physics.md, Contact geometry).
Overlap swallowed_contact(double area, Vec2 centroid, Vec2 centres, Vec2 up);

/// Turns an answer from the frame of a body in this pose to the axes of the world, about the body's
/// centre.
void turn_to_world(const Transform& pose, Proximity& answer);

/// Exchanges A and B in an answer; `centres` leads from the old A to the old B.
void exchange(Proximity& answer, Vec2 centres);

}  // namespace scree::geometry

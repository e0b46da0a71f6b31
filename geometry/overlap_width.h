#pragma once

#include <vector>

#include "geometry/feature_ring.h"
#include "geometry/transform.h"

namespace scree::geometry {

/// The part of a body's outline that reaches highest along a direction: points in coordinates along
/// that direction and to the left of it, counter-clockwise.
using Cap = std::vector<Vec2>;

/// Returns the cap of a polygon that contains everything above `floor`, both measured along `up`, a
/// unit vector, from the origin of the pose. The points that close it lie below the floor.
Cap cap_of(const FeatureRing& ring, const Transform& pose, Vec2 up, double floor);
/// Returns the cap of a disc, as a polygon.
Cap cap_of_disc(double radius, Vec2 centre, Vec2 up, double floor);

/// Returns the integral of w^2 / 2 across the common area of two caps that point towards each
/// other, w its width along their direction (m^3). `a` has the direction n and `b` the direction
/// -n. On a straight wall this is the depth, integrated over the overlap.
double square_width_integral(const Cap& a, const Cap& b);

}  // namespace scree::geometry

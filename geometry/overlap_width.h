#pragma once

#include <vector>

#include "geometry/feature_ring.h"
#include "geometry/transform.h"

namespace scree::geometry {

/// The part of a body's outline that reaches furthest along a direction: its height along that
/// direction as a function of the coordinate to the left of it.
class Cap {
public:
    /// The cap of a polygon down to `floor`, which is measured along `up`, a unit vector, from the
    /// origin of the pose. Its ends lie below the floor, or where the polygon is widest.
    Cap(const FeatureRing& ring, const Transform& pose, Vec2 up, double floor);
    /// The cap of a disc.
    Cap(double radius, Vec2 centre, Vec2 up, double floor);

    double first() const { return first_; }
    double last() const { return last_; }
    /// The height at this place, which must be between the first one and the last one.
    double height(double left) const;

    /// Appends places between which the height is a straight line, or nearly so.
    void append_places(std::vector<double>& places) const;

private:
    std::vector<Vec2> corners_;  ///< height and place, from right to left; empty for a disc
    double radius_ = 0.0;
    Vec2 centre_;
    double first_ = 0.0;
    double last_ = 0.0;
};

/// Returns the integral of w^2 / 2 across the common area of two caps that point towards each
/// other, w its width along their direction (m^3). `a` has the direction n and `b` the direction
/// -n. On a straight wall this is the depth, integrated over the overlap.
double square_width_integral(const Cap& a, const Cap& b);

}  // namespace scree::geometry

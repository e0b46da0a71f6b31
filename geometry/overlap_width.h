#pragma once

#include <cstdint>

#include "geometry/feature_ring.h"
#include "geometry/transform.h"

namespace scree::geometry {

/// The part of a body's outline that reaches furthest along a direction: its height along that
/// direction as a function of the coordinate to the left of it. It is straight, or nearly so,
/// between places that are numbered from right to left.
class Cap {
public:
    /// The cap of a polygon down to `floor`, which is measured along `up`, a unit vector, from the
    /// origin of the pose. Its ends lie below the floor, or where the polygon is widest.
    Cap(const FeatureRing& ring, const Transform& pose, Vec2 up, double floor);
    /// The cap of a disc.
    Cap(double radius, Vec2 centre, Vec2 up, double floor);

    double first() const { return first_; }
    double last() const { return last_; }

    bool is_of_disc() const { return radius_ > 0.0; }
    std::uint32_t place_count() const { return count_; }
    /// Height and place of a polygon's corner, and of a place on a disc.
    Vec2 at(std::uint32_t k) const;
    /// The height of a disc at this place.
    double height_of_disc(double left) const;

private:
    Vec2 corner(std::uint32_t i) const;

    FeatureRing ring_{nullptr, 0, 0.0};
    Transform pose_;
    Vec2 up_;
    double radius_ = 0.0;  ///< of a disc; 0 of a polygon
    Vec2 centre_;          ///< of a disc: its height and place
    double first_ = 0.0;
    double last_ = 0.0;
    std::uint32_t rightmost_ = 0;  ///< corner
    std::uint32_t count_ = 0;      ///< of the places
};

/// Returns the integral of w^2 / 2 across the common area of two caps that point towards each
/// other, w its width along their direction (m^3). `a` has the direction n and `b` the direction
/// -n. On a straight wall this is the depth, integrated over the overlap.
double square_width_integral(const Cap& a, const Cap& b);

}  // namespace scree::geometry

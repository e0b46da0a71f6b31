#pragma once

#include <array>

#include "engine/base/period.h"
#include "engine/base/periodic_boxes.h"
#include "geometry/box.h"
#include "geometry/shape.h"

namespace scree::engine {

/// The plane of the bodies: which of its directions are periodic, and where the images of a body
/// are.
class Domain {
public:
    explicit Domain(const Period& period)
        : period_(period),
          axes_{BoxAxis(period.low.x, period.size.x), BoxAxis(period.low.y, period.size.y)} {}

    const Period& period() const { return period_; }
    /// The period in the form that broad phases need.
    BoxPeriod box_period() const { return {axes_[0].period(), axes_[1].period()}; }

    /// Returns where the image of a body at `place` is.
    geometry::Vec2 place(geometry::Vec2 place, Image image) const {
        return image.is_here() ? place : place + period_.shift(image);
    }
    /// Returns the velocity of the image of a body. It is that of the body itself, since the domain
    /// does not deform.
    geometry::Vec2 velocity(geometry::Vec2 velocity, Image /*image*/) const { return velocity; }

    /// Returns a box rounded outwards, so that comparisons with its images are exact.
    geometry::Box snapped(const geometry::Box& box) const;
    /// m: the thickest skin with which two boxes of grains cannot meet in two images.
    double thickest_skin(double largest_radius) const;
    /// Throws std::invalid_argument for a grain that could meet another on both of its sides.
    void check_size(const geometry::Shape& grain) const;

private:
    Period period_;
    std::array<BoxAxis, 2> axes_;
};

}  // namespace scree::engine

#pragma once

#include <vector>

#include "engine/base/period.h"
#include "geometry/box.h"
#include "geometry/vec2.h"

namespace scree::engine {

/// What a packing is made in, about its own centre: a rectangle with straight sides, with periodic
/// ones, or with both, or a convex outline. It grows while a packing is made.
class Container {
public:
    /// A straight side: the inside is where normal . p <= distance.
    struct Side {
        geometry::Vec2 normal;  ///< outwards, of length 1
        double distance = 0.0;  ///< m, from the centre
    };

    /// A rectangle.
    Container(const geometry::Box& box, bool periodic_x, bool periodic_y);
    /// A convex outline, counter-clockwise.
    explicit Container(const std::vector<geometry::Vec2>& outline);

    /// Where the centre is in the coordinates from which the container was made. Places in it are
    /// about this point.
    geometry::Vec2 centre() const { return centre_; }
    double area() const { return area_; }
    /// The lengths of the smallest rectangle around it, m.
    geometry::Vec2 size() const { return size_; }
    bool periodic_x() const { return periodic_x_; }
    bool periodic_y() const { return periodic_y_; }
    /// The periodic domain about the centre.
    Period period() const {
        return {-0.5 * size_, {periodic_x_ ? size_.x : 0.0, periodic_y_ ? size_.y : 0.0}};
    }
    /// The sides that are not periodic.
    const std::vector<Side>& sides() const { return sides_; }
    /// The least distance of a side from the centre; infinite if there is none.
    double nearest_side() const { return nearest_side_; }

    /// Multiplies all lengths.
    void scale(double factor);

private:
    void find_nearest_side();

    geometry::Vec2 centre_;
    geometry::Vec2 size_;
    double area_ = 0.0;
    bool periodic_x_ = false;
    bool periodic_y_ = false;
    std::vector<Side> sides_;
    double nearest_side_ = 0.0;
};

}  // namespace scree::engine

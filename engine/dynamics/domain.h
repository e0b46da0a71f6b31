#pragma once

#include <array>
#include <optional>
#include <utility>

#include "engine/base/period.h"
#include "engine/base/periodic_boxes.h"
#include "engine/dynamics/cell/deforming_cell.h"
#include "geometry/bounding_box.h"
#include "geometry/box.h"
#include "geometry/shape.h"

namespace scree::engine {

/// The plane of the bodies: which of its directions are periodic, and where the images of a body
/// are. It may be a cell that deforms.
class Domain {
public:
    explicit Domain(const Period& period) : Domain(period, {}) {}
    Domain(const Period& period, std::optional<DeformingCell> cell)
        : period_(period),
          start_(period),
          placing_(period),
          cell_(std::move(cell)),
          axes_{BoxAxis(period.low.x, period.size.x), BoxAxis(period.low.y, period.size.y)} {}

    /// The period between two steps.
    const Period& period() const { return period_; }
    /// The period when forces were last evaluated, which is that of the images of contacts.
    const Period& placing() const { return placing_; }
    /// The period in the form that broad phases need. It stays the same when a cell deforms.
    BoxPeriod box_period() const { return {axes_[0].period(), axes_[1].period()}; }

    bool deforms() const { return cell_.has_value(); }
    DeformingCell* cell() { return cell_ ? &*cell_ : nullptr; }
    const DeformingCell* cell() const { return cell_ ? &*cell_ : nullptr; }
    /// Must be called after the cell has moved.
    void follow_cell() {
        period_ = cell_->period();
        placing_ = cell_->placing();
        along_x_ = {cell_->speed().xx, 0.0};
        along_y_ = {cell_->speed().xy, cell_->speed().yy};
    }
    /// The velocity of the flow at a place, between two steps.
    geometry::Vec2 flow_at(geometry::Vec2 place) const {
        return cell_ ? cell_->rate() * (place - cell_->origin()) : geometry::Vec2{};
    }

    /// Returns where the image of a body at `place` is.
    geometry::Vec2 place(geometry::Vec2 place, Image image) const {
        return image.is_here() ? place : place + placing_.shift(image);
    }
    /// Returns the velocity of the image of a body: images that are further away move with the
    /// cell.
    geometry::Vec2 velocity(geometry::Vec2 velocity, Image image) const {
        return cell_ ? velocity + (image.x * along_x_ + image.y * along_y_) : velocity;
    }

    /// Returns the box of a body, fattened by a skin and rounded outwards, so that comparisons with
    /// its images are exact. In a cell that deforms it is measured in the directions of the cell's
    /// sides and over their lengths, so that images always are one period further.
    geometry::Box box_of(const geometry::FeatureRing& ring, const geometry::Transform& pose,
                         geometry::ExtremeVertices& extremes, double skin) const {
        return in_boxes(geometry::bounding_box(ring, pose, extremes, placing_.slope()), skin);
    }
    geometry::Box box_of(const geometry::Disc& disc, const geometry::Transform& pose,
                         double skin) const {
        return in_boxes(geometry::bounding_box(disc, pose, placing_.slope()), skin);
    }
    /// Returns a box rounded outwards.
    geometry::Box snapped(const geometry::Box& box) const;
    /// m: the thickest skin with which two boxes of grains cannot meet in two images.
    double thickest_skin(double largest_radius) const;
    /// Throws std::invalid_argument for a grain that could meet another on both of its sides.
    void check_size(const geometry::Shape& grain) const;

private:
    geometry::Box in_boxes(const geometry::Box& box, double skin) const;

    Period period_;
    Period start_;  ///< of the run
    Period placing_;
    geometry::Vec2 along_x_;  ///< m/s: how much faster the image is that is one period further in x
    geometry::Vec2 along_y_;  ///< and in y
    std::optional<DeformingCell> cell_;
    std::array<BoxAxis, 2> axes_;
};

}  // namespace scree::engine

#include "engine/dynamics/domain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/base/spec_error.h"

namespace scree::engine {

geometry::Box Domain::snapped(const geometry::Box& box) const {
    const auto& [x, y] = axes_;
    return {{x.snapped_low(box.low.x), y.snapped_low(box.low.y)},
            {x.snapped_high(box.high.x), y.snapped_high(box.high.y)}};
}

/// The skin is as wide in the directions of the sides that a body may move by it anywhere, and has
/// room for how the cell deforms until the next search.
geometry::Box Domain::in_boxes(const geometry::Box& box, double skin) const {
    if (!cell_) return snapped(fattened(box, skin));
    const double slope = placing_.slope();
    const double room = DeformingCell::room_for_strain * skin;
    const geometry::Vec2 skins{room * std::sqrt(1.0 + slope * slope), room};
    const geometry::Vec2 low{placing_.low.x - slope * placing_.low.y, placing_.low.y};
    const auto scaled = [&](geometry::Vec2 p) {
        return start_.low + geometry::Vec2{(p.x - low.x) / placing_.size.x * start_.size.x,
                                           (p.y - low.y) / placing_.size.y * start_.size.y};
    };
    return snapped({scaled(box.low - skins), scaled(box.high + skins)});
}

double Domain::thickest_skin(double largest_radius) const {
    // The sides of a sheared cell are longer than it is wide, and so are boxes in their directions.
    if (cell_)
        return 0.49 / DeformingCell::room_for_strain *
               (0.5 * cell_->narrowest() - 2.0 * largest_radius);
    double thickest = std::numeric_limits<double>::infinity();
    for (const double size : {period_.size.x, period_.size.y})
        if (size > 0.0) thickest = std::min(thickest, 0.49 * (0.5 * size - 2.0 * largest_radius));
    return thickest;
}

void Domain::check_size(const geometry::Shape& grain) const {
    const double across = 2.0 * geometry::radius(grain);
    const double least = least_period * across;
    for (const auto& [name, length] :
         {std::pair{"x", period_.size.x}, std::pair{"y", period_.size.y}})
        if (length > 0.0 && length < least)
            throw std::invalid_argument(
                "a grain is " + number_text(across) + " m across, and the domain is periodic in " +
                name + " and only " + number_text(length) + " m long there: it must be at least " +
                number_text(least) + " m, or the grain could meet another on both sides");
}

}  // namespace scree::engine

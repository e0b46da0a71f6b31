#include "engine/dynamics/domain.h"

#include <algorithm>
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

double Domain::thickest_skin(double largest_radius) const {
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

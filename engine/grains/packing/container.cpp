#include "engine/grains/packing/container.h"

#include <algorithm>
#include <limits>

#include "geometry/convex_polygon.h"

namespace scree::engine {

using geometry::Vec2;

Container::Container(const geometry::Box& box, bool periodic_x, bool periodic_y)
    : centre_(0.5 * (box.low + box.high)),
      size_(box.high - box.low),
      area_(size_.x * size_.y),
      periodic_x_(periodic_x),
      periodic_y_(periodic_y) {
    if (!periodic_x) {
        sides_.push_back({{-1.0, 0.0}, 0.5 * size_.x});
        sides_.push_back({{1.0, 0.0}, 0.5 * size_.x});
    }
    if (!periodic_y) {
        sides_.push_back({{0.0, -1.0}, 0.5 * size_.y});
        sides_.push_back({{0.0, 1.0}, 0.5 * size_.y});
    }
    find_nearest_side();
}

Container::Container(const std::vector<Vec2>& outline) {
    const geometry::ConvexPolygon polygon(outline);
    Vec2 low = outline.front();
    Vec2 high = outline.front();
    for (const Vec2 p : outline) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    centre_ = 0.5 * (low + high);
    size_ = high - low;
    area_ = polygon.area();
    for (std::size_t k = 0; k < outline.size(); ++k) {
        const Vec2 along = outline[(k + 1) % outline.size()] - outline[k];
        const Vec2 normal = turned_right(along) / length(along);
        sides_.push_back({normal, dot(normal, outline[k] - centre_)});
    }
    find_nearest_side();
}

void Container::scale(double factor) {
    size_ = factor * size_;
    area_ *= factor * factor;
    for (Side& side : sides_) side.distance *= factor;
    nearest_side_ *= factor;
}

void Container::find_nearest_side() {
    nearest_side_ = std::numeric_limits<double>::infinity();
    for (const Side& side : sides_) nearest_side_ = std::min(nearest_side_, side.distance);
}

}  // namespace scree::engine

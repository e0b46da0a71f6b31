#include "render/window/drawing/camera.h"

#include <algorithm>
#include <cmath>

namespace scree::window {
namespace {

/// The share of the frame that stays free on each side of what is fitted into it.
constexpr double margin = 0.02;
/// The limits of the scale, pixels per metre.
constexpr double least_scale = 1e-12;
constexpr double largest_scale = 1e15;

}  // namespace

Box Camera::seen(Vec2 window) const {
    const Vec2 a = to_world({0.0, window.y});
    const Vec2 b = to_world({window.x, 0.0});
    return {a, b};
}

void Camera::fit(const Box& box) {
    if (!is_finite(box.low) || !is_finite(box.high)) return;
    centre_ = 0.5 * (box.low + box.high);
    const Vec2 room = (1.0 - 2.0 * margin) * (frame_.high - frame_.low);
    const double x = room.x / std::max(box.high.x - box.low.x, 1.0 / largest_scale);
    const double y = room.y / std::max(box.high.y - box.low.y, 1.0 / largest_scale);
    scale_ = std::clamp(std::min(x, y), least_scale, largest_scale);
}

void Camera::drag(Vec2 pixels) { centre_ = centre_ - Vec2{pixels.x / scale_, -pixels.y / scale_}; }

void Camera::zoom(double factor, Vec2 pointer) {
    const Vec2 held = to_world(pointer);
    scale_ = std::clamp(scale_ * factor, least_scale, largest_scale);
    centre_ = centre_ + (held - to_world(pointer));
}

}  // namespace scree::window

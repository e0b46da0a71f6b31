#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/frame_facts.h"
#include "engine/live_view.h"
#include "engine/scene.h"
#include "render/window/bodies.h"

namespace scree::window {

/// What is shown, and what follows from it, worked out when it is first asked for.
class Moment {
public:
    Moment(std::unique_ptr<engine::LiveView> view, const Bodies& bodies,
           const engine::Scene& scene);

    const engine::LiveView& view() const { return *view_; }
    const engine::Frame& frame() const { return view_->frame; }
    const Bodies& bodies() const { return bodies_; }
    const engine::Scene& scene() const { return scene_; }
    const engine::Period& period() const { return period_; }
    /// Stress, energies, and the lines of forces. Nothing of a state that is broken.
    const engine::FrameFacts& facts() const;
    /// Where a grain is in the frame, while it is there.
    std::optional<std::size_t> row_of(engine::BodyNumber grain) const;
    /// The grain at a point, the last drawn of several.
    std::optional<engine::BodyNumber> grain_at(Vec2 point) const;
    /// All grains, and what of the walls is near them.
    geometry::Box extent() const;

private:
    std::unique_ptr<engine::LiveView> view_;
    const Bodies& bodies_;
    const engine::Scene& scene_;
    engine::Period period_;
    mutable std::optional<engine::FrameFacts> facts_;
};

/// Calls task(shift) for each place of a periodic domain where a body of this reach is to be seen.
template <class Task>
void for_each_image(const engine::Period& period, Vec2 position, double reach, const Task& task) {
    task(Vec2{});
    if (!period.any()) return;
    const auto sides = [reach](double p, double low, double size) {
        if (!(size > 0.0)) return std::pair{0, 0};
        return std::pair{p + reach > low + size ? -1 : 0, p - reach < low ? 1 : 0};
    };
    const auto [x_low, x_high] = sides(position.x, period.low.x, period.size.x);
    const auto [y_low, y_high] = sides(position.y, period.low.y, period.size.y);
    for (int x = x_low; x <= x_high; ++x)
        for (int y = y_low; y <= y_high; ++y)
            if (x != 0 || y != 0) task(period.shift(engine::Turns{x, y}));
}

}  // namespace scree::window

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/frame/facts.h"
#include "engine/live/view.h"
#include "engine/scene/scene.h"
#include "render/window/bodies.h"
#include "render/window/wall_facts.h"

namespace scree::window {

/// The moment that is shown, and what follows from it, computed when it is first asked for.
class FrameView {
public:
    FrameView(std::unique_ptr<engine::LiveView> view, const Bodies& bodies,
              const engine::Scene& scene);

    const engine::LiveView& view() const { return *view_; }
    const engine::Frame& frame() const { return view_->frame; }
    const Bodies& bodies() const { return bodies_; }
    const engine::Scene& scene() const { return scene_; }
    const engine::Period& period() const { return period_; }
    /// Stress, energies, and the lines of forces. Empty where the state is not finite.
    const engine::FrameFacts& facts() const;
    /// What is known of the walls of the scene.
    const std::vector<WallFacts>& walls() const;
    /// The row of a grain in the frame; none where the grain is not there.
    std::optional<std::size_t> row_of(engine::BodyNumber grain) const;
    /// The grain at a point; of several the one that is drawn last.
    std::optional<engine::BodyNumber> grain_at(Vec2 point) const;
    /// The box of all grains and of the walls near them.
    geometry::Box extent() const;

private:
    std::unique_ptr<engine::LiveView> view_;
    const Bodies& bodies_;
    const engine::Scene& scene_;
    engine::Period period_;
    mutable std::optional<engine::FrameFacts> facts_;
    mutable std::optional<std::vector<WallFacts>> walls_;
};

/// The box around the line from `a` to `b`.
inline geometry::Box box_of(Vec2 a, Vec2 b) {
    return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
}

/// The same for a sheared cell, at all places but the box's own where it reaches into the cell.
template <class Task>
void for_each_image_in_cell(const engine::Period& period, const geometry::Box& box,
                            const Task& task) {
    const Vec2 low = period.low;
    const Vec2 size = period.size;
    const auto upright = [&](double x, double y) {
        return x - period.slope() * (y - low.y) - low.x;
    };
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) {
            const Vec2 shift = period.shift(engine::Turns{x, y});
            const Vec2 from = box.low + shift;
            const Vec2 to = box.high + shift;
            const double left = std::min(upright(from.x, from.y), upright(from.x, to.y));
            const double right = std::max(upright(to.x, from.y), upright(to.x, to.y));
            const bool meets =
                from.y <= low.y + size.y && to.y >= low.y && left <= size.x && right >= 0.0;
            if ((x != 0 || y != 0) && meets) task(shift);
        }
}

/// Calls task(shift) for each place of a periodic domain where the contents of a box are drawn: at
/// its own place, and on the opposite side where the box sticks out of the domain.
template <class Task>
void for_each_image(const engine::Period& period, const geometry::Box& box, const Task& task) {
    task(Vec2{});
    if (!period.any()) return;
    if (period.tilt != 0.0) return for_each_image_in_cell(period, box, task);
    const auto sides = [](double from, double to, double low, double size) {
        if (!(size > 0.0)) return std::pair{0, 0};
        return std::pair{to > low + size ? -1 : 0, from < low ? 1 : 0};
    };
    const auto [x_low, x_high] = sides(box.low.x, box.high.x, period.low.x, period.size.x);
    const auto [y_low, y_high] = sides(box.low.y, box.high.y, period.low.y, period.size.y);
    for (int x = x_low; x <= x_high; ++x)
        for (int y = y_low; y <= y_high; ++y)
            if (x != 0 || y != 0) task(period.shift(engine::Turns{x, y}));
}

/// The same for a body.
template <class Task>
void for_each_image(const engine::Period& period, Vec2 position, double reach, const Task& task) {
    for_each_image(period, {position - Vec2{reach, reach}, position + Vec2{reach, reach}}, task);
}

/// The same for a grain, where it is in the frame.
template <class Task>
void for_each_image_of(const FrameView& frame_view, engine::BodyNumber grain, const Task& task) {
    if (const auto row = frame_view.row_of(grain))
        for_each_image(frame_view.period(), frame_view.frame().grains.position[*row],
                       frame_view.bodies().of(grain).reach, task);
}

/// Calls task(body, row, place) for each place in sight where one of these bodies is drawn.
template <class Task>
void for_each_seen(const FrameView& frame_view, const engine::BodyStates& states,
                   const geometry::Box& seen, const Task& task) {
    for (std::size_t row = 0; row < states.body.size(); ++row) {
        const Body& body = frame_view.bodies().of(states.body[row]);
        for_each_image(frame_view.period(), states.position[row], body.reach, [&](Vec2 shift) {
            const Vec2 at = states.position[row] + shift;
            if (at.x + body.reach > seen.low.x && at.x - body.reach < seen.high.x &&
                at.y + body.reach > seen.low.y && at.y - body.reach < seen.high.y)
                task(body, row, at);
        });
    }
}

}  // namespace scree::window

#include "render/window/frame_view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "engine/scene/surroundings.h"
#include "geometry/transform.h"

namespace scree::window {
namespace {

using geometry::Box;

/// How far walls widen the box of the grains, and up to which size they are shown as a whole; both
/// over the longer side of that box.
constexpr double wall_reach = 0.05;
constexpr double largest_walls = 1.4;

struct Bounds {
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    Box box{{infinity, infinity}, {-infinity, -infinity}};

    void add(Vec2 p) {
        if (!is_finite(p)) return;
        box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
        box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
    }
    bool empty() const { return !(box.low.x <= box.high.x); }
    double longer_side() const { return std::max(box.high.x - box.low.x, box.high.y - box.low.y); }
};

void add(Bounds& bounds, const Body& body, Vec2 position, double angle) {
    if (body.shape.radius > 0.0) {
        bounds.add(position - Vec2{body.reach, body.reach});
        bounds.add(position + Vec2{body.reach, body.reach});
        return;
    }
    const geometry::Transform pose{position, geometry::Rotation::by(angle)};
    for (const Vec2 vertex : body.shape.vertices) bounds.add(apply(pose, vertex));
}

bool holds(const Body& body, const geometry::Transform& pose, Vec2 point) {
    const Vec2 p = apply_inverse(pose, point);
    if (length(p) > body.reach) return false;
    const auto& corners = body.shape.vertices;
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec2 edge = corners[(k + 1) % corners.size()] - corners[k];
        if (cross(edge, p - corners[k]) < 0.0) return false;
    }
    return true;
}

}  // namespace

FrameView::FrameView(std::unique_ptr<engine::LiveView> view, const Bodies& bodies,
                     const engine::Scene& scene)
    : view_(std::move(view)),
      bodies_(bodies),
      scene_(scene),
      period_(view_->frame.cell ? view_->frame.cell->period : scene.domain.period()),
      facts_(std::move(view_->facts)) {}

const engine::FrameFacts& FrameView::facts() const {
    if (facts_) return *facts_;
    try {
        facts_ = engine::facts_of(
            frame(),
            [this](engine::BodyNumber body) -> const engine::BodyShape& {
                return bodies_.of(body).shape;
            },
            engine::surroundings_of(scene_));
    } catch (const std::logic_error&) {  // the state is not finite
        facts_.emplace();
    }
    return *facts_;
}

const std::vector<WallFacts>& FrameView::walls() const {
    if (!walls_) walls_ = facts_of_walls(frame(), scene_);
    return *walls_;
}

std::optional<std::size_t> FrameView::row_of(engine::BodyNumber grain) const {
    const auto& numbers = frame().grains.body;  // in the order of their ids
    const auto at = std::ranges::lower_bound(numbers, grain);
    if (at == numbers.end() || *at != grain) return {};
    return static_cast<std::size_t>(at - numbers.begin());
}

std::optional<engine::BodyNumber> FrameView::grain_at(Vec2 point) const {
    const auto& grains = frame().grains;
    for (std::size_t row = grains.body.size(); row-- > 0;) {
        const Body& body = bodies_.of(grains.body[row]);
        bool found = false;
        for_each_image(period_, grains.position[row], body.reach, [&](Vec2 shift) {
            const Vec2 at = grains.position[row] + shift;
            if (std::abs(at.x - point.x) > body.reach || std::abs(at.y - point.y) > body.reach)
                return;
            found = found || holds(body, {at, geometry::Rotation::by(grains.angle[row])}, point);
        });
        if (found) return grains.body[row];
    }
    return {};
}

Box FrameView::extent() const {
    Bounds walls;
    Bounds all;
    const auto add_all = [this](Bounds& bounds, const engine::BodyStates& states) {
        for (std::size_t k = 0; k < states.body.size(); ++k)
            add(bounds, bodies_.of(states.body[k]), states.position[k], states.angle[k]);
    };
    add_all(walls, frame().walls);
    add_all(all, frame().grains);
    if (all.empty()) all = walls;
    if (all.empty()) return {{0.0, 0.0}, {1.0, 1.0}};
    const double side = all.longer_side();
    const bool whole = !walls.empty() && walls.longer_side() <= largest_walls * side;
    const double room =
        whole ? largest_walls * side : std::max(wall_reach * side, bodies_.usual_diameter());
    const Box near = fattened(all.box, room);
    if (!walls.empty() && overlap(near, walls.box)) {
        all.add({std::max(near.low.x, walls.box.low.x), std::max(near.low.y, walls.box.low.y)});
        all.add({std::min(near.high.x, walls.box.high.x), std::min(near.high.y, walls.box.high.y)});
    }
    if (period_.size.x > 0.0) {
        all.add({period_.low.x, all.box.low.y});
        all.add({period_.low.x + period_.size.x, all.box.low.y});
    }
    if (period_.size.y > 0.0) {
        all.add({all.box.low.x, period_.low.y});
        all.add({all.box.low.x, period_.low.y + period_.size.y});
    }
    if (period_.tilt != 0.0)
        for (const double x : {0.0, period_.size.x})
            all.add(period_.low + Vec2{x + period_.tilt, period_.size.y});
    return fattened(all.box, 0.5 * bodies_.usual_diameter());
}

}  // namespace scree::window

#include "render/window/drawing/trails.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace scree::window {
namespace {

constexpr std::size_t most_points = 4000;
const sf::Color trail_colour(25, 92, 168, 220);

/// Drops every second point of a trail that has become too long.
template <class Trail>
void thin(Trail& trail) {
    bool keep = true;
    std::erase_if(trail, [&](const auto&) { return !std::exchange(keep, !keep); });
}

/// Whether two points are too far apart to be joined: the way between them is not known.
bool is_far(const engine::Period& period, Vec2 way) {
    return (period.size.x > 0.0 && std::abs(way.x) > 0.5 * period.size.x) ||
           (period.size.y > 0.0 && std::abs(way.y) > 0.5 * period.size.y);
}

/// The part of a line that is in the domain, along the directions that are periodic.
std::optional<std::pair<Vec2, Vec2>> within(const engine::Period& period, Vec2 a, Vec2 b) {
    double first = 0.0;
    double last = 1.0;
    const auto cut = [&](double from, double way, double low, double size) {
        if (!(size > 0.0)) return;
        for (const auto& [inside, change] :
             {std::pair{from - low, way}, std::pair{low + size - from, -way}}) {
            if (change > 0.0) first = std::max(first, -inside / change);
            if (change < 0.0) last = std::min(last, -inside / change);
            if (change == 0.0 && inside < 0.0) last = -1.0;
        }
    };
    cut(a.x, b.x - a.x, period.low.x, period.size.x);
    cut(a.y, b.y - a.y, period.low.y, period.size.y);
    if (first > last) return {};
    return std::pair{a + first * (b - a), a + last * (b - a)};
}

}  // namespace

void Trails::update(const FrameView& frame_view, const std::vector<engine::BodyNumber>& grains) {
    std::erase_if(trails_, [&](const auto& entry) {
        return std::ranges::find(grains, entry.first) == grains.end();
    });
    for (const engine::BodyNumber grain : grains) {
        Trail& trail = trails_[grain];
        // Points beyond the furthest step that can be reached belong to a course that the run has
        // left.
        trail.erase(trail.upper_bound(frame_view.view().reached), trail.end());
        if (const auto row = frame_view.row_of(grain))
            trail[frame_view.frame().step] =
                frame_view.frame().grains.position[*row] +
                frame_view.period().shift(frame_view.frame().grains.turns[*row]);
        if (trail.size() > most_points) thin(trail);
    }
}

std::size_t Trails::points(engine::BodyNumber grain) const {
    const auto trail = trails_.find(grain);
    return trail == trails_.end() ? 0 : trail->second.size();
}

/// In a periodic domain a line over the edge is drawn on both sides, each time up to the edge.
void Trails::draw(Mesh& mesh, const FrameView& frame_view, const Camera& camera) const {
    const engine::Period& period = frame_view.period();
    for (const auto& [grain, trail] : trails_) {
        std::optional<Vec2> last;
        for (const auto& [step, position] : trail) {
            if (step > frame_view.frame().step) break;
            if (last && !is_far(period, position - *last)) {
                const Vec2 back = period.shift(period.turns_of(*last));
                const Vec2 a = *last - back;
                const Vec2 b = position - back;
                for_each_image(period, box_of(a, b), [&](Vec2 shift) {
                    if (const auto part = within(period, a + shift, b + shift))
                        mesh.line(camera.to_pixels(part->first), camera.to_pixels(part->second),
                                  2.0, trail_colour);
                });
            }
            last = position;
        }
    }
}

}  // namespace scree::window

#include "render/window/trails.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace scree::window {
namespace {

constexpr std::size_t most_points = 4000;
const sf::Color trail_colour(25, 92, 168, 220);

/// Every second point of a trail that has become too long.
template <class Trail>
void thin(Trail& trail) {
    bool keep = true;
    std::erase_if(trail, [&](const auto&) { return !std::exchange(keep, !keep); });
}

}  // namespace

void Trails::update(const Moment& moment, const std::vector<engine::BodyNumber>& grains) {
    std::erase_if(trails_, [&](const auto& entry) {
        return std::ranges::find(grains, entry.first) == grains.end();
    });
    for (const engine::BodyNumber grain : grains) {
        Trail& trail = trails_[grain];
        // What lies ahead of where the run has come was another run.
        trail.erase(trail.upper_bound(moment.view().reached), trail.end());
        if (const auto row = moment.row_of(grain))
            trail[moment.frame().step] = moment.frame().grains.position[*row];
        if (trail.size() > most_points) thin(trail);
    }
}

std::size_t Trails::points(engine::BodyNumber grain) const {
    const auto trail = trails_.find(grain);
    return trail == trails_.end() ? 0 : trail->second.size();
}

void Trails::draw(Mesh& mesh, const Moment& moment, const Camera& camera) const {
    const Vec2 size = moment.period().size;
    const auto jumps = [&](Vec2 way) {
        return (size.x > 0.0 && std::abs(way.x) > 0.5 * size.x) ||
               (size.y > 0.0 && std::abs(way.y) > 0.5 * size.y);
    };
    for (const auto& [grain, trail] : trails_) {
        if (trail.empty()) continue;
        Vec2 last = trail.begin()->second;
        for (const auto& [step, position] : trail) {
            if (step > moment.frame().step) break;
            if (!jumps(position - last))
                mesh.line(camera.to_pixels(last), camera.to_pixels(position), 2.0, trail_colour);
            last = position;
        }
    }
}

}  // namespace scree::window

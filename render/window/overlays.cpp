#include "render/window/overlays.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "render/colouring.h"
#include "render/window/grain_layer.h"
#include "render/window/pair_geometry.h"

namespace scree::window {
namespace {

/// Thinner lines are not seen, pixels.
constexpr double thinnest_line = 0.35;
constexpr double shortest_arrow = 3.0;
/// Chords are looked for in contacts of grains of so many pixels, points shown from so many on.
constexpr double smallest_with_chord = 12.0;
constexpr double smallest_with_point = 4.0;
constexpr double smallest_boxed = 5.0;

const sf::Color point_colour(156, 22, 26, 255);
const sf::Color chord_colour(25, 92, 168, 255);
const sf::Color velocity_colour(20, 60, 110, 230);
const sf::Color box_colour(40, 110, 60, 200);

bool is_near(const Box& seen, Vec2 p, double reach) {
    return p.x > seen.low.x - reach && p.x < seen.high.x + reach && p.y > seen.low.y - reach &&
           p.y < seen.high.y + reach;
}

}  // namespace

render::Colour chain_colour(double share) {
    return render::mixed(render::colour(0xf0a35c), render::palette::chain,
                         std::clamp(share, 0.0, 1.0));
}

void Overlays::update(const Moment& moment, const Look& look) {
    if (look.shows(Overlay::chains)) {
        std::vector<double> forces;
        for (const Vec2 force : moment.frame().contacts.force)
            if (force != Vec2{} && is_finite(force)) forces.push_back(length(force));
        force_.update(forces.empty() ? 0.0 : render::quantile(forces, render::within_range));
    }
    if (look.shows(Overlay::velocities)) {
        std::vector<double> speeds;
        for (const Vec2 v : moment.frame().grains.velocity)
            if (is_finite(v)) speeds.push_back(length(v));
        speed_.update(speeds.empty() ? 0.0 : render::quantile(speeds, render::within_range));
    }
}

void Overlays::build(const Moment& moment, const Camera& camera, Vec2 window, const Look& look) {
    mesh_.clear();
    const Box seen = camera.seen(window);
    const double grain = camera.scale() * moment.bodies().usual_diameter();
    largest_width_ = std::clamp(0.45 * grain, 2.0, 14.0);
    longest_arrow_ = std::clamp(2.0 * grain, 16.0, 60.0);
    if (look.shows(Overlay::boxes)) add_boxes(moment, camera, seen);
    if (look.shows(Overlay::chains)) add_chains(moment, camera, seen);
    if (look.shows(Overlay::contacts)) add_contacts(moment, camera, seen);
    if (look.shows(Overlay::velocities)) add_velocities(moment, camera, seen);
}

void Overlays::add_chains(const Moment& moment, const Camera& camera, const Box& seen) {
    const auto& contacts = moment.facts().contacts;
    const auto& forces = moment.frame().contacts.force;
    if (contacts.empty() || !(force_.value() > 0.0)) return;
    std::vector<std::size_t> order(contacts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // The strong ones on top.
    std::ranges::sort(order, {}, [&](std::size_t k) { return dot(forces[k], forces[k]); });
    const double reach = 2.0 * moment.bodies().usual_diameter();
    for (const std::size_t k : order) {
        const double share = length(forces[k]) / force_.value();
        const double width = largest_width_ * std::min(share, 1.5);
        if (width < thinnest_line || !is_near(seen, contacts[k].from, reach)) continue;
        mesh_.line(camera.to_pixels(contacts[k].from), camera.to_pixels(contacts[k].to), width,
                   sf_colour(chain_colour(share), 0.9));
    }
}

void Overlays::add_contacts(const Moment& moment, const Camera& camera, const Box& seen) {
    const auto& contacts = moment.frame().contacts;
    const double across = camera.scale() * moment.bodies().usual_diameter();
    if (across < smallest_with_point) return;
    const double dot_size = std::clamp(0.1 * across, 1.5, 4.0);
    for (std::size_t k = 0; k < contacts.pair.size(); ++k) {
        if (!is_near(seen, contacts.point[k], 0.0)) continue;
        const Vec2 point = camera.to_pixels(contacts.point[k]);
        if (across >= smallest_with_chord) {
            const auto [a, b] = contacts.pair[k];
            const PairGeometry pair = look_at_pair(moment, a, b, contacts.image[k]);
            if (const auto* overlap = std::get_if<geometry::Overlap>(&pair.proximity)) {
                const Vec2 middle = pair.pose_a.position + overlap->midpoint;
                const Vec2 half = 0.5 * overlap->chord * turned_left(overlap->normal);
                mesh_.line(camera.to_pixels(middle - half), camera.to_pixels(middle + half), 2.0,
                           chord_colour);
            }
        }
        mesh_.disc(point, dot_size, point_colour);
    }
}

void Overlays::add_velocities(const Moment& moment, const Camera& camera, const Box& seen) {
    const auto& grains = moment.frame().grains;
    if (!(speed_.value() > 0.0)) return;
    for (std::size_t k = 0; k < grains.body.size(); ++k) {
        const Vec2 v = std::min(longest_arrow_ / speed_.value(), 1e12) * grains.velocity[k];
        if (!is_near(seen, grains.position[k], 0.0) || !(length(v) >= shortest_arrow)) continue;
        const Vec2 from = camera.to_pixels(grains.position[k]);
        mesh_.arrow(from, from + Vec2{v.x, -v.y}, 1.8, velocity_colour);
    }
}

void Overlays::add_boxes(const Moment& moment, const Camera& camera, const Box& seen) {
    const auto& grains = moment.frame().grains;
    std::vector<Vec2> corners;
    for (std::size_t k = 0; k < grains.body.size(); ++k) {
        const Body& body = moment.bodies().of(grains.body[k]);
        if (!is_near(seen, grains.position[k], body.reach) ||
            2.0 * camera.scale() * body.reach < smallest_boxed)
            continue;
        const Vec2 at = camera.to_pixels(grains.position[k]);
        const double radius = camera.scale() * body.shape.radius;
        Vec2 low = at - Vec2{radius, radius};
        Vec2 high = at + Vec2{radius, radius};
        corners_in_pixels(body, at, grains.angle[k], camera.scale(), body.shape.vertices.size(),
                          corners);
        for (const Vec2 c : corners) {
            low = {std::min(low.x, c.x), std::min(low.y, c.y)};
            high = {std::max(high.x, c.x), std::max(high.y, c.y)};
        }
        mesh_.outline(std::array{low, Vec2{high.x, low.y}, high, Vec2{low.x, high.y}}, 1.0,
                      box_colour);
    }
}

}  // namespace scree::window

#include "render/window/overlays.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "render/colouring.h"
#include "render/window/colour_scale.h"
#include "render/window/feature_overlay.h"
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
constexpr double smallest_cell = 6.0;

const sf::Color point_colour(156, 22, 26, 255);
const sf::Color chord_colour(25, 92, 168, 255);
const sf::Color velocity_colour(20, 60, 110, 230);
const sf::Color box_colour(40, 110, 60, 200);
const sf::Color begin_colour(25, 92, 168, 200);
const sf::Color end_colour(200, 110, 0, 200);
const sf::Color held_colour(25, 92, 168, 60);
const sf::Color pressed_colour(120, 16, 20, 235);
const sf::Color pulled_colour(20, 80, 160, 235);
constexpr double smallest_crossed = 5.0;

/// The principal stresses, and the direction of the first.
struct Principal {
    std::array<double, 2> values{};
    Vec2 direction;
};

Principal principal(const engine::Stress& stress) {
    const double xy = 0.5 * (stress.xy + stress.yx);  // moments are balanced but for the spin
    const double half = 0.5 * (stress.xx - stress.yy);
    const double radius = std::hypot(half, xy);
    const double angle = 0.5 * std::atan2(xy, half);
    return {{stress.pressure() + radius, stress.pressure() - radius},
            {std::cos(angle), std::sin(angle)}};
}

double largest_of(const Principal& p) {
    return std::max(std::abs(p.values[0]), std::abs(p.values[1]));
}

/// The box of a grain on the screen.
Box box_in_pixels(const Moment& moment, const Camera& camera, std::size_t row,
                  std::vector<Vec2>& corners) {
    const auto& grains = moment.frame().grains;
    const Body& body = moment.bodies().of(grains.body[row]);
    const Vec2 at = camera.to_pixels(grains.position[row]);
    const double radius = camera.scale() * body.shape.radius;
    Box box{at - Vec2{radius, radius}, at + Vec2{radius, radius}};
    corners_in_pixels(body, at, grains.angle[row], camera.scale(), body.shape.vertices.size(),
                      corners);
    for (const Vec2 c : corners) {
        box.low = {std::min(box.low.x, c.x), std::min(box.low.y, c.y)};
        box.high = {std::max(box.high.x, c.x), std::max(box.high.y, c.y)};
    }
    return box;
}

bool is_near(const Box& seen, Vec2 p, double reach) {
    return p.x > seen.low.x - reach && p.x < seen.high.x + reach && p.y > seen.low.y - reach &&
           p.y < seen.high.y + reach;
}

/// Whether a line may be seen, by the box around it.
bool is_near(const Box& seen, Vec2 a, Vec2 b, double reach) {
    return std::max(a.x, b.x) > seen.low.x - reach && std::min(a.x, b.x) < seen.high.x + reach &&
           std::max(a.y, b.y) > seen.low.y - reach && std::min(a.y, b.y) < seen.high.y + reach;
}

}  // namespace

render::Colour chain_colour(double share) {
    return render::mixed(render::colour(0xf0a35c), render::palette::chain,
                         std::clamp(share, 0.0, 1.0));
}

void Overlays::update(const Moment& moment, const Look& look) {
    trails_.update(moment, look.tracked);
    // The value that nearly all of some stay below.
    const auto usual_most = [](std::vector<double> values) {
        std::erase_if(values, [](double v) { return !(v > 0.0) || !std::isfinite(v); });
        return values.empty() ? 0.0 : render::quantile(values, render::within_range);
    };
    const engine::BroadPhaseKind kind = moment.scene().broad_phase.kind;
    if (look.shows(Overlay::axes) && has_cells(kind) && cells_.empty())
        cells_ = kind == engine::BroadPhaseKind::hgrid ? cells_of(moment.scene())
                                                       : std::vector{0.0};  // as the largest grain
    std::vector<double> values;
    if (look.shows(Overlay::chains)) {
        for (const Vec2 force : moment.frame().contacts.force) values.push_back(length(force));
        force_.update(usual_most(std::exchange(values, {})));
    }
    if (look.shows(Overlay::velocities)) {
        for (const Vec2 v : moment.frame().grains.velocity) values.push_back(length(v));
        speed_.update(usual_most(std::exchange(values, {})));
    }
    if (look.shows(Overlay::stress)) {
        for (const auto& grain : moment.facts().grains)
            values.push_back(largest_of(principal(grain.stress)));
        stress_.update(usual_most(std::move(values)));
    }
}

void Overlays::build(const Moment& moment, const Camera& camera, Vec2 window, const Look& look) {
    mesh_.clear();
    const Box seen = camera.seen(window);
    const double grain = camera.scale() * moment.bodies().usual_diameter();
    largest_width_ = std::clamp(0.45 * grain, 2.0, 14.0);
    longest_arrow_ = std::clamp(2.0 * grain, 16.0, 60.0);
    longest_cross_ = std::max(grain, 8.0);
    if (look.shows(Overlay::boxes)) add_boxes(moment, camera, seen);
    if (look.shows(Overlay::chains)) add_chains(moment, camera, seen);
    if (look.shows(Overlay::contacts)) add_contacts(moment, camera, seen);
    if (look.shows(Overlay::velocities)) add_velocities(moment, camera, seen);
    if (look.shows(Overlay::stress)) add_stress(moment, camera, seen);
    if (look.shows(Overlay::trails)) trails_.draw(mesh_, moment, camera);
    if (look.shows(Overlay::axes)) {
        if (cells_.empty())
            add_axes(moment, camera, seen, look.picked);
        else
            add_cells(moment, camera, look.picked);
    }
    if (look.shows(Overlay::features) && look.picked)
        add_features(mesh_, moment, camera, *look.picked);
}

void Overlays::add_chains(const Moment& moment, const Camera& camera, const Box& seen) {
    const auto& contacts = moment.facts().contacts;
    const auto& forces = moment.frame().contacts.force;
    if (contacts.empty() || !(force_.value() > 0.0)) return;
    std::vector<std::size_t> order(contacts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // The strong ones on top.
    std::ranges::sort(order, {}, [&](std::size_t k) { return dot(forces[k], forces[k]); });
    const double reach = largest_width_ / camera.scale();
    for (const std::size_t k : order) {
        const double share = length(forces[k]) / force_.value();
        const double width = largest_width_ * std::min(share, 1.5);
        const Vec2 from = contacts[k].from;
        const Vec2 to = contacts[k].to;
        if (width < thinnest_line || !is_near(seen, from, to, reach)) continue;
        mesh_.line(camera.to_pixels(from), camera.to_pixels(to), width,
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
        mesh_.dot(point, dot_size, point_colour);
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
        const auto [low, high] = box_in_pixels(moment, camera, k, corners);
        mesh_.outline(std::array{low, Vec2{high.x, low.y}, high, Vec2{low.x, high.y}}, 1.0,
                      box_colour);
    }
}

/// As the sweep sees them: where boxes begin and end along x, at the bottom, and y, on the left.
void Overlays::add_axes(const Moment& moment, const Camera& camera, const Box& seen,
                        std::optional<engine::BodyNumber> picked) {
    const auto& [corner, opposite] = camera.frame();
    const double bottom = opposite.y - 4.0;
    const double left = corner.x + 4.0;
    const auto& grains = moment.frame().grains;
    std::vector<Vec2> corners;
    const auto tick_x = [&](double x, double length, sf::Color colour) {
        mesh_.line({x, bottom}, {x, bottom - length}, 1.2, colour);
    };
    const auto tick_y = [&](double y, double length, sf::Color colour) {
        mesh_.line({left, y}, {left + length, y}, 1.2, colour);
    };
    for (std::size_t k = 0; k < grains.body.size(); ++k) {
        if (!is_near(seen, grains.position[k], 0.0)) continue;
        const auto [low, high] = box_in_pixels(moment, camera, k, corners);
        tick_x(low.x, 14.0, begin_colour);
        tick_x(high.x, 8.0, end_colour);
        tick_y(high.y, 14.0, begin_colour);  // y grows upwards
        tick_y(low.y, 8.0, end_colour);
        if (picked != grains.body[k]) continue;
        mesh_.convex(std::array{Vec2{low.x, high.y}, Vec2{high.x, high.y}, Vec2{high.x, bottom},
                                Vec2{low.x, bottom}},
                     held_colour);
        mesh_.convex(std::array{Vec2{left, low.y}, Vec2{low.x, low.y}, Vec2{low.x, high.y},
                                Vec2{left, high.y}},
                     held_colour);
        mesh_.outline(std::array{low, Vec2{high.x, low.y}, high, Vec2{low.x, high.y}}, 1.5,
                      begin_colour);
    }
    mesh_.line({left, bottom}, {opposite.x, bottom}, 1.0, box_colour);
    mesh_.line({left, bottom}, {left, corner.y}, 1.0, box_colour);
}

/// As the grid lays them out: from the lowest corner of all boxes on, and those of the last level
/// as wide as the widest box, at least.
void Overlays::add_cells(const Moment& moment, const Camera& camera,
                         std::optional<engine::BodyNumber> picked) {
    const auto& grains = moment.frame().grains;
    if (grains.body.empty()) return;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Box grid{{infinity, infinity}, {-infinity, -infinity}};
    std::optional<Box> held;
    double widest = 0.0;
    std::vector<Vec2> corners;
    const auto width_of = [](const Box& box) {
        return std::max(box.high.x - box.low.x, box.high.y - box.low.y);
    };
    for (std::size_t k = 0; k < grains.body.size(); ++k) {
        const Box box = box_in_pixels(moment, camera, k, corners);
        grid.low = {std::min(grid.low.x, box.low.x), std::min(grid.low.y, box.low.y)};
        grid.high = {std::max(grid.high.x, box.high.x), std::max(grid.high.y, box.high.y)};
        widest = std::max(widest, width_of(box));
        if (picked == grains.body[k]) held = box;
    }
    const engine::Period& period = moment.period();
    const Vec2 first = camera.to_pixels(period.low);
    const Vec2 last = camera.to_pixels(period.low + period.size);
    if (period.size.x > 0.0) grid.low.x = first.x, grid.high.x = last.x;
    if (period.size.y > 0.0) grid.low.y = last.y, grid.high.y = first.y;  // y grows upwards
    bool is_placed = !held;
    for (std::size_t h = 0; h < cells_.size(); ++h) {
        const bool is_last = h + 1 == cells_.size();
        const double size = std::max(cells_[h] * camera.scale(), is_last ? widest : 0.0);
        if (!is_placed && (is_last || width_of(*held) <= size)) {
            is_placed = true;
            const Vec2 centre = 0.5 * (held->low + held->high);
            const double left = grid.low.x + size * std::floor((centre.x - grid.low.x) / size);
            const double bottom = grid.high.y - size * std::floor((grid.high.y - centre.y) / size);
            if (std::isfinite(size))
                mesh_.convex(std::array{Vec2{left, bottom - size}, Vec2{left + size, bottom - size},
                                        Vec2{left + size, bottom}, Vec2{left, bottom}},
                             held_colour);
        }
        add_level(size, grid, camera.frame());
    }
}

/// The lines between cells, as far as there are grains and they are in sight.
void Overlays::add_level(double size, const Box& grid, const Box& frame) {
    if (!(size >= smallest_cell) || !std::isfinite(size)) return;
    const double columns = std::ceil((grid.high.x - grid.low.x) / size);
    const double rows = std::ceil((grid.high.y - grid.low.y) / size);
    const double left = std::max(grid.low.x, frame.low.x);
    const double right = std::min(grid.low.x + columns * size, frame.high.x);
    const double top = std::max(grid.high.y - rows * size, frame.low.y);
    const double bottom = std::min(grid.high.y, frame.high.y);
    if (left > right || top > bottom) return;
    for (double k = std::ceil((left - grid.low.x) / size);
         k <= columns && grid.low.x + k * size <= frame.high.x; ++k)
        mesh_.line({grid.low.x + k * size, top}, {grid.low.x + k * size, bottom}, 1.2,
                   begin_colour);
    for (double k = std::ceil((grid.high.y - bottom) / size);
         k <= rows && grid.high.y - k * size >= frame.low.y; ++k)
        mesh_.line({left, grid.high.y - k * size}, {right, grid.high.y - k * size}, 1.2,
                   begin_colour);
}

/// A cross along the principal axes: red where the grain is pressed, blue where it is pulled.
void Overlays::add_stress(const Moment& moment, const Camera& camera, const Box& seen) {
    const auto& grains = moment.frame().grains;
    const auto& facts = moment.facts().grains;
    if (!(stress_.value() > 0.0) || facts.empty()) return;
    for (std::size_t k = 0; k < grains.body.size(); ++k) {
        const double across = camera.scale() * moment.bodies().of(grains.body[k]).diameter;
        if (!is_near(seen, grains.position[k], 0.0) || across < smallest_crossed) continue;
        const Principal p = principal(facts[k].stress);
        const Vec2 at = camera.to_pixels(grains.position[k]);
        Vec2 direction{p.direction.x, -p.direction.y};
        for (const double value : p.values) {
            const double share = std::min(std::abs(value) / stress_.value(), 1.5);
            const Vec2 half = 0.5 * share * longest_cross_ * direction;
            if (length(half) > 1.0)
                mesh_.line(at - half, at + half, std::clamp(0.12 * across, 1.2, 3.0),
                           value > 0.0 ? pressed_colour : pulled_colour);
            direction = turned_left(direction);
        }
    }
}

}  // namespace scree::window

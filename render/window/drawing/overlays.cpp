#include "render/window/drawing/overlays.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/base/quantile.h"
#include "render/colouring.h"
#include "render/window/drawing/broad_phase_overlay.h"
#include "render/window/drawing/feature_overlay.h"
#include "render/window/drawing/grain_layer.h"
#include "render/window/drawing/pair_geometry.h"

namespace scree::window {
namespace {

/// Thinner lines are not drawn, because nobody sees them, pixels.
constexpr double thinnest_line = 0.35;
/// Shorter lines need no smooth borders, pixels.
constexpr double shortest_smooth = 6.0;
constexpr double shortest_arrow = 3.0;
/// The pixels across a usual grain from which chords and points of contacts are drawn.
constexpr double smallest_with_chord = 12.0;
constexpr double smallest_with_point = 4.0;
constexpr double smallest_boxed = 5.0;

const sf::Color point_colour(156, 22, 26, 255);
const sf::Color chord_colour(25, 92, 168, 255);
const sf::Color velocity_colour(20, 60, 110, 230);
const sf::Color box_colour(40, 110, 60, 200);
const sf::Color pressed_colour(120, 16, 20, 235);
const sf::Color pulled_colour(20, 80, 160, 235);
constexpr double smallest_crossed = 5.0;

/// The principal stresses, and the direction of the first.
struct Principal {
    std::array<double, 2> values{};
    Vec2 direction;
};

Principal principal(const engine::Stress& stress) {
    // The shear components xy and yx differ only while the spin changes.
    const double xy = 0.5 * (stress.xy + stress.yx);
    const double half = 0.5 * (stress.xx - stress.yy);
    const double radius = std::hypot(half, xy);
    const double angle = 0.5 * std::atan2(xy, half);
    return {{stress.pressure() + radius, stress.pressure() - radius},
            {std::cos(angle), std::sin(angle)}};
}

double largest_of(const Principal& p) {
    return std::max(std::abs(p.values[0]), std::abs(p.values[1]));
}

bool is_near(const Box& seen, const Box& box, double reach) {
    return overlap(seen, geometry::fattened(box, reach));
}

/// Calls task(shift) for each place where a contact is drawn, which are the places of its grains.
template <class Task>
void for_each_image_of_contact(const FrameView& frame_view, std::size_t contact, const Task& task) {
    const engine::Period& period = frame_view.period();
    // Both grains are near the point of contact.
    double reach = 0.0;
    for (const engine::BodyNumber body : frame_view.frame().contacts.pair[contact])
        if (body >= 0) reach = std::max(reach, frame_view.bodies().of(body).reach);
    bool is_near_edge = false;
    for_each_image(period, frame_view.frame().contacts.point[contact], 2.0 * reach,
                   [&](Vec2 shift) { is_near_edge = is_near_edge || shift != Vec2{}; });
    if (!is_near_edge) return task(Vec2{});
    std::vector<Vec2> shifts;
    for (const std::size_t side : {0u, 1u}) {
        const engine::BodyNumber body = frame_view.frame().contacts.pair[contact][side];
        if (body < 0) continue;  // a wall
        // The contact is with the image of the second grain that is so many periods further on.
        const Vec2 met =
            side == 1 ? period.shift(frame_view.frame().contacts.image[contact]) : Vec2{};
        for_each_image_of(frame_view, body, [&](Vec2 shift) {
            if (std::ranges::find(shifts, shift - met) == shifts.end())
                shifts.push_back(shift - met);
        });
    }
    for (const Vec2 shift : shifts) task(shift);
}

}  // namespace

render::Colour chain_colour(double share) {
    return render::mixed(render::colour(0xf0a35c), render::palette::chain,
                         std::clamp(share, 0.0, 1.0));
}

void Overlays::update(const FrameView& frame_view, const Look& look) {
    trails_.update(frame_view, look.tracked);
    // Returns the value that nearly all of the values stay below.
    const auto usual_most = [](std::vector<double> values) {
        std::erase_if(values, [](double v) { return !(v > 0.0) || !std::isfinite(v); });
        return values.empty() ? 0.0 : engine::quantile(values, render::within_range);
    };
    std::vector<double> values;
    if (look.shows(Overlay::chains)) {
        for (const Vec2 force : frame_view.frame().contacts.force) values.push_back(length(force));
        force_.update(usual_most(std::exchange(values, {})));
    }
    if (look.shows(Overlay::velocities)) {
        for (const Vec2 v : frame_view.frame().grains.velocity) values.push_back(length(v));
        speed_.update(usual_most(std::exchange(values, {})));
    }
    if (look.shows(Overlay::stress)) {
        for (const auto& grain : frame_view.facts().grains)
            values.push_back(largest_of(principal(grain.stress)));
        stress_.update(usual_most(std::move(values)));
    }
}

void Overlays::build(const FrameView& frame_view, const Camera& camera, Vec2 window,
                     const Look& look) {
    mesh_.clear();
    const Box seen = camera.seen(window);
    const double grain = camera.scale() * frame_view.bodies().usual_diameter();
    largest_width_ = std::clamp(0.45 * grain, 2.0, 14.0);
    longest_arrow_ = std::clamp(2.0 * grain, 16.0, 60.0);
    longest_cross_ = std::max(grain, 8.0);
    if (look.shows(Overlay::boxes)) add_boxes(frame_view, camera, seen);
    if (look.shows(Overlay::chains)) add_chains(frame_view, camera, seen);
    if (look.shows(Overlay::contacts)) add_contacts(frame_view, camera, seen);
    if (look.shows(Overlay::velocities)) add_velocities(frame_view, camera, seen);
    if (look.shows(Overlay::stress)) add_stress(frame_view, camera, seen);
    if (look.shows(Overlay::trails)) trails_.draw(mesh_, frame_view, camera);
    if (look.shows(Overlay::axes)) add_broad_phase(mesh_, frame_view, camera, seen, look.picked);
    if (look.shows(Overlay::features) && look.picked)
        for_each_image_of(frame_view, *look.picked, [&](Vec2 shift) {
            Camera there = camera;
            there.look_at(camera.centre() - shift);
            add_features(mesh_, frame_view, there, *look.picked);
        });
}

void Overlays::add_chains(const FrameView& frame_view, const Camera& camera, const Box& seen) {
    const auto& contacts = frame_view.facts().contacts;
    const auto& forces = frame_view.frame().contacts.force;
    if (contacts.empty() || !(force_.value() > 0.0)) return;
    struct Line {
        double width;  ///< pixels
        std::size_t contact;
    };
    std::vector<Line> lines;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const double width = largest_width_ * std::min(length(forces[k]) / force_.value(), 1.5);
        if (width >= thinnest_line) lines.push_back({width, k});
    }
    std::ranges::sort(lines, {}, &Line::width);  // strong forces are drawn on top
    const double reach = largest_width_ / camera.scale();
    for (const Line& line : lines) {
        const engine::ContactFacts& contact = contacts[line.contact];
        const Box box = box_of(contact.from, contact.to);
        const bool is_short = length(contact.to - contact.from) * camera.scale() < shortest_smooth;
        const sf::Color colour = sf_colour(chain_colour(line.width / largest_width_), 0.9);
        for_each_image(frame_view.period(), box, [&](Vec2 shift) {
            if (!is_near(seen, {box.low + shift, box.high + shift}, reach)) return;
            const Vec2 from = camera.to_pixels(contact.from + shift);
            const Vec2 to = camera.to_pixels(contact.to + shift);
            if (is_short)
                mesh_.stroke(from, to, line.width, colour);
            else
                mesh_.line(from, to, line.width, colour);
        });
    }
}

void Overlays::add_contacts(const FrameView& frame_view, const Camera& camera, const Box& seen) {
    const auto& contacts = frame_view.frame().contacts;
    const double across = camera.scale() * frame_view.bodies().usual_diameter();
    if (across < smallest_with_point) return;
    const double dot_size = std::clamp(0.1 * across, 1.5, 4.0);
    for (std::size_t k = 0; k < contacts.pair.size(); ++k)
        for_each_image_of_contact(frame_view, k, [&](Vec2 shift) {
            const Vec2 point = contacts.point[k] + shift;
            if (!is_near(seen, {point, point}, 0.0)) return;
            if (across >= smallest_with_chord) add_chord(frame_view, camera, k, shift);
            mesh_.dot(camera.to_pixels(point), dot_size, point_colour);
        });
}

void Overlays::add_chord(const FrameView& frame_view, const Camera& camera, std::size_t contact,
                         Vec2 shift) {
    const auto& contacts = frame_view.frame().contacts;
    const auto [a, b] = contacts.pair[contact];
    const PairGeometry pair = look_at_pair(frame_view, a, b, contacts.image[contact]);
    const auto* overlap = std::get_if<geometry::Overlap>(&pair.proximity);
    if (overlap == nullptr) return;
    const Vec2 middle = pair.pose_a.position + overlap->midpoint + shift;
    const Vec2 half = 0.5 * overlap->chord * turned_left(overlap->normal);
    mesh_.line(camera.to_pixels(middle - half), camera.to_pixels(middle + half), 2.0, chord_colour);
}

void Overlays::add_velocities(const FrameView& frame_view, const Camera& camera, const Box& seen) {
    const auto& grains = frame_view.frame().grains;
    if (!(speed_.value() > 0.0)) return;
    const double length_of_speed = std::min(longest_arrow_ / speed_.value(), 1e12);
    for_each_seen(frame_view, grains, seen, [&](const Body&, std::size_t row, Vec2 at) {
        const Vec2 v = length_of_speed * grains.velocity[row];
        if (!(length(v) >= shortest_arrow)) return;
        const Vec2 from = camera.to_pixels(at);
        mesh_.arrow(from, from + Vec2{v.x, -v.y}, 1.8, velocity_colour);
    });
}

void Overlays::add_boxes(const FrameView& frame_view, const Camera& camera, const Box& seen) {
    const auto& grains = frame_view.frame().grains;
    std::vector<Vec2> corners;
    for_each_seen(frame_view, grains, seen, [&](const Body& body, std::size_t row, Vec2 at) {
        if (2.0 * camera.scale() * body.reach < smallest_boxed) return;
        const auto [low, high] = box_in_pixels(body, camera, at, grains.angle[row], corners);
        mesh_.outline(std::array{low, Vec2{high.x, low.y}, high, Vec2{low.x, high.y}}, 1.0,
                      box_colour);
    });
}

/// Draws a cross along the principal axes of the stress: red where the grain is pressed, blue where
/// it is pulled.
void Overlays::add_stress(const FrameView& frame_view, const Camera& camera, const Box& seen) {
    const auto& grains = frame_view.frame().grains;
    const auto& facts = frame_view.facts().grains;
    if (!(stress_.value() > 0.0) || facts.empty()) return;
    for_each_seen(frame_view, grains, seen, [&](const Body& body, std::size_t row, Vec2 place) {
        const double across = camera.scale() * body.diameter;
        if (across < smallest_crossed) return;
        const Principal p = principal(facts[row].stress);
        const Vec2 at = camera.to_pixels(place);
        Vec2 direction{p.direction.x, -p.direction.y};
        for (const double value : p.values) {
            const double share = std::min(std::abs(value) / stress_.value(), 1.5);
            const Vec2 half = 0.5 * share * longest_cross_ * direction;
            if (length(half) > 1.0)
                mesh_.line(at - half, at + half, std::clamp(0.12 * across, 1.2, 3.0),
                           value > 0.0 ? pressed_colour : pulled_colour);
            direction = turned_left(direction);
        }
    });
}

}  // namespace scree::window

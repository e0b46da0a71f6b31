// Periodic domains: where bodies are put back, and what that means for their contacts.

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "engine/base/spec_error.h"
#include "engine/dynamics/simulation.h"

namespace scree::engine {

Vec2 Simulation::raw_position(std::size_t grain) const {
    return {x_.derivative(0)[grain], y_.derivative(0)[grain]};
}

Vec2 Simulation::position(std::size_t grain) const {
    return settings_.period.wrapped(raw_position(grain));
}

Vec2 Simulation::unwrapped_position(std::size_t grain) const {
    return raw_position(grain) + settings_.period.shift(turns_[static_cast<Body>(grain)]);
}

Turns Simulation::turns(std::size_t grain) const {
    return turns_[static_cast<Body>(grain)] + settings_.period.turns_of(raw_position(grain));
}

void Simulation::check_size(const geometry::Shape& shape) const {
    const Vec2 size = settings_.period.size;
    const double least = least_period * 2.0 * geometry::radius(shape);
    for (const auto& [name, length] : {std::pair{"x", size.x}, std::pair{"y", size.y}})
        if (length > 0.0 && length < least)
            throw std::invalid_argument("a grain is " + number_text(2.0 * geometry::radius(shape)) +
                                        " m across, and the domain is periodic in " + name +
                                        " and only " + number_text(length) +
                                        " m long there: it must be at least " + number_text(least) +
                                        " m, or the grain could meet another on both sides");
}

/// So thick that two boxes still cannot meet in two images.
double Simulation::thickest_skin() const {
    double thickest = std::numeric_limits<double>::infinity();
    for (const double size : {settings_.period.size.x, settings_.period.size.y})
        if (size > 0.0) thickest = std::min(thickest, 0.49 * (0.5 * size - 2.0 * largest_radius_));
    return thickest;
}

geometry::Box Simulation::snapped(const geometry::Box& box) const {
    const auto& [x, y] = box_axes_;
    return {{x.snapped_low(box.low.x), y.snapped_low(box.low.y)},
            {x.snapped_high(box.high.x), y.snapped_high(box.high.y)}};
}

void Simulation::check_reach(Body body) const {
    if (settings_.period.is_in_reach(kinematics_[body].pose.position)) return;
    if (is_wall(body))
        throw Breakdown("at t = " + std::to_string(time()) + " s wall " +
                            std::to_string(wall_of(body)) +
                            " has gone around a periodic domain too often",
                        0);
    throw Breakdown("at t = " + std::to_string(time()) + " s grain " + std::to_string(ids_[body]) +
                        " goes around a periodic domain too fast: take a smaller time step",
                    ids_[body]);
}

/// Bodies that have left the domain are put back, and the images of their contacts changed so that
/// nothing has moved for these. Only when pairs are sought: boxes and pairs belong together.
void Simulation::wrap_bodies() {
    const Period& period = settings_.period;
    if (!period.any()) return;
    bool any = false;
    for_each_body([&](Body body) {
        check_reach(body);
        Vec2& place = kinematics_[body].pose.position;
        const Turns turns = period.turns_of(place);
        turned_[body] = turns;
        if (turns == Turns{}) return;
        any = true;
        place -= period.shift(turns);
        turns_[body] = turns_[body] + turns;
        if (is_wall(body)) return;
        x_.derivative(0)[body] = place.x;
        y_.derivative(0)[body] = place.y;
    });
    if (!any) return;
    for (Contact& contact : contacts_)
        contact.image = turned(contact.image, turned_[contact.pair.i], turned_[contact.pair.j]);
}

}  // namespace scree::engine

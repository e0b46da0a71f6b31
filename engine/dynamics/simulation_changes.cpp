// What may change between two steps because somebody wants it so.

#include <algorithm>
#include <cmath>

#include "engine/dynamics/simulation.h"

namespace scree::engine {

void Simulation::set_gravity(Vec2 gravity) {
    if (!is_finite(gravity)) throw std::invalid_argument("gravity must be finite");
    // The potential energy of the grains is another at once: who turned gravity did that work.
    for (std::size_t i = 0; i < grain_count(); ++i)
        ledger_.added -= mass_[i] * dot(gravity - settings_.gravity, unwrapped_position(i));
    settings_.gravity = gravity;
}

void Simulation::set_friction(std::size_t first, std::size_t second, double friction) {
    if (first >= model_.materials.size() || second >= model_.materials.size())
        throw std::invalid_argument("friction of a material that there is not");
    if (!(friction >= 0.0) || !std::isfinite(friction))
        throw std::invalid_argument("friction must be zero or more");
    ContactParameters parameters = model_.contacts.at(first, second);
    parameters.friction = friction;
    model_.contacts.set(first, second, parameters);
}

void Simulation::set_wall_rate(std::size_t wall, double rate) {
    if (wall >= model_.walls.size()) throw std::invalid_argument("there is no such wall");
    if (!std::isfinite(rate)) throw std::invalid_argument("the rate of a wall must be finite");
    WallClock& clock = wall_clocks_[wall];
    clock = {time(), clock.at(time()), rate};
}

void Simulation::set_pull(const std::optional<Pull>& pull) {
    if (pull &&
        !(is_finite(pull->arm) && is_finite(pull->target) && pull->stiffness >= 0.0 &&
          std::isfinite(pull->stiffness) && pull->damping >= 0.0 && std::isfinite(pull->damping)))
        throw std::invalid_argument("a pull is not finite");
    pull_ = pull;
}

void Simulation::forget_changes(Vec2 gravity, const ContactTable& contacts) {
    settings_.gravity = gravity;
    model_.contacts = contacts;
    pull_.reset();
}

/// Of the pull on its grain, at the predicted state; its work is somebody's gift.
Simulation::PullForce Simulation::pull_force() {
    if (!pull_) return {};
    const auto place = std::lower_bound(ids_.begin(), ids_.end(), pull_->grain);
    if (place == ids_.end() || *place != pull_->grain) return {};
    const auto grain = static_cast<std::size_t>(place - ids_.begin());
    const Kinematics& body = kinematics_[static_cast<Body>(grain)];
    const Vec2 arm = rotate(body.pose.rotation, pull_->arm);
    const Vec2 velocity = body.velocity + body.spin * turned_left(arm);
    Vec2 way = pull_->target - (body.pose.position + arm);
    const Vec2 size = settings_.period.size;
    if (size.x > 0.0) way.x -= size.x * std::floor(way.x / size.x + 0.5);
    if (size.y > 0.0) way.y -= size.y * std::floor(way.y / size.y + 0.5);
    const Vec2 force = pull_->stiffness * way - pull_->damping * velocity;
    ledger_.added += settings_.dt * dot(force, velocity);
    return {grain, force, cross(arm, force)};
}

}  // namespace scree::engine

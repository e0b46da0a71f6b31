#include "engine/dynamics/pull.h"

#include <cmath>
#include <stdexcept>

namespace scree::engine {

using geometry::Vec2;

void check(const Pull& pull) {
    if (!(is_finite(pull.arm) && is_finite(pull.target) && pull.stiffness >= 0.0 &&
          std::isfinite(pull.stiffness) && pull.damping >= 0.0 && std::isfinite(pull.damping)))
        throw std::invalid_argument(
            "a pull must be given by finite numbers, with a stiffness and a damping of zero or "
            "more");
}

PullForce force_of(const Pull& pull, const Bodies& bodies, const Domain& domain) {
    const std::optional<std::size_t> grain = bodies.find(pull.grain);
    if (!grain) return {};
    const Kinematics& body = bodies.kinematics(static_cast<Body>(*grain));
    const Vec2 arm = rotate(body.pose.rotation, pull.arm);
    const Vec2 velocity = body.velocity + body.spin * turned_left(arm);
    const Vec2 way = domain.placing().shortest(pull.target - (body.pose.position + arm));
    const Vec2 force = pull.stiffness * way - pull.damping * velocity;
    return {*grain, force, cross(arm, force),
            dot(force, velocity - domain.flow_at(body.pose.position))};
}

}  // namespace scree::engine

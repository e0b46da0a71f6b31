#include "engine/dynamics/integrator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace scree::engine {

using geometry::Vec2;

double Integrator::predict(Bodies& bodies, Workers& workers) {
    const double rate = 1.0 / dt_;
    Coordinate& x = bodies.x();
    Coordinate& y = bodies.y();
    Coordinate& angle = bodies.angles();
    furthest_.assign(workers.count(), 0.0);
    workers.split(bodies.grain_count(), grain_block, [&](Range range, std::uint32_t worker) {
        engine::predict(gear_, x, range);
        engine::predict(gear_, y, range);
        engine::predict(gear_, angle, range);
        double furthest = 0.0;
        for (std::size_t first = range.first; first < range.last; first += grain_block) {
            const std::size_t count = std::min(grain_block, range.last - first);
            std::array<double, grain_block> sines;
            std::array<double, grain_block> cosines;
            geometry::sines_and_cosines({angle.derivative(0) + first, count},
                                        std::span(sines).first(count),
                                        std::span(cosines).first(count));
            for (std::size_t n = 0; n < count; ++n) {
                const std::size_t i = first + n;
                const auto body = static_cast<Body>(i);
                bodies.move(body,
                            {{x.derivative(0)[i], y.derivative(0)[i]}, {cosines[n], sines[n]}},
                            {rate * x.derivative(1)[i], rate * y.derivative(1)[i]},
                            rate * angle.derivative(1)[i]);
                furthest = std::max(furthest, bodies.kinematics(body).travel);
            }
        }
        furthest_[worker] = furthest;
    });
    return *std::ranges::max_element(furthest_);
}

bool Integrator::correct(Bodies& bodies, const Contacts& contacts, Vec2 gravity,
                         const PullForce& pull, Workers& workers) {
    const double half_square = 0.5 * dt_ * dt_;
    scaled_x_.resize(bodies.grain_count());
    scaled_y_.resize(bodies.grain_count());
    scaled_angle_.resize(bodies.grain_count());
    const ContactForce* const forces = contacts.list().forces.data();
    broken_.assign(workers.count(), 0);
    workers.split(bodies.grain_count(), grain_block, [&](Range range, std::uint32_t worker) {
        double largest = 0.0;
        for (std::size_t i = range.first; i < range.last; ++i) {
            // Forces are summed in the order of the contacts, so that the sum has the same bits for
            // any schedule.
            Vec2 force;
            double torque = 0.0;
            for (const std::uint32_t entry : contacts.of_grain(i)) {
                const std::uint32_t side = entry % 2;
                const ContactForce& contact = forces[entry / 2];
                force += (2.0 * side - 1.0) * contact.force;
                torque += contact.torque[side];
            }
            if (i == pull.grain) {
                force += pull.force;
                torque += pull.torque;
            }
            const BodyProperties& body = bodies.properties(static_cast<Body>(i));
            const Vec2 acceleration = gravity + body.inverse_mass * force;
            scaled_x_[i] = half_square * acceleration.x;
            scaled_y_[i] = half_square * acceleration.y;
            scaled_angle_[i] = half_square * body.inverse_inertia * torque;
            // NaN spreads through a sum.
            largest += std::abs(scaled_x_[i]) + std::abs(scaled_y_[i]) + std::abs(scaled_angle_[i]);
        }
        engine::correct(gear_, bodies.x(), scaled_x_.data(), range);
        engine::correct(gear_, bodies.y(), scaled_y_.data(), range);
        engine::correct(gear_, bodies.angles(), scaled_angle_.data(), range);
        broken_[worker] = !std::isfinite(largest);
    });
    return std::ranges::none_of(broken_, [](std::uint8_t broken) { return broken != 0; });
}

std::optional<std::size_t> Integrator::first_not_finite() const {
    for (std::size_t i = 0; i < scaled_x_.size(); ++i)
        if (!std::isfinite(scaled_x_[i] + scaled_y_[i] + scaled_angle_[i])) return i;
    return {};
}

}  // namespace scree::engine

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "engine/laws/material.h"
#include "geometry/proximity.h"

/// The contact laws (docs/physics.md): plain evaluators, each with its formula on top. The
/// resistance of a law is the coefficient that damps the approach of the bodies (N s/m); its point
/// is where the force acts. Vectors are along the axes of the world, points are relative to the
/// centre of A, and velocities are those of B minus those of A.
namespace scree::engine {

using geometry::Overlap;
using geometry::Vec2;

enum class LawKind : std::uint8_t { area, energy, linear };

/// The motion of the two bodies of a contact, and what it depends on.
struct ContactMotion {
    Vec2 centres;   ///< from the centre of A to that of B
    Vec2 velocity;  ///< of B's centre minus that of A's
    double spin_a = 0.0;
    double spin_b = 0.0;
    double inverse_mass = 0.0;  ///< 1/m_a + 1/m_b
    double inverse_inertia_a = 0.0;
    double inverse_inertia_b = 0.0;
    double inverse_size_a = 0.0;  ///< 1/R, R = sqrt(area / pi); zero for a wall
    double inverse_size_b = 0.0;
    double drag = 0.0;        ///< gamma sqrt(m Y), m = m_a m_b / (m_a + m_b)
    double disc_depth = 0.0;  ///< of a disc in the other body, for LinearLaw
    bool b_is_wall = false;

    Vec2 velocity_at(Vec2 point) const {
        return velocity + spin_b * turned_left(point - centres) - spin_a * turned_left(point);
    }
};

/// The normal force along the overlap's normal. It is positive if it pushes B away.
struct NormalForce {
    double elastic = 0.0;
    double damping = 0.0;
    Vec2 point;  ///< where it acts

    double total() const { return elastic + damping; }
};

/// The total force is never attractive: damping takes away at most the elastic force.
inline NormalForce clipped(double elastic, double damping, Vec2 point) {
    return {elastic, std::max(damping, -elastic), point};
}

/// Matuttis, Luding and Herrmann, and Schinner: Y A / l along n at C, damped by
/// gamma sqrt(m Y) (b / l) n.v(C), with l = 4 r1 r2 / (r1 + r2), r the distances of the centres of
/// mass from C; wall: l = 4 r1.
struct AreaLaw {
    static double inverse_length(const Overlap& overlap, const ContactMotion& motion) {
        const double r_a = length(overlap.centroid);
        const double r_b = length(overlap.centroid - motion.centres);
        return motion.b_is_wall ? 0.25 / r_a : 0.25 * (r_a + r_b) / (r_a * r_b);
    }

    static Vec2 point(const Overlap& overlap) { return overlap.centroid; }

    static NormalForce normal(const ContactParameters& parameters, const Overlap& overlap,
                              const ContactMotion& motion) {
        const double inverse_l = inverse_length(overlap, motion);
        const double elastic = parameters.stiffness * overlap.area * inverse_l;
        const double rate = dot(overlap.normal, motion.velocity_at(point(overlap)));
        return clipped(elastic, -motion.drag * overlap.chord * inverse_l * rate, point(overlap));
    }

    static double resistance(const Overlap& overlap, const ContactMotion& motion) {
        return motion.drag * overlap.chord * inverse_length(overlap, motion);
    }

    /// The law is not conservative: there is no potential, only the work that was done.
    static double potential(const ContactParameters&, const Overlap&, const ContactMotion&) {
        return 0.0;
    }
    static constexpr bool conservative = false;
    static constexpr bool discs_only = false;
};

/// Feng, Han and Owen with m = 2: W(A) = (k / 2) A^2 / l0^2, force (W'(A) + eta dA/dt) b along n
/// through M, dA/dt = -b n.v(M), eta = gamma sqrt(m k) / l0^2, l0 = 4 R1 R2 / (R1 + R2); wall: 4
/// R1.
struct EnergyLaw {
    static double inverse_square_length(const ContactMotion& motion) {
        const double inverse_length = 0.25 * (motion.inverse_size_a + motion.inverse_size_b);
        return inverse_length * inverse_length;
    }

    static Vec2 point(const Overlap& overlap) { return overlap.midpoint; }

    static NormalForce normal(const ContactParameters& parameters, const Overlap& overlap,
                              const ContactMotion& motion) {
        const double scale = inverse_square_length(motion) * overlap.chord;
        const double rate =
            -overlap.chord * dot(overlap.normal, motion.velocity_at(point(overlap)));
        return clipped(parameters.stiffness * overlap.area * scale, motion.drag * rate * scale,
                       point(overlap));
    }

    static double resistance(const Overlap& overlap, const ContactMotion& motion) {
        return motion.drag * overlap.chord * overlap.chord * inverse_square_length(motion);
    }

    static double potential(const ContactParameters& parameters, const Overlap& overlap,
                            const ContactMotion& motion) {
        return 0.5 * parameters.stiffness * inverse_square_length(motion) * overlap.area *
               overlap.area;
    }
    static constexpr bool conservative = true;
    static constexpr bool discs_only = false;
};

/// The law for discs: k delta + c d(delta)/dt along n at the middle of the chord, with c = gamma
/// sqrt(m k), so that the damping ratio is gamma / 2.
struct LinearLaw {
    static Vec2 point(const Overlap& overlap) { return overlap.midpoint; }

    static NormalForce normal(const ContactParameters& parameters, const Overlap& overlap,
                              const ContactMotion& motion) {
        const double rate = dot(overlap.normal, motion.velocity_at(point(overlap)));
        return clipped(parameters.stiffness * motion.disc_depth, -motion.drag * rate,
                       point(overlap));
    }

    static double resistance(const Overlap& /*overlap*/, const ContactMotion& motion) {
        return motion.drag;
    }

    static double potential(const ContactParameters& parameters, const Overlap& /*overlap*/,
                            const ContactMotion& motion) {
        return 0.5 * parameters.stiffness * motion.disc_depth * motion.disc_depth;
    }
    static constexpr bool conservative = true;
    static constexpr bool discs_only = true;  ///< it needs the depth of discs
};

/// Calls task(law) with the law of this kind, and returns its result.
template <class Task>
auto with_law(LawKind kind, const Task& task) {
    switch (kind) {
        case LawKind::energy:
            return task(EnergyLaw());
        case LawKind::linear:
            return task(LinearLaw());
        case LawKind::area:
            break;
    }
    return task(AreaLaw());
}

/// The tangential force along t = n turned by +90 degrees.
struct TangentialForce {
    double spring = 0.0;  ///< the part that is stored in the spring
    double damping = 0.0;
    double total = 0.0;
};

/// Cundall and Strack: a spring k_t, constant for the pair, that grows with the tangential
/// displacement, damped with 0.25 sqrt(k_t m_t), 1/m_t = 1/m1 + 1/m2 + (r1.n)^2/I1 + (r2.n)^2/I2;
/// the sum is capped at mu F_n, and the stored part with it. The spring is a signed scalar along t,
/// so that it turns with the contact by itself.
inline TangentialForce tangential(const ContactParameters& parameters, const Overlap& overlap,
                                  const ContactMotion& motion, const NormalForce& normal,
                                  double spring, double dt) {
    const double slip = dot(turned_left(overlap.normal), motion.velocity_at(normal.point));
    const double k = parameters.tangential_stiffness();
    const double arm_a = dot(normal.point, overlap.normal);
    const double arm_b = dot(normal.point - motion.centres, overlap.normal);
    const double inverse_mass = motion.inverse_mass + arm_a * arm_a * motion.inverse_inertia_a +
                                arm_b * arm_b * motion.inverse_inertia_b;
    const double cap = parameters.friction * normal.total();
    TangentialForce force;
    force.spring = std::clamp(spring - k * slip * dt, -cap, cap);
    force.damping = -0.25 * std::sqrt(k / inverse_mass) * slip;
    force.total = std::clamp(force.spring + force.damping, -cap, cap);
    return force;
}

}  // namespace scree::engine

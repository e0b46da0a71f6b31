#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "engine/laws/material.h"
#include "geometry/proximity.h"

/// The contact laws (docs/physics.md): plain evaluators, each with its formula on top. The
/// resistance of a law is the coefficient that damps the approach of the bodies (N s/m), its
/// stiffness is how fast the force grows with the depth (N/m), and its point is where the force
/// acts. Vectors are along the axes of the world, points are relative to the
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
    double disc_depth = 0.0;  ///< of a disc in the other body, for LinearLaw
    /// 1, or 0 if one of the bodies is a disc: its overlap stays the same when it turns, and a
    /// couple that damps rotation would only keep it from rolling.
    double rocking = 1.0;
    /// How much of this step the contact damps, in steps: 1, or between 1/2 and 3/2 in the step in
    /// which it begins (docs/physics.md, "Onset").
    double onset = 1.0;

    Vec2 velocity_at(Vec2 point) const {
        return velocity + spin_b * turned_left(point - centres) - spin_a * turned_left(point);
    }
    /// 1/m of the two bodies against a force at this point in this direction:
    /// 1/m_a + 1/m_b + (r_a x d)^2/I_a + (r_b x d)^2/I_b.
    double inverse_mass_at(Vec2 point, Vec2 direction) const {
        const double arm_a = cross(point, direction);
        const double arm_b = cross(point - centres, direction);
        return inverse_mass + arm_a * arm_a * inverse_inertia_a + arm_b * arm_b * inverse_inertia_b;
    }
    /// 1/l = (R_a + R_b) / (4 R_a R_b); with a wall 1 / (4 R_a).
    double inverse_length() const { return 0.25 * (inverse_size_a + inverse_size_b); }
};

/// The normal force along the overlap's normal. It is positive if it pushes B away.
struct NormalForce {
    double elastic = 0.0;
    double damping = 0.0;
    double couple = 0.0;  ///< on B, by damping; A gets the opposite
    Vec2 point;           ///< where the force acts

    double total() const { return elastic + damping; }
};

/// Returns the couple of a pressure over the chord against a rotation about `point`, as a multiple
/// of its force against an approach: the chord's second moment b^2 / 12 about its middle, less what
/// the force at the point does itself.
inline double square_lever(const Overlap& overlap, const ContactMotion& motion, Vec2 point) {
    const double offset = dot(point - overlap.midpoint, turned_left(overlap.normal));
    return motion.rocking * std::max(0.0, overlap.chord * overlap.chord / 12.0 - offset * offset);
}

/// Adds to an elastic force at `point` a dashpot with this resistance, which is spread over the
/// chord as a pressure is: it damps the approach at the point, and by a couple the rotation. The
/// whole force F never attracts, and no pressure under the chord has a larger moment about its
/// middle than F b / 2, unless the elastic force has.
inline NormalForce damped(const Overlap& overlap, const ContactMotion& motion, double elastic,
                          double resistance, Vec2 point) {
    const double offset = dot(point - overlap.midpoint, turned_left(overlap.normal));
    const double c = motion.onset * resistance;
    const double rate = dot(overlap.normal, motion.velocity_at(point));
    const double damping = std::max(-c * rate, -elastic);
    const double force = elastic + damping;
    const double turning =
        -c * square_lever(overlap, motion, point) * (motion.spin_b - motion.spin_a);
    const double most = force * std::max(0.5 * overlap.chord, std::abs(offset));
    const double moment = std::clamp(turning - offset * force, -most, most);
    return {elastic, damping, moment + offset * force, point};
}

/// After Matuttis, Luding and Herrmann, and Schinner: Y A / l along n at C, with l = 4 R1 R2 / (R1
/// + R2); wall: l = 4 R1. The tangent stiffness is k = Y b / l, and the resistance gamma sqrt(m_c
/// k), m_c the mass at the contact.
struct AreaLaw {
    static Vec2 point(const Overlap& overlap) { return overlap.centroid; }

    static double resistance(const ContactParameters& parameters, const Overlap& overlap,
                             const ContactMotion& motion) {
        return parameters.damping *
               std::sqrt(stiffness(parameters, overlap, motion) /
                         motion.inverse_mass_at(point(overlap), overlap.normal));
    }

    static NormalForce normal(const ContactParameters& parameters, const Overlap& overlap,
                              const ContactMotion& motion) {
        return damped(overlap, motion,
                      parameters.stiffness * overlap.area * motion.inverse_length(),
                      resistance(parameters, overlap, motion), point(overlap));
    }

    static double stiffness(const ContactParameters& parameters, const Overlap& overlap,
                            const ContactMotion& motion) {
        return parameters.stiffness * overlap.chord * motion.inverse_length();
    }

    /// What the contact stores is known only from its shape: see ContactForces::bed_energy().
    static double potential(const ContactParameters&, const Overlap&, const ContactMotion&) {
        return 0.0;
    }
    static constexpr bool conservative = false;
    static constexpr bool discs_only = false;
};

/// Feng, Han and Owen with m = 2: W(A) = (k / 2) A^2 / l0^2, force W'(A) b along n through M, l0 =
/// 4 R1 R2 / (R1 + R2); wall: 4 R1. The tangent stiffness is about k b^2 / l0^2, and the resistance
/// follows from it as in AreaLaw.
struct EnergyLaw {
    static Vec2 point(const Overlap& overlap) { return overlap.midpoint; }

    static double resistance(const ContactParameters& parameters, const Overlap& overlap,
                             const ContactMotion& motion) {
        return parameters.damping * (overlap.chord * motion.inverse_length()) *
               std::sqrt(parameters.stiffness /
                         motion.inverse_mass_at(point(overlap), overlap.normal));
    }

    static NormalForce normal(const ContactParameters& parameters, const Overlap& overlap,
                              const ContactMotion& motion) {
        const double inverse_l = motion.inverse_length();
        return damped(overlap, motion,
                      parameters.stiffness * overlap.area * overlap.chord * (inverse_l * inverse_l),
                      resistance(parameters, overlap, motion), point(overlap));
    }

    static double stiffness(const ContactParameters& parameters, const Overlap& overlap,
                            const ContactMotion& motion) {
        const double share = overlap.chord * motion.inverse_length();
        return parameters.stiffness * share * share;
    }

    static double potential(const ContactParameters& parameters, const Overlap& overlap,
                            const ContactMotion& motion) {
        const double share = overlap.area * motion.inverse_length();
        return 0.5 * parameters.stiffness * share * share;
    }
    static constexpr bool conservative = true;
    static constexpr bool discs_only = false;
};

/// The law for discs: k delta + c d(delta)/dt along n at the middle of the chord, with c = gamma
/// sqrt(m k), so that the damping ratio is gamma / 2.
struct LinearLaw {
    static Vec2 point(const Overlap& overlap) { return overlap.midpoint; }

    static double resistance(const ContactParameters& parameters, const Overlap& /*overlap*/,
                             const ContactMotion& motion) {
        return parameters.damping * std::sqrt(parameters.stiffness / motion.inverse_mass);
    }

    static NormalForce normal(const ContactParameters& parameters, const Overlap& overlap,
                              const ContactMotion& motion) {
        const double elastic = parameters.stiffness * motion.disc_depth;
        const double rate = dot(overlap.normal, motion.velocity_at(point(overlap)));
        const double damping = -motion.onset * resistance(parameters, overlap, motion) * rate;
        return {elastic, std::max(damping, -elastic), 0.0, point(overlap)};
    }

    static double stiffness(const ContactParameters& parameters, const Overlap& /*overlap*/,
                            const ContactMotion& /*motion*/) {
        return parameters.stiffness;
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
    double spring = 0.0;  ///< the part that is stored in the spring at this moment
    double total = 0.0;   ///< with damping
    double kept = 0.0;    ///< the spring half a step later, which the next step begins with
};

/// Cundall and Strack: a spring k_t, constant for the pair, that grows with the tangential
/// displacement, damped with 2 zeta_t sqrt(k_t m_t), 1/m_t = 1/m1 + 1/m2 + (r1.n)^2/I1 +
/// (r2.n)^2/I2; the sum is capped at mu F_n, and the stored part with it. The spring is a signed
/// scalar along t, so that it turns with the contact by itself. `kept` is the spring half a step
/// before this one: with whole steps the spring would be of first order only, and damp by itself.
/// A contact that has lasted p steps has a spring of -k_t u h p^2 / 2 in the middle.
inline TangentialForce tangential(const ContactParameters& parameters, const Overlap& overlap,
                                  const ContactMotion& motion, const NormalForce& normal,
                                  double kept, double dt) {
    const Vec2 along = turned_left(overlap.normal);
    const double slip = dot(along, motion.velocity_at(normal.point));
    const double k = parameters.tangential_stiffness();
    const double cap = parameters.friction * normal.total();
    const double p = motion.onset;
    TangentialForce force;
    force.spring = std::clamp(kept - k * slip * dt * (0.5 * p * p), -cap, cap);
    const double damping = -2.0 * p * parameters.tangential_damping *
                           std::sqrt(k / motion.inverse_mass_at(normal.point, along)) * slip;
    force.total = std::clamp(force.spring + damping, -cap, cap);
    force.kept = force.spring - k * slip * dt * (p * (1.0 - 0.5 * p));
    return force;
}

}  // namespace scree::engine

#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/laws/material.h"
#include "geometry/proximity.h"
#include "geometry/wide/wide_overlap.h"
#include "geometry/wide/wide_real.h"

/// The contact laws (docs/physics.md): plain evaluators, each with its formula on top. The
/// resistance of a law is the coefficient that damps the approach of the bodies (N s/m), its
/// stiffness is how fast the force grows with the depth (N/m), and its point is where the force
/// acts. Vectors are along the axes of the world, points are relative to the
/// centre of A, and velocities are those of B minus those of A.
///
/// Each formula is a template over the type of its numbers: a double for one contact, or several
/// doubles side by side for as many contacts at once, to the same bits.
namespace scree::engine {

using geometry::held_between;
using geometry::larger;
using geometry::magnitude;
using geometry::Overlap;
using geometry::square_root;
using geometry::Vec2;

enum class LawKind : std::uint8_t { area, energy, linear };

template <class T>
using VectorOf = typename geometry::VectorOf<T>::Type;
template <class T>
using OverlapOf = std::conditional_t<std::is_same_v<T, double>, Overlap, geometry::WideOverlap<T>>;

/// The motion of the two bodies of a contact, and what it depends on.
template <class T>
struct MotionOf {
    VectorOf<T> centres;   ///< from the centre of A to that of B
    VectorOf<T> velocity;  ///< of B's centre minus that of A's
    T spin_a{};
    T spin_b{};
    T inverse_mass{};  ///< 1/m_a + 1/m_b
    T inverse_inertia_a{};
    T inverse_inertia_b{};
    /// 1/l = (R_a + R_b) / (4 R_a R_b), R = sqrt(area / pi); with a wall 1 / (4 R_a).
    T inverse_length{};
    T disc_depth{};  ///< of a disc in the other body, for LinearLaw
    /// 1, or 0 if one of the bodies is a disc: its overlap stays the same when it turns, and a
    /// couple that damps rotation would only keep it from rolling.
    T rocking = geometry::every_element<T>(1.0);
    /// How much of this step the contact damps, in steps: 1, or between 1/2 and 3/2 in the step in
    /// which it begins (docs/physics.md, "Onset").
    T onset = geometry::every_element<T>(1.0);

    SCREE_WIDE VectorOf<T> velocity_at(const VectorOf<T>& point) const {
        return velocity + spin_b * turned_left(point - centres) - spin_a * turned_left(point);
    }
    /// 1/m of the two bodies against a force at this point in this direction:
    /// 1/m_a + 1/m_b + (r_a x d)^2/I_a + (r_b x d)^2/I_b.
    SCREE_WIDE T inverse_mass_at(const VectorOf<T>& point, const VectorOf<T>& direction) const {
        const T arm_a = cross(point, direction);
        const T arm_b = cross(point - centres, direction);
        return inverse_mass + arm_a * arm_a * inverse_inertia_a + arm_b * arm_b * inverse_inertia_b;
    }
};
using ContactMotion = MotionOf<double>;

/// 1/l of two bodies with these 1/R, of which that of a wall is zero.
inline double inverse_length_of(double inverse_size_a, double inverse_size_b) {
    return 0.25 * (inverse_size_a + inverse_size_b);
}

/// The normal force along the overlap's normal. It is positive if it pushes B away.
template <class T>
struct NormalForceOf {
    T elastic{};
    T damping{};
    T couple{};         ///< on B, by damping; A gets the opposite
    VectorOf<T> point;  ///< where the force acts

    SCREE_WIDE T total() const { return elastic + damping; }
};
using NormalForce = NormalForceOf<double>;

/// Returns the couple of a pressure over the chord against a rotation about `point`, as a multiple
/// of its force against an approach: the chord's second moment b^2 / 12 about its middle, less what
/// the force at the point does itself.
template <class T>
SCREE_WIDE inline T square_lever(const OverlapOf<T>& overlap, const MotionOf<T>& motion,
                                 const VectorOf<T>& point) {
    const T offset = dot(point - overlap.midpoint, turned_left(overlap.normal));
    return motion.rocking * larger<T>(T{}, overlap.chord * overlap.chord / 12.0 - offset * offset);
}

/// Adds to an elastic force at `point` a dashpot with this resistance, which is spread over the
/// chord as a pressure is: it damps the approach at the point, and by a couple the rotation. The
/// whole force F never attracts, and no pressure under the chord has a larger moment about its
/// middle than F b / 2, unless the elastic force has.
template <class T>
SCREE_WIDE inline NormalForceOf<T> damped(const OverlapOf<T>& overlap, const MotionOf<T>& motion,
                                          const T& elastic, const T& resistance,
                                          const VectorOf<T>& point) {
    const T offset = dot(point - overlap.midpoint, turned_left(overlap.normal));
    const T c = motion.onset * resistance;
    const T rate = dot(overlap.normal, motion.velocity_at(point));
    const T damping = larger<T>(-c * rate, -elastic);
    const T force = elastic + damping;
    const T turning =
        -c * square_lever<T>(overlap, motion, point) * (motion.spin_b - motion.spin_a);
    const T most = force * larger<T>(0.5 * overlap.chord, magnitude(offset));
    const T moment = held_between<T>(turning - offset * force, -most, most);
    return {elastic, damping, moment + offset * force, point};
}

/// After Matuttis, Luding and Herrmann, and Schinner: Y A / l along n at C, with l = 4 R1 R2 / (R1
/// + R2); wall: l = 4 R1. The tangent stiffness is k = Y b / l, and the resistance gamma sqrt(m_c
/// k), m_c the mass at the contact.
struct AreaLaw {
    SCREE_WIDE static auto point(const auto& overlap) { return overlap.centroid; }

    template <class T>
    SCREE_WIDE static T resistance(const ParametersOf<T>& parameters, const OverlapOf<T>& overlap,
                                   const MotionOf<T>& motion) {
        return parameters.damping *
               square_root(stiffness(parameters, overlap, motion) /
                           motion.inverse_mass_at(point(overlap), overlap.normal));
    }

    template <class T>
    SCREE_WIDE static NormalForceOf<T> normal(const ParametersOf<T>& parameters,
                                              const OverlapOf<T>& overlap,
                                              const MotionOf<T>& motion) {
        return damped<T>(overlap, motion,
                         parameters.stiffness * overlap.area * motion.inverse_length,
                         resistance(parameters, overlap, motion), point(overlap));
    }

    template <class T>
    SCREE_WIDE static T stiffness(const ParametersOf<T>& parameters, const OverlapOf<T>& overlap,
                                  const MotionOf<T>& motion) {
        return parameters.stiffness * overlap.chord * motion.inverse_length;
    }

    /// What the contact stores is known only from its shape: see ContactForces::bed_energy().
    template <class T>
    SCREE_WIDE static T potential(const ParametersOf<T>&, const OverlapOf<T>&, const MotionOf<T>&) {
        return T{};
    }
    static constexpr bool conservative = false;
    static constexpr bool discs_only = false;
};

/// Feng, Han and Owen with m = 2: W(A) = (k / 2) A^2 / l0^2, force W'(A) b along n through M, l0 =
/// 4 R1 R2 / (R1 + R2); wall: 4 R1. The tangent stiffness is about k b^2 / l0^2, and the resistance
/// follows from it as in AreaLaw.
struct EnergyLaw {
    SCREE_WIDE static auto point(const auto& overlap) { return overlap.midpoint; }

    template <class T>
    SCREE_WIDE static T resistance(const ParametersOf<T>& parameters, const OverlapOf<T>& overlap,
                                   const MotionOf<T>& motion) {
        return parameters.damping * (overlap.chord * motion.inverse_length) *
               square_root(parameters.stiffness /
                           motion.inverse_mass_at(point(overlap), overlap.normal));
    }

    template <class T>
    SCREE_WIDE static NormalForceOf<T> normal(const ParametersOf<T>& parameters,
                                              const OverlapOf<T>& overlap,
                                              const MotionOf<T>& motion) {
        const T inverse_l = motion.inverse_length;
        return damped<T>(
            overlap, motion,
            parameters.stiffness * overlap.area * overlap.chord * (inverse_l * inverse_l),
            resistance(parameters, overlap, motion), point(overlap));
    }

    template <class T>
    SCREE_WIDE static T stiffness(const ParametersOf<T>& parameters, const OverlapOf<T>& overlap,
                                  const MotionOf<T>& motion) {
        const T share = overlap.chord * motion.inverse_length;
        return parameters.stiffness * share * share;
    }

    template <class T>
    SCREE_WIDE static T potential(const ParametersOf<T>& parameters, const OverlapOf<T>& overlap,
                                  const MotionOf<T>& motion) {
        const T share = overlap.area * motion.inverse_length;
        return 0.5 * parameters.stiffness * share * share;
    }
    static constexpr bool conservative = true;
    static constexpr bool discs_only = false;
};

/// The law for discs: k delta + c d(delta)/dt along n at the middle of the chord, with c = gamma
/// sqrt(m k), so that the damping ratio is gamma / 2.
struct LinearLaw {
    SCREE_WIDE static auto point(const auto& overlap) { return overlap.midpoint; }

    template <class T>
    SCREE_WIDE static T resistance(const ParametersOf<T>& parameters,
                                   const OverlapOf<T>& /*overlap*/, const MotionOf<T>& motion) {
        return parameters.damping * square_root(parameters.stiffness / motion.inverse_mass);
    }

    template <class T>
    SCREE_WIDE static NormalForceOf<T> normal(const ParametersOf<T>& parameters,
                                              const OverlapOf<T>& overlap,
                                              const MotionOf<T>& motion) {
        const T elastic = parameters.stiffness * motion.disc_depth;
        const T rate = dot(overlap.normal, motion.velocity_at(point(overlap)));
        const T damping = -motion.onset * resistance(parameters, overlap, motion) * rate;
        return {elastic, larger<T>(damping, -elastic), T{}, point(overlap)};
    }

    template <class T>
    SCREE_WIDE static T stiffness(const ParametersOf<T>& parameters,
                                  const OverlapOf<T>& /*overlap*/, const MotionOf<T>& /*motion*/) {
        return parameters.stiffness;
    }

    template <class T>
    SCREE_WIDE static T potential(const ParametersOf<T>& parameters,
                                  const OverlapOf<T>& /*overlap*/, const MotionOf<T>& motion) {
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
template <class T>
struct TangentialForceOf {
    T spring{};  ///< the part that is stored in the spring at this moment
    T total{};   ///< with damping
    T kept{};    ///< the spring half a step later, which the next step begins with
};

/// Cundall and Strack: a spring k_t, constant for the pair, that grows with the tangential
/// displacement, damped with 2 zeta_t sqrt(k_t m_t), 1/m_t = 1/m1 + 1/m2 + (r1.n)^2/I1 +
/// (r2.n)^2/I2; the sum is capped at mu F_n, and the stored part with it. The spring is a signed
/// scalar along t, so that it turns with the contact by itself. `kept` is the spring half a step
/// before this one: with whole steps the spring would be of first order only, and damp by itself.
/// A contact that has lasted p steps has a spring of -k_t u h p^2 / 2 in the middle.
template <class T>
SCREE_WIDE inline TangentialForceOf<T> tangential(const ParametersOf<T>& parameters,
                                                  const OverlapOf<T>& overlap,
                                                  const MotionOf<T>& motion,
                                                  const NormalForceOf<T>& normal, const T& kept,
                                                  double dt) {
    const VectorOf<T> along = turned_left(overlap.normal);
    const T slip = dot(along, motion.velocity_at(normal.point));
    const T k = parameters.tangential_stiffness();
    const T cap = parameters.friction * normal.total();
    const T p = motion.onset;
    TangentialForceOf<T> force;
    force.spring = held_between<T>(kept - k * slip * dt * (0.5 * p * p), -cap, cap);
    const T damping = -2.0 * p * parameters.tangential_damping *
                      square_root(k / motion.inverse_mass_at(normal.point, along)) * slip;
    force.total = held_between<T>(force.spring + damping, -cap, cap);
    force.kept = force.spring - k * slip * dt * (p * (1.0 - 0.5 * p));
    return force;
}

}  // namespace scree::engine

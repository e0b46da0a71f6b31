#pragma once

#include <array>
#include <cstddef>

#include "engine/laws/contact_law.h"
#include "geometry/wide/wide.h"

namespace scree::engine {

/// What a contact does in a step: to its bodies, to its friction spring, and to the ledger.
template <class T>
struct EffectOf {
    VectorOf<T> force;  ///< on B
    T torque_a{};       ///< both torques are about the body's own centre
    T torque_b{};
    T spring{};        ///< as it is kept for the next step
    T elastic_work{};  ///< J, of the elastic normal force
    T potential{};     ///< J
    T stored{};        ///< J, in the friction spring
    T normal_damping{};
    T tangential_damping{};
    T tangential_work{};  ///< J, of friction without its damping
};
using ContactEffect = EffectOf<double>;

/// Computes the effect of a contact, given the spring as the last step kept it.
template <class Law, class T>
SCREE_WIDE inline EffectOf<T> effect_of(const ParametersOf<T>& parameters,
                                        const OverlapOf<T>& overlap, const MotionOf<T>& motion,
                                        const T& spring, double dt) {
    const NormalForceOf<T> normal = Law::normal(parameters, overlap, motion);
    const TangentialForceOf<T> friction =
        tangential<T>(parameters, overlap, motion, normal, spring, dt);
    const VectorOf<T> along = turned_left(overlap.normal);
    const VectorOf<T> push = normal.total() * overlap.normal + friction.total * along;
    // Cohesion pulls at the middle of the chord: its potential is -c A.
    const T adhesion = -(parameters.cohesion * overlap.chord);
    const VectorOf<T> pull = adhesion * overlap.normal;
    EffectOf<T> effect;
    effect.force = push + pull;
    effect.torque_a = -cross(normal.point, push) - cross(overlap.midpoint, pull) - normal.couple;
    effect.torque_b = cross(normal.point - motion.centres, push) +
                      cross(overlap.midpoint - motion.centres, pull) + normal.couple;
    effect.spring = friction.kept;

    // The terms of the energy ledger: work is force times velocity times dt.
    const VectorOf<T> velocity = motion.velocity_at(normal.point);
    const T approach = dot(overlap.normal, velocity) * dt;
    const T turn = (motion.spin_b - motion.spin_a) * dt;
    const T slip = dot(along, velocity) * dt;
    const T k = parameters.tangential_stiffness();
    const T half_compliance = k > 0.0 ? 0.5 / k : T{};
    effect.stored = half_compliance * friction.spring * friction.spring;
    effect.elastic_work = normal.elastic * approach;
    effect.potential =
        Law::potential(parameters, overlap, motion) - parameters.cohesion * overlap.area;
    effect.normal_damping = -normal.damping * approach - normal.couple * turn;
    effect.tangential_damping = (friction.spring - friction.total) * slip;
    effect.tangential_work = friction.spring * slip;
    return effect;
}

/// Up to `size` contacts side by side, in columns, so that several effects are computed at once.
class ContactColumns {
public:
    static constexpr std::size_t size = 64;

    void put(std::size_t n, const ContactParameters& parameters, const Overlap& overlap,
             const ContactMotion& motion, double spring) {
        stiffness_[n] = parameters.stiffness;
        damping_[n] = parameters.damping;
        friction_[n] = parameters.friction;
        cohesion_[n] = parameters.cohesion;
        tangential_ratio_[n] = parameters.tangential_ratio;
        zeta_t_[n] = parameters.tangential_damping;
        area_[n] = overlap.area;
        chord_[n] = overlap.chord;
        centroid_.put(n, overlap.centroid);
        midpoint_.put(n, overlap.midpoint);
        normal_.put(n, overlap.normal);
        centres_.put(n, motion.centres);
        velocity_.put(n, motion.velocity);
        spin_a_[n] = motion.spin_a;
        spin_b_[n] = motion.spin_b;
        inverse_mass_[n] = motion.inverse_mass;
        inverse_inertia_a_[n] = motion.inverse_inertia_a;
        inverse_inertia_b_[n] = motion.inverse_inertia_b;
        inverse_length_[n] = motion.inverse_length;
        disc_depth_[n] = motion.disc_depth;
        rocking_[n] = motion.rocking;
        onset_[n] = motion.onset;
        spring_[n] = spring;
    }

    /// Replaces centres and velocity for a contact with an image, where they differ from those of
    /// the bodies themselves.
    void put_image(std::size_t n, Vec2 centres, Vec2 velocity) {
        centres_.put(n, centres);
        velocity_.put(n, velocity);
    }

    /// Replaces how much of the step a contact counts for, where it begins in this step.
    void put_onset(std::size_t n, double onset) { onset_[n] = onset; }

    /// Computes the effects of the first `count` contacts.
    template <class Law>
    void compute(std::size_t count, double dt) {
        geometry::run_wide([this, count, dt]() SCREE_WIDE {
            for (std::size_t n = 0; n < count; ++n)
                keep(n,
                     effect_of<Law, double>(parameters(n), overlap(n), motion(n), spring_[n], dt));
        });
    }

    ContactEffect effect(std::size_t n) const {
        ContactEffect effect;
        effect.force = force_.at(n);
        effect.torque_a = torque_a_[n];
        effect.torque_b = torque_b_[n];
        effect.spring = new_spring_[n];
        effect.elastic_work = elastic_work_[n];
        effect.potential = potential_[n];
        effect.stored = stored_[n];
        effect.normal_damping = normal_damping_[n];
        effect.tangential_damping = tangential_damping_[n];
        effect.tangential_work = tangential_work_[n];
        return effect;
    }

private:
    using Column = std::array<double, size>;
    struct Vec2Column {
        Column x;
        Column y;

        SCREE_WIDE void put(std::size_t n, Vec2 v) {
            x[n] = v.x;
            y[n] = v.y;
        }
        SCREE_WIDE Vec2 at(std::size_t n) const { return {x[n], y[n]}; }
    };

    SCREE_WIDE ContactParameters parameters(std::size_t n) const {
        ContactParameters parameters;
        parameters.stiffness = stiffness_[n];
        parameters.damping = damping_[n];
        parameters.friction = friction_[n];
        parameters.cohesion = cohesion_[n];
        parameters.tangential_ratio = tangential_ratio_[n];
        parameters.tangential_damping = zeta_t_[n];
        return parameters;
    }

    SCREE_WIDE Overlap overlap(std::size_t n) const {
        Overlap overlap;
        overlap.area = area_[n];
        overlap.chord = chord_[n];
        overlap.centroid = centroid_.at(n);
        overlap.midpoint = midpoint_.at(n);
        overlap.normal = normal_.at(n);
        return overlap;
    }

    SCREE_WIDE ContactMotion motion(std::size_t n) const {
        ContactMotion motion;
        motion.centres = centres_.at(n);
        motion.velocity = velocity_.at(n);
        motion.spin_a = spin_a_[n];
        motion.spin_b = spin_b_[n];
        motion.inverse_mass = inverse_mass_[n];
        motion.inverse_inertia_a = inverse_inertia_a_[n];
        motion.inverse_inertia_b = inverse_inertia_b_[n];
        motion.inverse_length = inverse_length_[n];
        motion.disc_depth = disc_depth_[n];
        motion.rocking = rocking_[n];
        motion.onset = onset_[n];
        return motion;
    }

    SCREE_WIDE void keep(std::size_t n, const ContactEffect& effect) {
        force_.put(n, effect.force);
        torque_a_[n] = effect.torque_a;
        torque_b_[n] = effect.torque_b;
        new_spring_[n] = effect.spring;
        elastic_work_[n] = effect.elastic_work;
        potential_[n] = effect.potential;
        stored_[n] = effect.stored;
        normal_damping_[n] = effect.normal_damping;
        tangential_damping_[n] = effect.tangential_damping;
        tangential_work_[n] = effect.tangential_work;
    }

    Column stiffness_, damping_, friction_, cohesion_, tangential_ratio_, zeta_t_;
    Column area_, chord_;
    Vec2Column centroid_, midpoint_, normal_;
    Vec2Column centres_, velocity_;
    Column spin_a_, spin_b_;
    Column inverse_mass_, inverse_inertia_a_, inverse_inertia_b_, inverse_length_;
    Column disc_depth_, rocking_, onset_, spring_;

    Vec2Column force_;
    Column torque_a_, torque_b_, new_spring_;
    Column elastic_work_, potential_, stored_;
    Column normal_damping_, tangential_damping_, tangential_work_;
};

}  // namespace scree::engine

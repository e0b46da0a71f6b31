#pragma once

#include "engine/dynamics/bodies.h"
#include "engine/dynamics/contact.h"
#include "engine/dynamics/domain.h"
#include "engine/laws/contact_law.h"
#include "geometry/overlap_width.h"
#include "geometry/support.h"

namespace scree::engine {

/// Returns how deep a disc grain reaches into another disc, or into a wall of any shape.
inline double depth_of(const BodyProperties& a, const geometry::Transform& pose_a,
                       const BodyProperties& b, const geometry::Transform& pose_b,
                       const geometry::PairMemory& memory) {
    const geometry::Disc disc(a.ring.radius());
    if (b.is_disc) return disc_depth(disc, pose_a, geometry::Disc(b.ring.radius()), pose_b);
    return disc_depth(b.ring, pose_b, memory.b, disc, pose_a);
}

/// Returns how far a body reaches from its centre in a direction, which is a unit vector.
inline double reach_of(const BodyProperties& body, geometry::Rotation rotation, Vec2 direction) {
    if (body.is_disc) return body.ring.radius();
    const Vec2 own = unrotate(rotation, direction);
    return dot(body.ring.vertex(climb(body.ring, 0, own)), own);
}

/// Returns the part of a body that reaches furthest along `up`, down to `floor`.
inline geometry::Cap cap_of(const BodyProperties& body, const geometry::Transform& pose, Vec2 up,
                            double floor) {
    return body.is_disc ? geometry::Cap(body.ring.radius(), pose.position, up, floor)
                        : geometry::Cap(body.ring, pose, up, floor);
}

/// How two bodies lie to each other, whatever their shapes are.
[[gnu::always_inline]] inline geometry::Proximity proximity_of(const BodyProperties& a,
                                                               const geometry::Transform& pose_a,
                                                               const BodyProperties& b,
                                                               const geometry::Transform& pose_b,
                                                               geometry::PairMemory& memory,
                                                               geometry::QueryCounts& counts) {
    using geometry::Disc;
    if (!a.is_disc && !b.is_disc) [[likely]]
        return proximity(a.ring, pose_a, b.ring, pose_b, memory, counts);
    const double radius_a = a.ring.radius();
    const double radius_b = b.ring.radius();
    if (a.is_disc && b.is_disc) return proximity(Disc(radius_a), pose_a, Disc(radius_b), pose_b);
    if (a.is_disc) return proximity(Disc(radius_a), pose_a, b.ring, pose_b, memory, counts);
    return proximity(a.ring, pose_a, Disc(radius_b), pose_b, memory, counts);
}

/// The bodies of contacts in the form that the laws need. It accesses them through pointers that
/// are valid until grains come or go.
class ContactBodies {
public:
    ContactBodies(const Bodies& bodies, const Domain& domain)
        : kinematics(bodies.kinematics().view()),
          properties(bodies.properties().view()),
          domain_(domain) {}

    /// Returns where the first body of a contact meets the second: at the place of its image.
    Vec2 second_place(const Contact& contact) const {
        return domain_.place(kinematics[contact.pair.j].pose.position, contact.image);
    }

    /// Returns the motion of a contact, in whatever image its bodies meet.
    template <class Law>
    ContactMotion motion(const Contact& contact) const {
        const auto [i, j] = contact.pair;
        ContactMotion motion = plain_motion<Law>(contact);
        motion.centres = second_place(contact) - kinematics[i].pose.position;
        motion.velocity =
            domain_.velocity(kinematics[j].velocity, contact.image) - kinematics[i].velocity;
        return motion;
    }

    /// Returns the motion of a contact whose bodies meet without an image. It does not test for an
    /// image, which would take half as long again.
    template <class Law>
    [[gnu::always_inline]] ContactMotion plain_motion(const Contact& contact) const {
        const auto [i, j] = contact.pair;
        const Kinematics& a = kinematics[i];
        const Kinematics& b = kinematics[j];
        const BodyProperties& of_a = properties[i];
        const BodyProperties& of_b = properties[j];
        ContactMotion motion;
        motion.centres = b.pose.position - a.pose.position;
        motion.velocity = b.velocity - a.velocity;
        motion.spin_a = a.spin;
        motion.spin_b = b.spin;
        motion.inverse_mass = of_a.inverse_mass + of_b.inverse_mass;
        motion.inverse_inertia_a = of_a.inverse_inertia;
        motion.inverse_inertia_b = of_b.inverse_inertia;
        motion.inverse_length = inverse_length_of(of_a.inverse_size, of_b.inverse_size);
        motion.rocking = of_a.is_disc || of_b.is_disc ? 0.0 : 1.0;
        if constexpr (Law::discs_only)
            motion.disc_depth = depth_of(of_a, a.pose, of_b,
                                         {second_place(contact), b.pose.rotation}, contact.memory);
        return motion;
    }

    /// Returns for how much of a step of length dt a contact that begins in it counts
    /// (docs/physics.md, "Onset"): the bodies met before the middle of the step or after it. A
    /// contact that is too deep for that did not begin by an approach, but was placed. The depth is
    /// the mean over the chord. How far the bodies reach along the normal would be twice as much
    /// where two faces meet that are a little aside, because the chord is the diagonal there.
    template <class Law>
    static double onset(const Overlap& overlap, const ContactMotion& motion, double dt) {
        const double way = -dot(overlap.normal, motion.velocity_at(Law::point(overlap))) * dt;
        const double depth = Law::discs_only ? motion.disc_depth : overlap.area / overlap.chord;
        if (!(way > 0.0) || !(depth <= 2.0 * way)) return 1.0;
        return 0.5 + std::clamp(depth / way, 0.0, 1.0);
    }

    /// Returns the integral of half of the square of the overlap's width along the normal.
    double square_width_integral(const Contact& contact, Vec2 normal) const {
        const auto [i, j] = contact.pair;
        const geometry::Transform pose_a{{}, kinematics[i].pose.rotation};
        const geometry::Transform pose_b{second_place(contact) - kinematics[i].pose.position,
                                         kinematics[j].pose.rotation};
        const double top = reach_of(properties[i], pose_a.rotation, normal);
        const double bottom =
            dot(pose_b.position, normal) - reach_of(properties[j], pose_b.rotation, -normal);
        return geometry::square_width_integral(cap_of(properties[i], pose_a, normal, bottom),
                                               cap_of(properties[j], pose_b, -normal, -top));
    }

    BodyArray<Kinematics>::View kinematics;
    BodyArray<BodyProperties>::View properties;

private:
    const Domain& domain_;
};

}  // namespace scree::engine

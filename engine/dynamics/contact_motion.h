#pragma once

#include "engine/dynamics/bodies.h"
#include "engine/dynamics/contact.h"
#include "engine/dynamics/domain.h"
#include "engine/laws/contact_law.h"

namespace scree::engine {

/// Returns how deep a disc grain reaches into another disc, or into a wall of any shape.
inline double depth_of(const BodyProperties& a, const geometry::Transform& pose_a,
                       const BodyProperties& b, const geometry::Transform& pose_b,
                       const geometry::PairMemory& memory) {
    const geometry::Disc disc(a.ring.radius());
    if (b.is_disc) return disc_depth(disc, pose_a, geometry::Disc(b.ring.radius()), pose_b);
    return disc_depth(b.ring, pose_b, memory.b, disc, pose_a);
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

    /// Returns the motion of a contact with this drag, in whatever image its bodies meet.
    template <class Law>
    ContactMotion motion(const Contact& contact, double drag) const {
        const auto [i, j] = contact.pair;
        ContactMotion motion = plain_motion<Law>(contact, drag);
        motion.centres = second_place(contact) - kinematics[i].pose.position;
        motion.velocity =
            domain_.velocity(kinematics[j].velocity, contact.image) - kinematics[i].velocity;
        return motion;
    }

    /// Returns the motion of a contact whose bodies meet without an image. It does not test for an
    /// image, which would take half as long again.
    template <class Law>
    [[gnu::always_inline]] ContactMotion plain_motion(const Contact& contact, double drag) const {
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
        motion.inverse_size_a = of_a.inverse_size;
        motion.inverse_size_b = of_b.inverse_size;
        motion.drag = drag;
        motion.b_is_wall = is_wall(j);
        if constexpr (Law::discs_only)
            motion.disc_depth = depth_of(of_a, a.pose, of_b,
                                         {second_place(contact), b.pose.rotation}, contact.memory);
        return motion;
    }

    BodyArray<Kinematics>::View kinematics;
    BodyArray<BodyProperties>::View properties;

private:
    const Domain& domain_;
};

}  // namespace scree::engine

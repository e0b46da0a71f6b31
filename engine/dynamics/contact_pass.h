#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "engine/dynamics/contact_forces.h"
#include "engine/dynamics/contact_motion.h"
#include "engine/dynamics/lane_pass.h"
#include "engine/laws/contact_effect.h"

namespace scree::engine {

/// One pass over the contacts with one law. It accesses bodies and contacts through pointers that
/// are valid for the pass, because this is the innermost loop of a step.
template <class Law>
class ContactForces::Pass {
public:
    Pass(const ContactForces& forces, const Bodies& bodies, const Domain& domain,
         Contacts& contacts)
        : table_(forces.table_),
          largest_overlap_(forces.largest_overlap_),
          dt_(forces.dt_),
          lanes_at_once_(forces.lanes_at_once_),
          fetches_ahead_(bodies.outgrow_cache()),
          bodies_(bodies),
          domain_(domain),
          of_(bodies, domain),
          contacts_(contacts),
          contact_(contacts.list().contacts.data()),
          clear_until_(contacts.list().clear_until.data()),
          touching_(contacts.list().touching.data()),
          begins_(contacts.list().begins.data()),
          overlaps_(contacts.list().overlaps),
          force_(contacts.list().forces.data()) {}

    std::size_t block_count() const {
        return (contacts_.plain_count() + contact_block - 1) / contact_block;
    }
    std::size_t group_block_count() const {
        return (contacts_.groups().size() + contact_block - 1) / contact_block;
    }

    /// Makes the step of the contacts of a block: first of those in lanes, then of the others that
    /// are near, whose overlaps are found before their forces. Calls tracked() before the forces of
    /// the others.
    template <class Tracked>
    void do_block(std::size_t block, ContactSums& sums, geometry::QueryCounts& counts,
                  const Tracked& tracked) {
        if (fetches_ahead_) fetch_block(block + 1);
        Picked changed;
        do_lanes(block, sums, counts, changed);
        Picked touching;
        for (const std::uint32_t k : changed.all())
            if (touching_[k] != 0) touching.add(k);
        track_near(block, counts, touching, changed);
        tracked();
        if (!std::ranges::is_sorted(touching.all()))
            std::sort(touching.contacts.begin(), touching.contacts.begin() + touching.count);
        apply_law(touching.all(), sums);
        for (const std::uint32_t k : changed.all())
            contacts_.lanes().update(k, {contact_[k], k}, of_);
        // In the first step of a run, all contacts get their lanes. A fault still has to be told.
        if (changed.count > contact_block / 4 && sums.too_deep == ContactSums::none)
            overlaps_.keep_only(block, contacts_.lanes().without(block));
    }

    /// Makes the step of the contacts with walls of several pieces. Groups of which only one piece
    /// touches, and no other comes near, are in lanes.
    void do_group_block(std::size_t block, ContactSums& sums, geometry::QueryCounts& counts);

private:
    /// Some contacts of a block.
    struct Picked {
        std::size_t count = 0;
        std::array<std::uint32_t, contact_block> contacts;

        void add(std::size_t k) { contacts[count++] = static_cast<std::uint32_t>(k); }
        std::span<const std::uint32_t> all() const { return std::span(contacts).first(count); }
    };

    LaneTask lane_task() const {
        return {table_, of_, domain_, dt_, largest_overlap_, lanes_at_once_, fetches_ahead_};
    }
    bool is_clear(std::size_t k) const;
    void fetch_corners(std::size_t k) const;
    void fetch_block(std::size_t block) const;
    bool track(std::size_t k, geometry::QueryCounts& counts);
    void do_lanes(std::size_t block, ContactSums& sums, geometry::QueryCounts& counts,
                  Picked& changed);
    ContactEffect effect_alone(std::size_t k, ContactSums& sums);
    double wall_work(std::size_t k, const ContactEffect& effect) const;
    StressSums stress_of(std::size_t k, const ContactEffect& effect) const;
    void apply_alone(std::size_t k, std::size_t lane, ContactSums& sums, LaneSums& terms);
    void apply_in_group(std::size_t k, ContactSums& sums);
    void add(std::size_t k, const ContactEffect& effect, ContactSums& sums) const;
    bool any_other_is_near(std::size_t group) const;
    bool is_idle(std::size_t group) const;
    void withdrawn(std::size_t group, Picked& others) {
        contacts_.withdraw(group);
        others.add(group);
    }
    void do_group_lanes(std::size_t block, ContactSums& sums, geometry::QueryCounts& counts,
                        Picked& others);
    bool still_crosses(std::size_t k, geometry::QueryCounts& counts);
    void track_near(std::size_t block, geometry::QueryCounts& counts, Picked& touching,
                    Picked& changed);
    /// What pieces of a wall that a grain has left in this step leave behind.
    struct Left {
        double spring = 0.0;  ///< the sum of their springs
        bool any = false;     ///< whether there are such pieces
    };
    Left track_group(const Contacts::Group& group, geometry::QueryCounts& counts);
    void do_group(const Contacts::Group& group, ContactSums& sums, geometry::QueryCounts& counts);
    bool is_too_deep(const Contact& contact, const Overlap& overlap) const;
    void apply_law(std::span<const std::uint32_t> all, ContactSums& sums);
    void apply_to_columns(std::span<const std::uint32_t> touching, ContactSums& sums);

    const ContactTable& table_;
    double largest_overlap_;
    double dt_;
    int lanes_at_once_;
    bool fetches_ahead_;
    const Bodies& bodies_;
    const Domain& domain_;
    ContactBodies of_;
    Contacts& contacts_;
    Contact* contact_;
    double* clear_until_;
    std::uint8_t* touching_;
    std::uint8_t* begins_;
    Overlaps& overlaps_;
    ContactForce* force_;
};

/// The share of a pair's distance that its bodies may travel before they are examined again. It is
/// below one to allow for rounding of the travel.
inline constexpr double clear_share = 0.999;

/// Whether the bodies have not moved far enough to touch.
template <class Law>
[[gnu::always_inline]] inline bool ContactForces::Pass<Law>::is_clear(std::size_t k) const {
    const auto [i, j] = contact_[k].pair;
    return of_.kinematics[i].travel + of_.kinematics[j].travel < clear_until_[k];
}

/// Prefetches the corners at which a contact was found last.
template <class Law>
[[gnu::always_inline]] inline void ContactForces::Pass<Law>::fetch_corners(std::size_t k) const {
    const auto [i, j] = contact_[k].pair;
    const auto& [enter, leave] = contact_[k].memory.crossing;
    for (const std::ptrdiff_t corner :
         {std::ptrdiff_t{enter.a}, enter.a + std::ptrdiff_t{2}, leave.a + std::ptrdiff_t{1}})
        of_.properties[i].ring.fetch(corner);
    for (const std::ptrdiff_t corner :
         {std::ptrdiff_t{leave.b}, leave.b + std::ptrdiff_t{2}, enter.b + std::ptrdiff_t{1}})
        of_.properties[j].ring.fetch(corner);
}

/// Prefetches what a block, if it exists, needs besides its lanes: the forces that are written, and
/// the contacts without lanes.
template <class Law>
[[gnu::always_inline]] inline void ContactForces::Pass<Law>::fetch_block(std::size_t block) const {
    if (block >= contacts_.lanes().block_count()) return;
    const std::size_t first = block * contact_block;
    const std::size_t last = std::min(first + contact_block, contacts_.plain_count());
    for (std::size_t k = first; k < last; k += 2) __builtin_prefetch(&force_[k], 1);
    const ContactLanes::Places& without = contacts_.lanes().without(block);
    for (std::size_t word = 0; word < without.size(); ++word)
        for (std::uint64_t bits = without[word]; bits != 0; bits &= bits - 1) {
            const std::size_t k =
                first + word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
            __builtin_prefetch(&contact_[k]);
            __builtin_prefetch(&clear_until_[k]);
        }
}

/// Finds out whether a contact touches, and stores its overlap. It is inlined because a function
/// call would noticeably slow down a step.
template <class Law>
[[gnu::always_inline]] inline bool ContactForces::Pass<Law>::track(std::size_t k,
                                                                   geometry::QueryCounts& counts) {
    Contact& contact = contact_[k];
    const auto [i, j] = contact.pair;
    const Kinematics& a = of_.kinematics[i];
    const Kinematics& b = of_.kinematics[j];
    const geometry::Transform* pose_b = &b.pose;
    geometry::Transform image;
    if (!contact.image.is_here()) [[unlikely]] {
        image = {of_.second_place(contact), b.pose.rotation};
        pose_b = &image;
    }
    const bool touched = contact.memory.overlapped;
    const geometry::Proximity answer =
        proximity_of(of_.properties[i], a.pose, of_.properties[j], *pose_b, contact.memory, counts);
    if (const auto* apart = std::get_if<geometry::Apart>(&answer)) {
        clear_until_[k] = a.travel + b.travel + clear_share * apart->distance;
        touching_[k] = 0;
        contact.memory.overlapped = false;
        contact.spring = 0.0;
        force_[k] = {};
        return false;
    }
    overlaps_[k] = *std::get_if<Overlap>(&answer);
    touching_[k] = 1;
    contact.memory.overlapped = true;
    begins_[k] = touched ? 0 : 1;
    return true;
}

/// Makes the step of the contacts of a block that are in lanes. Those whose features have changed,
/// or that have parted, are only tracked, and added to `changed`.
template <class Law>
void ContactForces::Pass<Law>::do_lanes(std::size_t block, ContactSums& sums,
                                        geometry::QueryCounts& counts, Picked& changed) {
    const std::size_t count = contacts_.lanes().count(block);
    if (count == 0) return;
    LaneSums terms;
    std::size_t alone = 0;
    const LaneTask task = lane_task();
    step_lanes_of_block<Law>(task, contacts_.lanes(), block, force_, terms,
                             [&](auto& group, std::size_t lane) {
                                 const std::uint32_t k = group.contact[lane];
                                 Contact& contact = contact_[k];
                                 ++alone;
                                 contact.spring = group.number[spring_column][lane];
                                 const geometry::PairMemory before = contact.memory;
                                 if (!track(k, counts) || contact.memory != before)
                                     return changed.add(k);
                                 apply_alone(k, lane, sums, terms);
                                 contacts_.lanes().refill(k, {contact, k}, of_);
                             });
    sums.add(terms);
    sums.touching += count - changed.count;
    counts.queries += count - alone;
    counts.tracked += count - alone;
}

/// Applies the law to one contact that touches, in the readable way: this is what the lanes are
/// compared with.
template <class Law>
ContactEffect ContactForces::Pass<Law>::effect_alone(std::size_t k, ContactSums& sums) {
    Contact& contact = contact_[k];
    const Overlap& overlap = overlaps_[k];
    if (is_too_deep(contact, overlap)) sums.too_deep = std::min(sums.too_deep, k);
    ContactMotion motion = of_.motion<Law>(contact);
    if (begins_[k] != 0) motion.onset = ContactBodies::onset<Law>(overlap, motion, dt_);
    const ContactEffect effect = effect_of<Law, double>(
        table_.at(of_.properties[contact.pair.i].material, of_.properties[contact.pair.j].material),
        overlap, motion, contact.spring, dt_);
    contact.spring = effect.spring;
    force_[k] = {effect.force, {effect.torque_a, effect.torque_b}};
    return effect;
}

/// The work of a wall on a grain in this step, given what its contact does.
template <class Law>
double ContactForces::Pass<Law>::wall_work(std::size_t k, const ContactEffect& effect) const {
    const Body body = contact_[k].pair.j;
    if (!is_wall(body)) return 0.0;
    const Kinematics& wall = of_.kinematics[body];
    return -(dot(effect.force, wall.velocity) + effect.torque_b * wall.spin) * dt_;
}

/// What a contact adds to the stress of a deforming cell, times its area.
template <class Law>
StressSums ContactForces::Pass<Law>::stress_of(std::size_t k, const ContactEffect& effect) const {
    if (!domain_.deforms()) return {};
    const Vec2 way =
        of_.second_place(contact_[k]) - of_.kinematics[contact_[k].pair.i].pose.position;
    return {effect.force.x * way.x, effect.force.y * way.y, effect.force.x * way.y};
}

/// Does so for a contact that is in a lane. What it adds to the ledger goes where its lane would
/// have put it.
template <class Law>
void ContactForces::Pass<Law>::apply_alone(std::size_t k, std::size_t lane, ContactSums& sums,
                                           LaneSums& terms) {
    const ContactEffect effect = effect_alone(k, sums);
    terms.elastic_work[lane] += effect.elastic_work;
    terms.potential[lane] += effect.potential;
    terms.tangential[lane] += effect.stored;
    terms.normal_damping[lane] += effect.normal_damping;
    terms.tangential_damping[lane] += effect.tangential_damping;
    terms.tangential_work[lane] += effect.tangential_work;
    terms.wall_work[lane] += wall_work(k, effect);
    const StressSums stress = stress_of(k, effect);
    terms.stress_xx[lane] += stress.xx;
    terms.stress_yy[lane] += stress.yy;
    terms.stress_xy[lane] += stress.xy;
}

template <class Law>
void ContactForces::Pass<Law>::add(std::size_t k, const ContactEffect& effect,
                                   ContactSums& sums) const {
    sums.elastic_work += effect.elastic_work;
    sums.potential += effect.potential;
    sums.tangential += effect.stored;
    sums.normal_damping += effect.normal_damping;
    sums.tangential_damping += effect.tangential_damping;
    sums.tangential_work += effect.tangential_work;
    sums.wall_work += wall_work(k, effect);
    sums.stress = sums.stress + stress_of(k, effect);
}

/// Tracks the contacts without a lane whose bodies may touch.
template <class Law>
void ContactForces::Pass<Law>::track_near(std::size_t block, geometry::QueryCounts& counts,
                                          Picked& touching, Picked& changed) {
    const ContactLanes::Places& without = contacts_.lanes().without(block);
    Picked near;
    for (std::size_t word = 0; word < without.size(); ++word)
        for (std::uint64_t bits = without[word]; bits != 0; bits &= bits - 1) {
            const std::size_t k = block * contact_block + word * 64 +
                                  static_cast<std::size_t>(std::countr_zero(bits));
            near.contacts[near.count] = static_cast<std::uint32_t>(k);
            near.count += is_clear(k) ? 0 : 1;
        }
    constexpr std::size_t ahead = 2;
    for (std::size_t n = 0; n < near.count; ++n) {
        if (n + ahead < near.count) fetch_corners(near.contacts[n + ahead]);
        const std::uint32_t k = near.contacts[n];
        const geometry::PairMemory before = contact_[k].memory;
        if (!track(k, counts)) continue;
        touching.add(k);
        if (contact_[k].memory != before) changed.add(k);
    }
}

template <class Law>
bool ContactForces::Pass<Law>::is_too_deep(const Contact& contact, const Overlap& overlap) const {
    const auto share = [&](Body body) {
        const double inverse_size = of_.properties[body].inverse_size;
        return overlap.area * inverse_size * inverse_size * std::numbers::inv_pi;
    };
    const double deepest = std::max(share(contact.pair.i), share(contact.pair.j));
    return overlap.swallowed || !(deepest <= largest_overlap_);
}

/// Applies the law to contacts that touch, in their order.
template <class Law>
void ContactForces::Pass<Law>::apply_law(std::span<const std::uint32_t> all, ContactSums& sums) {
    for (std::size_t first = 0; first < all.size(); first += ContactColumns::size)
        apply_to_columns(all.subspan(first, std::min(ContactColumns::size, all.size() - first)),
                         sums);
}

template <class Law>
void ContactForces::Pass<Law>::apply_to_columns(std::span<const std::uint32_t> touching,
                                                ContactSums& sums) {
    ContactColumns columns;
    for (std::size_t n = 0; n < touching.size(); ++n) {
        const std::size_t k = touching[n];
        const Contact& contact = contact_[k];
        const Overlap& overlap = overlaps_[k];
        if (is_too_deep(contact, overlap)) sums.too_deep = std::min(sums.too_deep, k);
        const ContactParameters& parameters = table_.at(of_.properties[contact.pair.i].material,
                                                        of_.properties[contact.pair.j].material);
        columns.put(n, parameters, overlap, of_.plain_motion<Law>(contact), contact.spring);
        if (!contact.image.is_here()) [[unlikely]] {
            const ContactMotion motion = of_.motion<Law>(contact);
            columns.put_image(n, motion.centres, motion.velocity);
        }
        if (begins_[k] != 0) [[unlikely]]
            columns.put_onset(n, ContactBodies::onset<Law>(overlap, of_.motion<Law>(contact), dt_));
    }
    columns.compute<Law>(touching.size(), dt_);
    for (std::size_t n = 0; n < touching.size(); ++n) {
        const std::size_t k = touching[n];
        const ContactEffect effect = columns.effect(n);
        force_[k] = {effect.force, {effect.torque_a, effect.torque_b}};
        contact_[k].spring = effect.spring;
        add(k, effect, sums);
    }
    sums.touching += touching.size();
}

}  // namespace scree::engine

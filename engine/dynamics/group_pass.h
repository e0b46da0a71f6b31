// Walls of several pieces: the part of a pass over the contacts that is about groups of contacts.
#pragma once

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/dynamics/contact_pass.h"

namespace scree::engine {

template <class Law>
void ContactForces::Pass<Law>::do_group_block(std::size_t block, ContactSums& sums,
                                              geometry::QueryCounts& counts) {
    const std::size_t first = block * contact_block;
    const std::size_t last = std::min(first + contact_block, contacts_.groups().size());
    Picked others;
    for (std::size_t g = first; g < last; ++g)
        if (contacts_.group_lanes().has_lane(g)) {
            if (any_other_is_near(g)) withdrawn(g, others);
        } else if (!is_idle(g)) {
            others.add(g);
        }
    do_group_lanes(block, sums, counts, others);
    std::sort(others.contacts.begin(), others.contacts.begin() + others.count);
    for (const std::uint32_t g : others.all()) {
        do_group(contacts_.groups()[g], sums, counts);
        contacts_.update_group(g, of_);
    }
}

/// Whether a piece of a group may touch besides the one that is in a lane.
template <class Law>
bool ContactForces::Pass<Law>::any_other_is_near(std::size_t group) const {
    const Contacts::Group& all = contacts_.groups()[group];
    for (std::size_t k = all.first; k < all.last; ++k)
        if (k != contacts_.single_of(group) && !is_clear(k)) return true;
    return false;
}

/// Whether no piece of a group touched in the last step, and none can touch in this one.
template <class Law>
bool ContactForces::Pass<Law>::is_idle(std::size_t group) const {
    const Contacts::Group& all = contacts_.groups()[group];
    for (std::size_t k = all.first; k < all.last; ++k)
        if (contact_[k].memory.overlapped || !is_clear(k)) return false;
    return true;
}

/// Whether a contact crosses at the same edges as before. Then its overlap is stored; nothing else
/// is changed.
template <class Law>
bool ContactForces::Pass<Law>::still_crosses(std::size_t k, geometry::QueryCounts& counts) {
    const Contact& contact = contact_[k];
    const auto [i, j] = contact.pair;
    geometry::PairMemory memory = contact.memory;
    const geometry::Proximity answer =
        proximity_of(of_.properties[i], of_.kinematics[i].pose, of_.properties[j],
                     {of_.second_place(contact), of_.kinematics[j].pose.rotation}, memory, counts);
    const auto* overlap = std::get_if<Overlap>(&answer);
    if (overlap == nullptr || memory != contact.memory) return false;
    overlaps_[k] = *overlap;
    return true;
}

/// Makes the step of the groups of a block that are in lanes. Those whose features have changed, or
/// that have parted, lose their lanes and are added to `others`.
template <class Law>
void ContactForces::Pass<Law>::do_group_lanes(std::size_t block, ContactSums& sums,
                                              geometry::QueryCounts& counts, Picked& others) {
    ContactLanes& lanes = contacts_.group_lanes();
    const std::size_t count = lanes.count(block);
    if (count == 0) return;
    LaneSums terms;
    Picked changed;
    const LaneTask task = lane_task();
    step_lanes_of_block<Law>(task, lanes, block, force_, terms, [&](auto& group, std::size_t lane) {
        const std::uint32_t k = group.contact[lane];
        const std::size_t g = block * contact_block + group.place[lane];
        if (!still_crosses(k, counts)) return changed.add(g);
        contact_[k].spring = group.number[spring_column][lane];
        begins_[k] = 0;
        apply_alone(k, lane, sums, terms);
        lanes.refill(g, {contact_[k], k}, of_);
    });
    sums.add(terms);
    sums.touching += count - changed.count;
    for (const std::uint32_t g : changed.all()) withdrawn(g, others);
}

/// Tracks the contacts of a group, and returns what is left of the pieces that the grain has left.
template <class Law>
typename ContactForces::Pass<Law>::Left ContactForces::Pass<Law>::track_group(
    const Contacts::Group& group, geometry::QueryCounts& counts) {
    Left left;
    for (std::size_t k = group.first; k < group.last; ++k) {
        const double spring = contact_[k].spring;
        const bool touched = contact_[k].memory.overlapped;
        if (!is_clear(k) && track(k, counts)) continue;
        left.spring += spring;
        left.any = left.any || touched;
    }
    return left;
}

/// Treats pieces that are felt as one as a single contact, in the place of the one with the largest
/// overlap.
template <class Law>
void ContactForces::Pass<Law>::do_group(const Contacts::Group& group, ContactSums& sums,
                                        geometry::QueryCounts& counts) {
    Left left = track_group(group, counts);
    contacts_.link_pieces(group, bodies_);
    for (std::size_t root = group.first; root < group.last; ++root) {
        if (!contacts_.is_root(root)) continue;
        const std::size_t k = contacts_.join_pieces(group, root, bodies_);
        // A grain that has moved on to the next piece takes its spring along, and does not touch
        // the wall anew.
        const auto [spring, any] = std::exchange(left, {});
        contact_[k].spring += spring;
        if (any) begins_[k] = 0;
        apply_in_group(k, sums);
        contacts_.share_spring(group, root, k);
    }
}

/// Applies the law to one of the contacts of a group.
template <class Law>
void ContactForces::Pass<Law>::apply_in_group(std::size_t k, ContactSums& sums) {
    add(k, effect_alone(k, sums), sums);
    ++sums.touching;
}

}  // namespace scree::engine

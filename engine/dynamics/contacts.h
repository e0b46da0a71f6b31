#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/base/hash.h"
#include "engine/base/workers.h"
#include "engine/dynamics/bodies.h"
#include "engine/dynamics/contact.h"
#include "engine/dynamics/contact_lanes.h"
#include "engine/dynamics/overlaps.h"
#include "engine/dynamics/walls/walls.h"
#include "engine/laws/material.h"

namespace scree::engine {

/// The data of all contacts, in columns of the same length.
struct ContactList {
    std::vector<Contact> contacts;
    std::vector<double> clear_until;     ///< travel of both bodies before the pair can touch, m
    std::vector<std::uint8_t> touching;  ///< 0 or 1
    std::vector<std::uint8_t> begins;    ///< 1 if a pair that touches did not in the last step
    Overlaps overlaps;                   ///< of pairs that touch and are in no lane
    std::vector<ContactForce> forces;    ///< zero for pairs that do not touch
};

/// The pairs of bodies that may touch, and what they remember. First come grains with grains and
/// with walls of one piece, in the order of their pairs; then grains with pieces of other walls, in
/// the same order. The contacts of one grain with one such wall are a group, and follow each other.
class Contacts {
public:
    using Group = Range;

    std::size_t size() const { return list_.contacts.size(); }
    std::span<const Contact> all() const { return list_.contacts; }
    const ContactList& list() const { return list_; }
    ContactList& list() { return list_; }
    /// The number of contacts that belong to no group. Contacts from this index on belong to
    /// groups.
    std::size_t plain_count() const { return plain_; }
    std::span<const Group> groups() const { return groups_; }

    bool touches(std::size_t k) const { return list_.touching[k] != 0; }
    const ContactForce& force(std::size_t k) const { return list_.forces[k]; }
    /// The overlap of contact k, which touches. That of a contact in a lane is computed anew, to
    /// the same bits.
    Overlap overlap(std::size_t k, const ContactBodies& of) const;
    /// The springs of all contacts. Those of contacts in lanes are not in the list.
    std::vector<double> springs() const;

    ContactLanes& lanes() { return lanes_; }
    /// Whether contact k has a lane, among those of single contacts or of groups.
    bool has_lane(std::size_t k) const {
        if (k < plain_) return lanes_.has_lane(k);
        const std::uint32_t group = group_of_[k - plain_];
        return group_lanes_.has_lane(group) && single_[group] == k;
    }
    // A group of which only one piece touches has a lane for it.
    ContactLanes& group_lanes() { return group_lanes_; }
    /// The contact of a group that touched in the last step, if there is only one.
    static constexpr std::uint32_t none = 0xffffffff;
    std::uint32_t single_of(std::size_t group) const { return single_[group]; }
    /// Must be called after the contacts of a group were examined one by one.
    void update_group(std::size_t group, const ContactBodies& of);
    /// Takes the lane of a group away, so that its contacts can be examined one by one.
    void withdraw(std::size_t group);
    /// Makes lanes for the contacts that are of a form for it. It must be called after merge() and
    /// read().
    void make_lanes(const ContactBodies& of, Workers& workers);
    /// Must be called when a step has found overlaps anew.
    void forget_overlaps() { overlaps_hold_ = false; }

    /// The contacts of a grain in their order. Each entry is twice the index of the contact, plus
    /// one if the grain is its second body. Only grains that existed at the last merge have
    /// entries.
    std::span<const std::uint32_t> of_grain(std::size_t grain) const {
        const std::uint32_t first = first_of_grain_[grain];
        return {of_grain_.data() + first, first_of_grain_[grain + 1] - first};
    }
    /// The contacts with walls, in their order.
    std::span<const std::uint32_t> at_walls() const { return at_walls_; }
    /// Must be called when the masses of walls have changed: lanes hold them.
    void refill_lanes_at_walls(const ContactBodies& of);
    /// The number of grains that of_grain() knows. Grains that were added later have no contacts
    /// yet.
    std::size_t grains_listed() const {
        return first_of_grain_.empty() ? 0 : first_of_grain_.size() - 1;
    }

    /// Makes contacts of these pairs, which must be sorted. What existing contacts remember is
    /// carried over. Pairs with walls that are not present are left out.
    void merge(std::span<const ImagePair> pairs, const Walls& walls, const Bodies& bodies);
    /// Erases the contacts whose mark is not zero; the others keep their order.
    void erase(std::span<const std::uint8_t> marks, const ContactBodies& of);
    /// Gives bodies their new numbers after the grains whose mark is not zero were removed. The
    /// contacts of these grains must have been erased before.
    void renumber(std::span<const std::uint8_t> gone, const Walls& walls);
    /// Updates the images after bodies were put back by these numbers of periods, so that nothing
    /// changes for the contacts.
    void turn_images(const BodyArray<Turns>& turned);
    /// Updates the images where the image one period up is now one that lies this many periods
    /// further to the left.
    void flip_images(std::int32_t widths);

    // Pieces of a wall that abut are felt as one (docs/physics.md, "Walls of several pieces").

    /// Finds out which overlaps of a group belong together.
    void link_pieces(const Group& group, const Bodies& bodies);
    /// Whether contact k is the first of those that are felt as one.
    bool is_root(std::size_t k) const { return root_[k - plain_] == k; }
    /// Joins the overlaps of one root into a single contact, and returns its index: that of the
    /// largest overlap, from which the depth of a disc is known.
    /// The contact begins if none of its pieces touched in the last step.
    std::size_t join_pieces(const Group& group, std::size_t root, const Bodies& bodies);
    /// Gives each piece its share of the spring, by area, so that little is lost with a piece that
    /// the grain leaves.
    void share_spring(const Group& group, std::size_t root, std::size_t whole);
    /// Returns the spring of a contact, including the shares of the pieces that are felt as one
    /// with it.
    double whole_spring(std::size_t k, const Walls& walls) const;
    /// Calls task(m) for contact k, which touches, and for the pieces of the same wall that may be
    /// felt as one with it, whether they overlap or not.
    template <class Task>
    void for_each_felt_with(std::size_t k, const Walls& walls, const Task& task) const {
        task(k);
        if (k < plain_) return;
        for (std::size_t m = k + 1; m < size() && is_absorbed(m, k, walls); ++m) task(m);
        // Pieces between two contacts count with the one before them.
        std::size_t first = k;
        while (first > plain_ && is_absorbed(first - 1, k, walls)) --first;
        if (first > plain_ && are_of_one_wall(first - 1, k, walls)) return;
        for (std::size_t m = first; m < k; ++m) task(m);
    }

    void write(Snapshot& to, const ContactBodies& of) const;
    /// Throws std::invalid_argument if the snapshot cannot hold the contacts of a run with these
    /// grains.
    void check(const Snapshot& from, std::span<const NewGrain> grains, const Walls& walls,
               const Period& period, double time) const;
    void read(const Snapshot& from, const Walls& walls, const Bodies& bodies);
    void add_to(Fnv1a& hash, const Bodies& bodies, const Period& period) const;

private:
    /// Whether two contacts are of the same grain with the same wall.
    bool are_of_one_wall(std::size_t m, std::size_t k, const Walls& walls) const {
        const BodyPair one = list_.contacts[m].pair;
        const BodyPair other = list_.contacts[k].pair;
        return one.i == other.i && is_wall(one.j) && is_wall(other.j) &&
               walls.wall_of(one.j) == walls.wall_of(other.j);
    }
    /// Whether contact m has no force of its own, and may be felt as one with k.
    bool is_absorbed(std::size_t m, std::size_t k, const Walls& walls) const {
        return !touches(m) && are_of_one_wall(m, k, walls);
    }
    void list_groups(const Walls& walls);
    void prepare();
    void list_by_grain(std::size_t grains);

    void dissolve_lanes(const ContactBodies& of);

    void find_single(std::size_t group);
    void make_group_lanes(const ContactBodies& of, Workers& workers);
    void take_group_springs();

    ContactList list_;
    ContactLanes lanes_;
    ContactLanes group_lanes_;
    bool overlaps_hold_ = true;  ///< the list has the overlaps of all contacts, from a snapshot
    std::size_t plain_ = 0;
    std::vector<Group> groups_;
    std::vector<std::uint32_t> group_of_;  ///< for contacts in groups
    std::vector<std::uint32_t> single_;    ///< of each group
    std::vector<std::size_t> root_;    ///< for contacts in groups: the first that is felt with it
    std::vector<std::uint32_t> from_;  ///< for each contact: where it was before the last merge
    std::vector<std::uint32_t> first_of_grain_;  ///< index into of_grain_
    std::vector<std::uint32_t> of_grain_;
    std::vector<std::uint32_t> at_walls_;

    // These are members only so that their memory is reused.
    std::vector<Contact> grouped_contacts_;
    std::vector<std::uint32_t> fill_;
};

}  // namespace scree::engine

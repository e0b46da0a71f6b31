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
#include "engine/dynamics/walls.h"
#include "engine/laws/material.h"

namespace scree::engine {

using geometry::Overlap;

/// What is known of each contact: columns of the same length.
struct ContactList {
    std::vector<Contact> contacts;
    std::vector<double> drag;            ///< gamma sqrt(m Y), which the laws need
    std::vector<double> clear_until;     ///< the travel of both before the pair can touch
    std::vector<std::uint8_t> touching;  ///< 0 or 1
    std::vector<Overlap> overlaps;       ///< where the pair touches
    std::vector<ContactForce> forces;    ///< zero where it does not
};

/// The pairs of bodies that may touch, and what they remember. First grains with grains and with
/// walls of one piece, in the order of their pairs; then grains with pieces of other walls,
/// likewise: the contacts of one grain with one such wall are a group, and follow each other.
class Contacts {
public:
    using Group = Range;

    std::size_t size() const { return list_.contacts.size(); }
    std::span<const Contact> all() const { return list_.contacts; }
    const ContactList& list() const { return list_; }
    ContactList& list() { return list_; }
    /// Contacts from here on belong to groups.
    std::size_t plain_count() const { return plain_; }
    std::span<const Group> groups() const { return groups_; }

    bool touches(std::size_t k) const { return list_.touching[k] != 0; }
    const Overlap& overlap(std::size_t k) const { return list_.overlaps[k]; }
    const ContactForce& force(std::size_t k) const { return list_.forces[k]; }

    /// The contacts of a grain in their order: each is twice the number of the contact, plus one
    /// where the grain is its second body. Only for the grains that were there at the last merge.
    std::span<const std::uint32_t> of_grain(std::size_t grain) const {
        const std::uint32_t first = first_of_grain_[grain];
        return {of_grain_.data() + first, first_of_grain_[grain + 1] - first};
    }
    /// How many these are: grains that came since then have no contacts yet.
    std::size_t grains_listed() const {
        return first_of_grain_.empty() ? 0 : first_of_grain_.size() - 1;
    }

    /// Makes the contacts of these pairs, which are sorted. What the old contacts remember is
    /// carried over. Pairs with walls that are not there are left out.
    void merge(std::span<const ImagePair> pairs, const Walls& walls, const Bodies& bodies,
               const ContactTable& table);
    /// The contacts whose mark is not zero go; the others keep their order.
    void erase(std::span<const std::uint8_t> marks);
    /// Gives bodies their new numbers, where the grains whose mark is not zero have gone, and their
    /// contacts before them.
    void renumber(std::span<const std::uint8_t> gone, const Walls& walls);
    /// The bodies were put back by so many periods: the images change so that nothing has moved for
    /// the contacts.
    void turn_images(const BodyArray<Turns>& turned);

    // Pieces of a wall that abut are felt as one (docs/physics.md, "Walls of several pieces").

    /// Finds out which of the overlaps of a group make one.
    void link_pieces(const Group& group, const Bodies& bodies);
    /// Whether contact k is the first of those that are felt as one.
    bool is_root(std::size_t k) const { return root_[k - plain_] == k; }
    /// Makes the overlaps of one root a single contact, and returns which: that of the largest
    /// overlap, which also knows how deep a disc is.
    std::size_t join_pieces(const Group& group, std::size_t root, const Bodies& bodies);
    /// Each piece gets its share of the spring, by area, so that hardly anything is lost with one
    /// that the grain leaves.
    void share_spring(const Group& group, std::size_t root, std::size_t whole);
    /// The spring of a contact, with the shares of the pieces that are felt as one with it.
    double whole_spring(std::size_t k, const Walls& walls) const;

    void write(Snapshot& to) const;
    /// Throws std::invalid_argument for what cannot be the contacts of a run with these grains.
    void check(const Snapshot& from, std::span<const NewGrain> grains, const Walls& walls,
               const Period& period, double time) const;
    void read(const Snapshot& from, const Walls& walls, const Bodies& bodies,
              const ContactTable& table);
    void add_to(Fnv1a& hash, const Bodies& bodies, const Period& period) const;

private:
    void list_groups(const Walls& walls);
    void prepare(const Bodies& bodies, const ContactTable& table);
    void list_by_grain(std::size_t grains);

    ContactList list_;
    std::size_t plain_ = 0;
    std::vector<Group> groups_;
    std::vector<std::size_t> root_;  ///< of each contact in a group: the first that is felt with it
    std::vector<std::uint32_t> first_of_grain_;  ///< into of_grain_
    std::vector<std::uint32_t> of_grain_;

    // Kept for their memory.
    std::vector<Contact> old_contacts_;
    std::vector<Contact> grouped_contacts_;
    std::vector<std::uint32_t> fill_;
};

}  // namespace scree::engine

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/workers.h"
#include "engine/dynamics/contact.h"
#include "engine/dynamics/contact_motion.h"
#include "engine/dynamics/overlaps.h"

/// Contacts in lanes: those that touch and are of a common form hold all that a step needs of their
/// shapes, eight side by side, so that geometry and law are computed for several at once. A step
/// reads no shape for them, and stores no overlap.
///
/// Which contacts are in lanes, and in what order, follows from what contacts remember (their
/// features, and whether they touched), and from nothing else: so a run that is resumed sums in the
/// same order as one that was never stopped.
namespace scree::engine {

/// The forms of contacts that lanes are made for.
enum class LaneKind : std::uint8_t {
    none,
    poke,   ///< one corner of a polygon in one edge of another
    chain,  ///< one corner of each polygon in the other, or two of one
    disc,   ///< two discs
    edge,   ///< a disc on an edge of a polygon
    arc,    ///< three or more corners of a polygon in another
};
inline constexpr std::array all_lane_kinds{LaneKind::poke, LaneKind::chain, LaneKind::disc,
                                           LaneKind::edge, LaneKind::arc};

/// Returns the form of a contact, from what it remembers: that of one that did not touch is `none`.
LaneKind lane_kind(const Contact& contact, const ContactBodies& of);

/// A contact, and its number.
struct NumberedContact {
    const Contact& contact;
    std::uint32_t number;
};

/// Eight lanes of a block of contacts: for each column of numbers, that of each lane. The first
/// five columns are the same for all kinds.
template <std::size_t Columns>
struct alignas(64) LaneGroup {
    static constexpr std::size_t size = 8;
    using Column = std::array<double, size>;

    std::array<Column, Columns> number{};
    std::array<Body, size> first{};
    std::array<Body, size> second{};
    std::array<std::array<std::uint16_t, 2>, size> materials{};
    std::array<Image, size> image{};
    std::array<std::uint8_t, size> place{};     ///< of the item, within its block
    std::array<std::uint32_t, size> contact{};  ///< its number
    /// How large a share of the smaller body a unit of area is, or a little more, 1/m2.
    std::array<float, size> share{};
    // What lanes of a group have in common. It is kept by ContactLanes.
    double most_share = 0.0;  ///< the largest of `share`
    std::uint8_t used = 0;    ///< a bit for each lane that has a contact
    std::uint8_t with_wall = 0;
    bool one_pair_of_materials = true;
    bool any_image = false;
};

enum LawColumn : std::size_t {
    spring_column,
    inverse_mass_column,
    inverse_inertia_a_column,
    inverse_inertia_b_column,
    inverse_length_column,
    law_columns
};

enum PokeColumn : std::size_t {
    before_x = law_columns,
    before_y,
    tip_x,
    tip_y,
    after_x,
    after_y,
    start_x,
    start_y,
    normal_x,
    normal_y,
    size_column,
    edged_is_b_column,
    witness_along_column,
    witness_depth_column,
    poke_reach_column,
    poke_columns
};
using PokeGroup = LaneGroup<poke_columns>;

/// For where A enters B, then for where it leaves: inner ends of the edges of A and of B, and the
/// edges. Then the witnesses for the first and last corner of A's chain, and of B's.
enum ChainColumn : std::size_t {
    crossing_columns = law_columns,
    witness_columns = crossing_columns + 16,
    has_a_column = witness_columns + 8,
    has_b_column,
    chain_reach_column,
    chain_columns
};
using ChainGroup = LaneGroup<chain_columns>;

enum DiscColumn : std::size_t { radius_a_column = law_columns, radius_b_column, disc_columns };
using DiscGroup = LaneGroup<disc_columns>;

enum EdgeColumn : std::size_t {
    edge_start_x = law_columns,
    edge_start_y,
    edge_normal_x,
    edge_normal_y,
    edge_size_column,
    edge_radius_column,
    disc_is_a_column,
    centroid_along_column,
    centroid_depth_column,
    edge_columns
};
using EdgeGroup = LaneGroup<edge_columns>;

/// The columns of crossings are those of chains. For each polygon: apex, witness, moment, area, and
/// whether it has corners inside.
enum ArcColumn : std::size_t {
    arc_side_columns = crossing_columns + 16,
    columns_of_arc_side = 8,
    arc_reach_column = arc_side_columns + 2 * columns_of_arc_side,
    arc_columns
};
using ArcGroup = LaneGroup<arc_columns>;

/// The groups of one kind of lanes. Each block has a section: some groups in a row, of which the
/// first lanes are used, in the order of their contacts. Sections have their own memory, so that
/// one grows without the others, and that those of old lanes can be let go one by one.
template <class Group>
class LaneSections {
public:
    /// Makes empty sections for so many blocks.
    void make(std::size_t blocks);
    /// Gives a block memory for this many lanes.
    void reserve(std::size_t block, std::size_t lanes) {
        sections_[block].groups.reserve((lanes + Group::size - 1) / Group::size);
    }
    /// Takes the lanes of a block away, with their memory.
    void let_go(std::size_t block) { sections_[block] = {}; }
    std::span<Group> groups(std::size_t block) {
        Section& section = sections_[block];
        return std::span(section.groups).first((section.count + 7u) / 8u);
    }
    std::size_t count(std::size_t block) const { return sections_[block].count; }
    /// The spring of a contact, which must have a lane.
    double spring(std::size_t block, std::uint8_t place) const;

    template <class Task>
    void for_each_spring(const Task& task) const {
        for (std::size_t block = 0; block < sections_.size(); ++block) {
            const Section& section = sections_[block];
            for (std::size_t lane = 0; lane < section.count; ++lane) {
                const Group& group = section.groups[lane / Group::size];
                const std::size_t at = lane % Group::size;
                task(std::size_t{group.contact[at]}, group.number[spring_column][at]);
            }
        }
    }

    /// Adds a lane behind all others of the block. After the last one find_common() must be called.
    void append(std::size_t block, std::uint8_t place, const NumberedContact& contact,
                const ContactBodies& of);
    /// Does the same with what lane `item` of other sections holds, that of the same contact.
    void append(std::size_t block, std::uint8_t place, const NumberedContact& contact,
                const LaneSections& others, std::size_t item);
    void find_common(std::size_t block) { find_common_from(sections_[block], 0); }
    /// Adds a lane at its place.
    void insert(std::size_t block, std::uint8_t place, const NumberedContact& contact,
                const ContactBodies& of);
    void refill(std::size_t block, std::uint8_t place, const NumberedContact& contact,
                const ContactBodies& of);
    void erase(std::size_t block, std::uint8_t place);

private:
    struct Section {
        std::vector<Group> groups;
        std::uint16_t count = 0;  ///< lanes

        Group& group_of(std::size_t lane) { return groups[lane / Group::size]; }
    };

    /// Adds a lane behind all others, and returns its number.
    std::size_t add(std::size_t block, std::uint8_t place);
    /// Notes that a lane is that of the contact at this place.
    void name(std::size_t block, std::size_t lane, std::uint8_t place);
    void move(std::size_t block, std::size_t from, std::size_t to);
    void find_common_from(Section& section, std::size_t lane);

    std::vector<Section> sections_;
    std::vector<std::uint8_t> lane_;  ///< of each contact that has one, within its section
};

/// Lanes for a list of items, of which each has at most one contact in a lane: the contacts
/// themselves, or groups of contacts that are felt as one.
class ContactLanes {
public:
    static constexpr std::uint32_t nowhere = 0xffffffff;
    /// Makes lanes for as many items, given by contact_of(item), where the contact is of a form for
    /// it. `from` tells for each item which one it was when the lanes were made before, or
    /// `nowhere`: so much need not be found again.
    template <class ContactOf>
    void make(std::size_t items, const ContactOf& contact_of, std::span<const std::uint32_t> from,
              const ContactBodies& of, Workers& workers);
    /// Takes all lanes away.
    void clear() { *this = {}; }

    bool has_lane(std::size_t item) const {
        return item < kind_.size() && kind_[item] != LaneKind::none;
    }
    /// The spring of a contact that has a lane: its entry in the list of contacts is not kept.
    double spring(std::size_t item) const;
    /// Calls task(number of the contact, spring) for every lane.
    template <class Task>
    void for_each_spring(const Task& task) const {
        sections_.for_each([&](const auto& sections) { sections.for_each_spring(task); });
    }
    /// After the features of a contact have changed, or it has begun or ended: makes, refills or
    /// removes its lane, as what it remembers now asks for. Several threads may change the lanes of
    /// different blocks at once.
    void update(std::size_t item, const NumberedContact& contact, const ContactBodies& of);
    /// Fills the lane of a contact anew.
    void refill(std::size_t item, const NumberedContact& contact, const ContactBodies& of);
    /// Takes the lane of an item away.
    void remove(std::size_t item);

    std::span<PokeGroup> pokes(std::size_t block) { return sections_.pokes.groups(block); }
    std::span<ChainGroup> chains(std::size_t block) { return sections_.chains.groups(block); }
    std::span<DiscGroup> discs(std::size_t block) { return sections_.discs.groups(block); }
    std::span<EdgeGroup> edges(std::size_t block) { return sections_.edges.groups(block); }
    std::span<ArcGroup> arcs(std::size_t block) { return sections_.arcs.groups(block); }
    std::size_t block_count() const { return without_.size(); }
    /// The number of lanes of a block.
    std::size_t count(std::size_t block) const {
        std::size_t sum = 0;
        sections_.for_each([&](const auto& sections) { sum += sections.count(block); });
        return sum;
    }
    /// The items of a block that have no lane: a bit for each place.
    using Places = std::array<std::uint64_t, contact_block / 64>;
    const Places& without(std::size_t block) const { return without_[block]; }

private:
    /// The sections of all kinds.
    struct Sections {
        LaneSections<PokeGroup> pokes;
        LaneSections<ChainGroup> chains;
        LaneSections<DiscGroup> discs;
        LaneSections<EdgeGroup> edges;
        LaneSections<ArcGroup> arcs;

        template <class Task>
        void for_each(const Task& task) const {
            task(pokes), task(chains), task(discs), task(edges), task(arcs);
        }
        template <class Task>
        void for_each(const Task& task) {
            task(pokes), task(chains), task(discs), task(edges), task(arcs);
        }
    };

    /// Calls task(member) with the member of Sections that is for this kind.
    template <class Task>
    static auto with_member(LaneKind kind, const Task& task);

    std::vector<LaneKind> kind_;  ///< of each item
    std::vector<Places> without_;
    Sections sections_;
};

namespace lane_detail {

constexpr std::size_t block_of(std::size_t item) { return item / contact_block; }
constexpr std::uint8_t place_of(std::size_t item) {
    return static_cast<std::uint8_t>(item % contact_block);
}

}  // namespace lane_detail

template <class Task>
auto ContactLanes::with_member(LaneKind kind, const Task& task) {
    switch (kind) {
        case LaneKind::chain:
            return task(&Sections::chains);
        case LaneKind::disc:
            return task(&Sections::discs);
        case LaneKind::edge:
            return task(&Sections::edges);
        case LaneKind::arc:
            return task(&Sections::arcs);
        default:
            return task(&Sections::pokes);
    }
}

template <class ContactOf>
void ContactLanes::make(std::size_t items, const ContactOf& contact_of,
                        std::span<const std::uint32_t> from, const ContactBodies& of,
                        Workers& workers) {
    using namespace lane_detail;
    const std::size_t blocks = (items + contact_block - 1) / contact_block;
    Sections old = std::exchange(sections_, {});
    const std::vector<LaneKind> old_kinds = std::exchange(kind_, {});
    kind_.resize(items);
    without_.resize(blocks);
    std::array<std::vector<std::uint16_t>, all_lane_kinds.size()> counts;
    for (std::vector<std::uint16_t>& of_kind : counts) of_kind.assign(blocks, 0);
    const auto for_each = [&](std::size_t block, const auto& task) {
        const std::size_t last = std::min((block + 1) * contact_block, items);
        for (std::size_t k = block * contact_block; k < last; ++k) task(k);
    };
    // What a contact was before need not be found again: its memory has not changed since.
    const auto old_kind = [&](std::size_t k) {
        return k < from.size() && from[k] < old_kinds.size() ? old_kinds[from[k]] : LaneKind::none;
    };
    workers.split(blocks, 1, [&](Range range, std::uint32_t) {
        for (std::size_t block = range.first; block < range.last; ++block) {
            without_[block] = {};
            for_each(block, [&](std::size_t k) {
                kind_[k] = old_kind(k);
                if (kind_[k] == LaneKind::none) kind_[k] = lane_kind(contact_of(k).contact, of);
                if (kind_[k] == LaneKind::none)
                    without_[block][place_of(k) / 64] |= std::uint64_t{1} << place_of(k) % 64;
                else
                    ++counts[static_cast<std::size_t>(kind_[k]) - 1][block];
            });
        }
    });
    sections_.for_each([&](auto& sections) { sections.make(blocks); });
    workers.split(blocks, 1, [&](Range range, std::uint32_t) {
        // Contacts keep their order, so that old blocks are read one after the other, and those
        // that nobody reads any more make room for the new ones, which get their memory only now.
        // The first may be read by another worker too.
        constexpr std::size_t none = ~std::size_t{0};
        std::size_t next_to_go = none;
        for (std::size_t block = range.first; block < range.last; ++block) {
            for (const LaneKind kind : all_lane_kinds)
                with_member(kind, [&](auto member) {
                    (sections_.*member)
                        .reserve(block, counts[static_cast<std::size_t>(kind) - 1][block]);
                });
            for_each(block, [&](std::size_t k) {
                if (kind_[k] == LaneKind::none) return;
                with_member(kind_[k], [&](auto member) {
                    if (old_kind(k) == LaneKind::none)
                        return (sections_.*member).append(block, place_of(k), contact_of(k), of);
                    (sections_.*member)
                        .append(block, place_of(k), contact_of(k), old.*member, from[k]);
                    const std::size_t read = block_of(from[k]);
                    for (; next_to_go < read; ++next_to_go)
                        old.for_each([&](auto& sections) { sections.let_go(next_to_go); });
                    if (next_to_go == none) next_to_go = read + 1;
                });
            });
            sections_.for_each([&](auto& sections) { sections.find_common(block); });
        }
    });
}

}  // namespace scree::engine

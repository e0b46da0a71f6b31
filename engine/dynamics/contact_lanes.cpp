#include "engine/dynamics/contact_lanes.h"

#include <numbers>

#include "geometry/wide_overlap.h"

namespace scree::engine {

using geometry::CrossingPolygons;
using geometry::Vec2;

namespace {

/// Lanes that are free when a section is made, beside those that are used.
constexpr std::size_t spare_lanes = 8;

template <class Group>
void set(Group& group, std::size_t lane, std::size_t column, double value) {
    group.number[column][lane] = value;
}

template <class Group>
void set(Group& group, std::size_t lane, std::size_t column, Vec2 value) {
    group.number[column][lane] = value.x;
    group.number[column + 1][lane] = value.y;
}

/// Fills what all kinds of lanes have.
template <class Group>
void fill_law(Group& group, std::size_t lane, const Contact& contact, const BodyProperties& a,
              const BodyProperties& b) {
    group.first[lane] = contact.pair.i;
    group.second[lane] = contact.pair.j;
    group.materials[lane] = {a.material, b.material};
    group.image[lane] = contact.image;
    set(group, lane, spring_column, contact.spring);
    set(group, lane, inverse_mass_column, a.inverse_mass + b.inverse_mass);
    set(group, lane, inverse_inertia_a_column, a.inverse_inertia);
    set(group, lane, inverse_inertia_b_column, b.inverse_inertia);
    set(group, lane, inverse_length_column, inverse_length_of(a.inverse_size, b.inverse_size));
    const double most = std::max(a.inverse_size, b.inverse_size);
    group.share[lane] = static_cast<float>(1.0001 * most * most * std::numbers::inv_pi);
}

void fill_shapes(PokeGroup& group, std::size_t lane, const CrossingPolygons& of) {
    const geometry::WidePoke<double> poke = poke_of(of);
    const auto put = [&](std::size_t column, const geometry::WideVec2<double>& value) {
        set(group, lane, column, Vec2{value.x, value.y});
    };
    put(before_x, poke.before);
    put(tip_x, poke.tip);
    put(after_x, poke.after);
    put(start_x, poke.start);
    put(normal_x, poke.normal);
    set(group, lane, size_column, poke.size);
    set(group, lane, edged_is_b_column, poke.edged_is_b);
    set(group, lane, witness_along_column, poke.witness_along);
    set(group, lane, witness_depth_column, poke.witness_depth);
    set(group, lane, poke_reach_column, poke.reach);
}

void fill_shapes(ChainGroup& group, std::size_t lane, const CrossingPolygons& of) {
    const geometry::WideChain<double> chain = chain_of(of);
    std::size_t column = crossing_columns;
    const auto put = [&](const geometry::WideVec2<double>& value) {
        set(group, lane, column, Vec2{value.x, value.y});
        column += 2;
    };
    for (const geometry::WideCrossing<double>& crossing : {chain.enter, chain.leave}) {
        put(crossing.inner_a);
        put(crossing.inner_b);
        put(crossing.edge_a);
        put(crossing.edge_b);
    }
    for (const auto& witnesses : {chain.witness_in_b, chain.witness_in_a})
        for (const geometry::WideVec2<double>& witness : witnesses) put(witness);
    set(group, lane, has_a_column, chain.has_a);
    set(group, lane, has_b_column, chain.has_b);
    set(group, lane, chain_reach_column, chain.reach);
}

template <class Group>
void fill(Group& group, std::size_t lane, const Contact& contact, const ContactBodies& of) {
    const auto [i, j] = contact.pair;
    const BodyProperties& a = of.properties[i];
    const BodyProperties& b = of.properties[j];
    fill_law(group, lane, contact, a, b);
    const geometry::Transform& pose_a = of.kinematics[i].pose;
    const geometry::Transform pose_b{of.second_place(contact), of.kinematics[j].pose.rotation};
    fill_shapes(group, lane, {{a.ring, pose_a}, {b.ring, pose_b}, contact.memory.crossing});
}

void fill(DiscGroup& group, std::size_t lane, const Contact& contact, const ContactBodies& of) {
    const BodyProperties& a = of.properties[contact.pair.i];
    const BodyProperties& b = of.properties[contact.pair.j];
    fill_law(group, lane, contact, a, b);
    set(group, lane, radius_a_column, a.ring.radius());
    set(group, lane, radius_b_column, b.ring.radius());
}

/// Finds out again what the lanes of a group have in common.
template <class Group>
void find_common(Group& group, std::size_t count) {
    group.used = static_cast<std::uint8_t>((1u << count) - 1u);
    group.with_wall = 0;
    group.one_pair_of_materials = true;
    group.any_image = false;
    group.most_share = 0.0;
    for (std::size_t lane = 0; lane < count; ++lane) {
        if (is_wall(group.second[lane])) group.with_wall |= static_cast<std::uint8_t>(1u << lane);
        if (group.materials[lane] != group.materials[0]) group.one_pair_of_materials = false;
        if (!group.image[lane].is_here()) group.any_image = true;
        group.most_share = std::max(group.most_share, double{group.share[lane]});
    }
    // Lanes without a contact compute with bodies that exist, and their results are not used.
    for (std::size_t lane = count; lane < Group::size; ++lane) {
        group.first[lane] = group.first[0];
        group.second[lane] = group.second[0];
        group.materials[lane] = group.materials[0];
        group.image[lane] = {};
    }
}

template <class Group>
void copy_lane(const Group& source, std::size_t from, Group& target, std::size_t to) {
    for (std::size_t column = 0; column < source.number.size(); ++column)
        target.number[column][to] = source.number[column][from];
    target.first[to] = source.first[from];
    target.second[to] = source.second[from];
    target.materials[to] = source.materials[from];
    target.image[to] = source.image[from];
    target.share[to] = source.share[from];
}

constexpr std::size_t block_of(std::size_t k) { return k / contact_block; }
constexpr std::uint8_t place_of(std::size_t k) {
    return static_cast<std::uint8_t>(k % contact_block);
}

}  // namespace

LaneKind lane_kind(const Contact& contact, const BodyProperties& a, const BodyProperties& b) {
    if (!contact.memory.overlapped) return LaneKind::none;
    if (a.is_disc || b.is_disc) return a.is_disc && b.is_disc ? LaneKind::disc : LaneKind::none;
    if (contact.memory.kind != geometry::PairMemory::Kind::crossing) return LaneKind::none;
    const geometry::InnerCorners inner = inner_corners(contact.memory.crossing, a.ring, b.ring);
    if (inner.a + inner.b == 1) return LaneKind::poke;
    return std::max(inner.a, inner.b) <= 2 ? LaneKind::chain : LaneKind::none;
}

template <class Group>
void LaneSections<Group>::make(std::span<const std::uint16_t> lanes) {
    sections_.resize(lanes.size());
    std::uint32_t first = 0;
    for (std::size_t block = 0; block < lanes.size(); ++block) {
        const std::size_t groups = lanes[block] == 0
                                       ? 0
                                       : (lanes[block] + spare_lanes + Group::size - 1) / Group::size;
        sections_[block] = {first, 0, static_cast<std::uint16_t>(groups)};
        first += static_cast<std::uint32_t>(groups);
    }
    groups_.resize(first);
    lane_.resize(lanes.size() * contact_block);
}

template <class Group>
void LaneSections<Group>::name(std::size_t block, std::size_t lane, std::uint8_t place) {
    group_of(sections_[block], lane).place[lane % Group::size] = place;
    lane_[block * contact_block + place] = static_cast<std::uint8_t>(lane);
}

template <class Group>
double LaneSections<Group>::spring(std::size_t block, std::uint8_t place) const {
    const std::size_t lane = lane_[block * contact_block + place];
    return groups_[sections_[block].first + lane / Group::size]
        .number[spring_column][lane % Group::size];
}

/// Copies one lane of a block to another.
template <class Group>
void LaneSections<Group>::move(std::size_t block, std::size_t from, std::size_t to) {
    Group& source = group_of(sections_[block], from);
    copy_lane(source, from % Group::size, group_of(sections_[block], to), to % Group::size);
    name(block, to, source.place[from % Group::size]);
}

template <class Group>
bool LaneSections<Group>::insert(std::size_t block, std::uint8_t place, const Contact& contact,
                                 const ContactBodies& of) {
    Section& section = sections_[block];
    if (section.count == section.capacity * Group::size) return false;
    std::size_t lane = section.count++;
    while (lane > 0 &&
           group_of(section, lane - 1).place[(lane - 1) % Group::size] > place) {
        move(block, lane - 1, lane);
        --lane;
    }
    name(block, lane, place);
    fill(group_of(section, lane), lane % Group::size, contact, of);
    find_common_from(section, lane);
    return true;
}

template <class Group>
void LaneSections<Group>::append(std::size_t block, std::uint8_t place, const Contact& contact,
                                 const ContactBodies& of) {
    Section& section = sections_[block];
    const std::size_t lane = section.count++;
    name(block, lane, place);
    fill(group_of(section, lane), lane % Group::size, contact, of);
}

template <class Group>
void LaneSections<Group>::append(std::size_t block, std::uint8_t place, const Contact& contact,
                                 const LaneSections& others, std::size_t k) {
    Section& section = sections_[block];
    const std::size_t lane = section.count++;
    name(block, lane, place);
    Group& group = group_of(section, lane);
    const std::size_t other = others.lane_[k];
    copy_lane(others.groups_[others.sections_[block_of(k)].first + other / Group::size],
              other % Group::size, group, lane % Group::size);
    // Bodies may have been put back into a periodic domain since.
    group.image[lane % Group::size] = contact.image;
}

template <class Group>
void LaneSections<Group>::refill(std::size_t block, std::uint8_t place, const Contact& contact,
                                 const ContactBodies& of) {
    const std::size_t lane = lane_[block * contact_block + place];
    fill(group_of(sections_[block], lane), lane % Group::size, contact, of);
}

template <class Group>
void LaneSections<Group>::erase(std::size_t block, std::uint8_t place) {
    Section& section = sections_[block];
    const std::size_t lane = lane_[block * contact_block + place];
    for (std::size_t to = lane; to + 1 < section.count; ++to) move(block, to + 1, to);
    --section.count;
    find_common_from(section, lane);
}

/// Finds out again what the lanes of groups have in common, from the group of this lane on.
template <class Group>
void LaneSections<Group>::find_common_from(const Section& section, std::size_t lane) {
    for (std::size_t first = lane / Group::size * Group::size; first < section.count;
         first += Group::size)
        engine::find_common(group_of(section, first),
                            std::min(Group::size, std::size_t{section.count} - first));
}

template <class Task>
auto ContactLanes::with_sections(LaneKind kind, const Task& task) {
    switch (kind) {
        case LaneKind::chain:
            return task(chains_, old_chains_);
        case LaneKind::disc:
            return task(discs_, old_discs_);
        default:
            return task(pokes_, old_pokes_);
    }
}

void ContactLanes::make(std::span<const Contact> contacts, std::span<const std::uint32_t> from,
                        std::span<std::uint8_t> touching, const ContactBodies& of,
                        Workers& workers) {
    const std::size_t blocks = (contacts.size() + contact_block - 1) / contact_block;
    std::swap(kind_, old_kind_);
    std::swap(pokes_, old_pokes_);
    std::swap(chains_, old_chains_);
    std::swap(discs_, old_discs_);
    kind_.resize(contacts.size());
    without_.resize(blocks);
    for (std::vector<std::uint16_t>& counts : counts_) counts.assign(blocks, 0);
    const auto for_each = [&](std::size_t block, const auto& task) {
        const std::size_t last = std::min((block + 1) * contact_block, contacts.size());
        for (std::size_t k = block * contact_block; k < last; ++k) task(k);
    };
    // What a contact was before need not be found again: its memory has not changed since.
    const auto old_kind = [&](std::size_t k) {
        return k < from.size() && from[k] < old_kind_.size() ? old_kind_[from[k]] : LaneKind::none;
    };
    workers.split(blocks, 1, [&](Range range, std::uint32_t) {
        for (std::size_t block = range.first; block < range.last; ++block) {
            without_[block] = {};
            for_each(block, [&](std::size_t k) {
                kind_[k] = old_kind(k);
                if (kind_[k] == LaneKind::none && contacts[k].memory.overlapped) {
                    const auto [i, j] = contacts[k].pair;
                    kind_[k] = lane_kind(contacts[k], of.properties[i], of.properties[j]);
                }
                if (kind_[k] == LaneKind::none)
                    without_[block][place_of(k) / 64] |= std::uint64_t{1} << place_of(k) % 64;
                else
                    ++counts_[static_cast<std::size_t>(kind_[k]) - 1][block];
            });
        }
    });
    for (const LaneKind kind : {LaneKind::poke, LaneKind::chain, LaneKind::disc})
        with_sections(kind, [&](auto& sections, auto&) {
            sections.make(counts_[static_cast<std::size_t>(kind) - 1]);
        });
    workers.split(blocks, 1, [&](Range range, std::uint32_t) {
        for (std::size_t block = range.first; block < range.last; ++block) {
            for_each(block, [&](std::size_t k) {
                if (kind_[k] == LaneKind::none) return;
                touching[k] = 1;
                with_sections(kind_[k], [&](auto& sections, auto& old) {
                    if (old_kind(k) != LaneKind::none)
                        sections.append(block, place_of(k), contacts[k], old, from[k]);
                    else
                        sections.append(block, place_of(k), contacts[k], of);
                });
            });
            pokes_.find_common(block);
            chains_.find_common(block);
            discs_.find_common(block);
        }
    });
}

double ContactLanes::spring(std::size_t k) const {
    switch (kind_[k]) {
        case LaneKind::chain:
            return chains_.spring(block_of(k), place_of(k));
        case LaneKind::disc:
            return discs_.spring(block_of(k), place_of(k));
        default:
            return pokes_.spring(block_of(k), place_of(k));
    }
}

void ContactLanes::refill(std::size_t k, const Contact& contact, const ContactBodies& of) {
    with_sections(kind_[k], [&](auto& sections, auto&) {
        sections.refill(block_of(k), place_of(k), contact, of);
    });
}

bool ContactLanes::update(std::size_t k, const Contact& contact, const ContactBodies& of) {
    const std::size_t block = block_of(k);
    const std::uint8_t place = place_of(k);
    const LaneKind kind =
        lane_kind(contact, of.properties[contact.pair.i], of.properties[contact.pair.j]);
    if (kind == kind_[k]) {
        if (kind != LaneKind::none) refill(k, contact, of);
        return true;
    }
    if (kind_[k] != LaneKind::none)
        with_sections(kind_[k], [&](auto& sections, auto&) { sections.erase(block, place); });
    const bool has_lane = kind != LaneKind::none && with_sections(kind, [&](auto& sections, auto&) {
                              return sections.insert(block, place, contact, of);
                          });
    kind_[k] = has_lane ? kind : LaneKind::none;
    const std::uint64_t bit = std::uint64_t{1} << place % 64;
    without_[block][place / 64] =
        has_lane ? without_[block][place / 64] & ~bit : without_[block][place / 64] | bit;
    return has_lane || kind == LaneKind::none;
}

}  // namespace scree::engine

#include "engine/dynamics/contact_lanes.h"

#include <numbers>

#include "geometry/wide/wide_discs.h"
#include "geometry/wide/wide_overlap.h"

namespace scree::engine {

using geometry::CrossingPolygons;
using geometry::Vec2;
using lane_detail::block_of;
using lane_detail::place_of;

namespace {

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
void fill_law(Group& group, std::size_t lane, const NumberedContact& numbered,
              const ContactBodies& of) {
    const Contact& contact = numbered.contact;
    const BodyProperties& a = of.properties[contact.pair.i];
    const BodyProperties& b = of.properties[contact.pair.j];
    group.contact[lane] = numbered.number;
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

void fill_shapes(ArcGroup& group, std::size_t lane, const CrossingPolygons& of) {
    const geometry::WideArc<double> arc = arc_of(of);
    std::size_t column = crossing_columns;
    const auto put = [&](const geometry::WideVec2<double>& value) {
        set(group, lane, column, Vec2{value.x, value.y});
        column += 2;
    };
    for (const geometry::WideCrossing<double>& crossing : {arc.enter, arc.leave}) {
        put(crossing.inner_a);
        put(crossing.inner_b);
        put(crossing.edge_a);
        put(crossing.edge_b);
    }
    for (const geometry::WideArcSide<double>& side : {arc.a, arc.b}) {
        put(side.apex);
        put(side.witness);
        put(side.moment);
        put({side.double_area, side.has});
    }
    set(group, lane, arc_reach_column, arc.reach);
}

template <class Group>
void fill_shapes(Group& group, std::size_t lane, const Contact& contact, const ContactBodies& of) {
    const auto [i, j] = contact.pair;
    const BodyProperties& a = of.properties[i];
    const BodyProperties& b = of.properties[j];
    const geometry::Transform& pose_a = of.kinematics[i].pose;
    const geometry::Transform pose_b{of.second_place(contact), of.kinematics[j].pose.rotation};
    fill_shapes(group, lane, {{a.ring, pose_a}, {b.ring, pose_b}, contact.memory.crossing});
}

void fill_shapes(DiscGroup& group, std::size_t lane, const Contact& contact,
                 const ContactBodies& of) {
    set(group, lane, radius_a_column, of.properties[contact.pair.i].ring.radius());
    set(group, lane, radius_b_column, of.properties[contact.pair.j].ring.radius());
}

void fill_shapes(EdgeGroup& group, std::size_t lane, const Contact& contact,
                 const ContactBodies& of) {
    const BodyProperties& a = of.properties[contact.pair.i];
    const BodyProperties& b = of.properties[contact.pair.j];
    const bool disc_is_a = a.is_disc;
    const geometry::WideDiscOnEdge<double> given = geometry::disc_on_edge_of(
        disc_is_a ? b.ring : a.ring, (disc_is_a ? contact.memory.b : contact.memory.a).index(),
        disc_is_a ? a.ring.radius() : b.ring.radius(), disc_is_a);
    set(group, lane, edge_start_x, Vec2{given.start.x, given.start.y});
    set(group, lane, edge_normal_x, Vec2{given.normal.x, given.normal.y});
    set(group, lane, edge_size_column, given.size);
    set(group, lane, edge_radius_column, given.radius);
    set(group, lane, disc_is_a_column, given.disc_is_a);
    set(group, lane, centroid_along_column, given.centroid_along);
    set(group, lane, centroid_depth_column, given.centroid_depth);
}

template <class Group>
void fill(Group& group, std::size_t lane, const NumberedContact& contact, const ContactBodies& of) {
    fill_law(group, lane, contact, of);
    fill_shapes(group, lane, contact.contact, of);
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
    target.contact[to] = source.contact[from];
}

}  // namespace

LaneKind lane_kind(const Contact& contact, const ContactBodies& of) {
    if (!contact.memory.overlapped) return LaneKind::none;
    const BodyProperties& a = of.properties[contact.pair.i];
    const BodyProperties& b = of.properties[contact.pair.j];
    if (a.is_disc && b.is_disc) return LaneKind::disc;
    if (a.is_disc || b.is_disc) {
        const geometry::Feature closest = a.is_disc ? contact.memory.b : contact.memory.a;
        return closest.is_edge() ? LaneKind::edge : LaneKind::none;
    }
    if (contact.memory.kind != geometry::PairMemory::Kind::crossing) return LaneKind::none;
    const geometry::InnerCorners inner = inner_corners(contact.memory.crossing, a.ring, b.ring);
    if (inner.a + inner.b == 1) return LaneKind::poke;
    if (std::max(inner.a, inner.b) <= 2) return LaneKind::chain;
    return is_arc(contact.memory.crossing, a.ring, b.ring) ? LaneKind::arc : LaneKind::none;
}

template <class Group>
void LaneSections<Group>::make(std::size_t blocks) {
    sections_.resize(blocks);
    lane_.resize(blocks * contact_block);
}

template <class Group>
void LaneSections<Group>::name(std::size_t block, std::size_t lane, std::uint8_t place) {
    sections_[block].group_of(lane).place[lane % Group::size] = place;
    lane_[block * contact_block + place] = static_cast<std::uint8_t>(lane);
}

template <class Group>
std::size_t LaneSections<Group>::add(std::size_t block, std::uint8_t place) {
    Section& section = sections_[block];
    const std::size_t lane = section.count++;
    if (lane == section.groups.size() * Group::size) {
        section.groups.reserve(section.groups.size() + 1);
        section.groups.emplace_back();
    }
    name(block, lane, place);
    return lane;
}

template <class Group>
double LaneSections<Group>::spring(std::size_t block, std::uint8_t place) const {
    const std::size_t lane = lane_[block * contact_block + place];
    return sections_[block].groups[lane / Group::size].number[spring_column][lane % Group::size];
}

/// Copies one lane of a block to another.
template <class Group>
void LaneSections<Group>::move(std::size_t block, std::size_t from, std::size_t to) {
    Section& section = sections_[block];
    Group& source = section.group_of(from);
    copy_lane(source, from % Group::size, section.group_of(to), to % Group::size);
    name(block, to, source.place[from % Group::size]);
}

template <class Group>
void LaneSections<Group>::insert(std::size_t block, std::uint8_t place,
                                 const NumberedContact& contact, const ContactBodies& of) {
    std::size_t lane = add(block, place);
    Section& section = sections_[block];
    while (lane > 0 && section.group_of(lane - 1).place[(lane - 1) % Group::size] > place) {
        move(block, lane - 1, lane);
        --lane;
    }
    name(block, lane, place);
    fill(section.group_of(lane), lane % Group::size, contact, of);
    find_common_from(section, lane);
}

template <class Group>
void LaneSections<Group>::append(std::size_t block, std::uint8_t place,
                                 const NumberedContact& contact, const ContactBodies& of) {
    const std::size_t lane = add(block, place);
    fill(sections_[block].group_of(lane), lane % Group::size, contact, of);
}

template <class Group>
void LaneSections<Group>::append(std::size_t block, std::uint8_t place,
                                 const NumberedContact& contact, const LaneSections& others,
                                 std::size_t item) {
    const std::size_t lane = add(block, place);
    Group& group = sections_[block].group_of(lane);
    const std::size_t other = others.lane_[item];
    copy_lane(others.sections_[block_of(item)].groups[other / Group::size], other % Group::size,
              group, lane % Group::size);
    // Bodies may have been put back into a periodic domain since.
    group.image[lane % Group::size] = contact.contact.image;
    group.contact[lane % Group::size] = contact.number;
}

template <class Group>
void LaneSections<Group>::refill(std::size_t block, std::uint8_t place,
                                 const NumberedContact& contact, const ContactBodies& of) {
    const std::size_t lane = lane_[block * contact_block + place];
    fill(sections_[block].group_of(lane), lane % Group::size, contact, of);
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
void LaneSections<Group>::find_common_from(Section& section, std::size_t lane) {
    for (std::size_t first = lane / Group::size * Group::size; first < section.count;
         first += Group::size)
        engine::find_common(section.group_of(first),
                            std::min(Group::size, std::size_t{section.count} - first));
}

double ContactLanes::spring(std::size_t k) const {
    return with_member(kind_[k], [&](auto member) {
        return (sections_.*member).spring(block_of(k), place_of(k));
    });
}

void ContactLanes::refill(std::size_t item, const NumberedContact& contact,
                          const ContactBodies& of) {
    with_member(kind_[item], [&](auto member) {
        (sections_.*member).refill(block_of(item), place_of(item), contact, of);
    });
}

void ContactLanes::remove(std::size_t item) {
    with_member(kind_[item],
                [&](auto member) { (sections_.*member).erase(block_of(item), place_of(item)); });
    kind_[item] = LaneKind::none;
    without_[block_of(item)][place_of(item) / 64] |= std::uint64_t{1} << place_of(item) % 64;
}

void ContactLanes::update(std::size_t item, const NumberedContact& contact,
                          const ContactBodies& of) {
    const LaneKind kind = lane_kind(contact.contact, of);
    if (kind == kind_[item]) {
        if (kind != LaneKind::none) refill(item, contact, of);
        return;
    }
    if (kind_[item] != LaneKind::none) remove(item);
    if (kind == LaneKind::none) return;
    with_member(kind, [&](auto member) {
        (sections_.*member).insert(block_of(item), place_of(item), contact, of);
    });
    kind_[item] = kind;
    without_[block_of(item)][place_of(item) / 64] &= ~(std::uint64_t{1} << place_of(item) % 64);
}

template class LaneSections<PokeGroup>;
template class LaneSections<ChainGroup>;
template class LaneSections<DiscGroup>;
template class LaneSections<EdgeGroup>;
template class LaneSections<ArcGroup>;

}  // namespace scree::engine

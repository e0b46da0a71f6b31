#include "engine/dynamics/contact_lanes.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "geometry/pair_frame.h"
#include "geometry/voronoi.h"

namespace scree::engine {

using geometry::FeatureRing;
using geometry::Vec2;

namespace {

/// How many corners each polygon has inside the other.
struct InnerCorners {
    std::uint32_t a;
    std::uint32_t b;
};

InnerCorners inner_corners(const geometry::CrossingPair& crossing, const FeatureRing& a,
                           const FeatureRing& b) {
    return {a.steps(crossing.enter.a, crossing.leave.a),
            b.steps(crossing.leave.b, crossing.enter.b)};
}

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
}

/// A point inside a polygon, relative to the start of one of its edges: along the edge, and below
/// it.
struct Witness {
    double along = 0.0;
    double depth = 0.0;
};

/// Returns a point half way to the outline from a point of the edge, on the ray that leads inwards
/// through another.
Witness witness_of(const FeatureRing& ring, std::uint32_t edge, Witness from, Witness through) {
    const Vec2 start = ring.vertex(edge);
    const Vec2 along = ring.direction(edge);
    const Vec2 down = -ring.normal(edge);
    const Vec2 origin = start + from.along * along + from.depth * down;
    const Vec2 way =
        (through.along - from.along) * along + (through.depth - from.depth) * down;
    double furthest = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < ring.size(); ++i) {
        const double speed = dot(way, ring.normal(i));
        if (i == edge || !(speed > 0.0)) continue;
        furthest = std::min(furthest, dot(ring.vertex(i) - origin, ring.normal(i)) / speed);
    }
    const double share = 0.5 * furthest;
    return {from.along + share * (through.along - from.along),
            from.depth + share * (through.depth - from.depth)};
}

/// A tip that pokes through an edge, with both crossings: along the edge from its start, and below
/// it.
struct PokePlace {
    Witness tip;
    double upper;
    double lower;

    /// Whether the tip is well inside the triangle of the crossings and the witness.
    bool is_well_inside(Witness witness) const {
        const double before = witness.depth * (upper - tip.along) -
                              tip.depth * (upper - witness.along);
        const double after = witness.depth * (tip.along - lower) -
                             tip.depth * (witness.along - lower);
        const double enough = 0.05 * witness.depth * (upper - lower);
        return before > enough && after > enough;
    }
};

PokePlace place_of(const geometry::Placed& poking, std::uint32_t corner,
                   const geometry::Placed& edged, std::uint32_t edge) {
    const Vec2 start = apply(edged.pose, edged.ring.vertex(edge));
    const Vec2 along = rotate(edged.pose.rotation, edged.ring.direction(edge));
    const Vec2 down = -rotate(edged.pose.rotation, edged.ring.normal(edge));
    const auto seen = [&](std::ptrdiff_t vertex) {
        const Vec2 from = apply(poking.pose, poking.ring.vertex(vertex)) - start;
        return Witness{dot(from, along), dot(from, down)};
    };
    const Witness tip = seen(corner);
    const auto crossing = [&](Witness beside) {
        return tip.along + tip.depth / (tip.depth - beside.depth) * (beside.along - tip.along);
    };
    return {tip, crossing(seen(geometry::before(corner))), crossing(seen(geometry::after(corner)))};
}

/// Returns a witness with which it will show for long that the tip is inside: the centroid, or a
/// point behind the tip.
Witness witness_for(const PokePlace& place, const FeatureRing& edged, std::uint32_t edge) {
    const Witness centroid{-dot(edged.vertex(edge), edged.direction(edge)),
                           dot(edged.vertex(edge), edged.normal(edge))};
    if (place.is_well_inside(centroid)) return centroid;
    const Witness behind =
        witness_of(edged, edge, {0.5 * (place.upper + place.lower), 0.0}, place.tip);
    return place.is_well_inside(behind) ? behind : centroid;
}

void fill(PokeGroup& group, std::size_t lane, const Contact& contact, const ContactBodies& of) {
    const auto [i, j] = contact.pair;
    const BodyProperties& a = of.properties[i];
    const BodyProperties& b = of.properties[j];
    fill_law(group, lane, contact, a, b);
    const auto [enter, leave] = contact.memory.crossing;
    const geometry::Transform& pose_a = of.kinematics[i].pose;
    const geometry::Transform pose_b{of.second_place(contact), of.kinematics[j].pose.rotation};
    const bool edged_is_b = inner_corners(contact.memory.crossing, a.ring, b.ring).a == 1;
    const geometry::Placed poking =
        edged_is_b ? geometry::Placed{a.ring, pose_a} : geometry::Placed{b.ring, pose_b};
    const geometry::Placed edged =
        edged_is_b ? geometry::Placed{b.ring, pose_b} : geometry::Placed{a.ring, pose_a};
    const std::uint32_t corner = edged_is_b ? leave.a : enter.b;
    const std::uint32_t edge = edged_is_b ? enter.b : enter.a;
    const Witness witness = witness_for(place_of(poking, corner, edged, edge), edged.ring, edge);
    set(group, lane, before_x, poking.ring.vertex(geometry::before(corner)));
    set(group, lane, tip_x, poking.ring.vertex(corner));
    set(group, lane, after_x, poking.ring.vertex(geometry::after(corner)));
    set(group, lane, start_x, edged.ring.vertex(edge));
    set(group, lane, normal_x, edged.ring.normal(edge));
    set(group, lane, size_column, geometry::edge_length(edged.ring, edge));
    set(group, lane, edged_is_b_column, edged_is_b ? 1.0 : 0.0);
    set(group, lane, witness_along_column, witness.along);
    set(group, lane, witness_depth_column, witness.depth);
    set(group, lane, poke_reach_column, poking.ring.radius() + edged.ring.radius());
}

void fill(ChainGroup& group, std::size_t lane, const Contact& contact, const ContactBodies& of) {
    const BodyProperties& a = of.properties[contact.pair.i];
    const BodyProperties& b = of.properties[contact.pair.j];
    fill_law(group, lane, contact, a, b);
    const auto [enter, leave] = contact.memory.crossing;
    const geometry::Corner* const enter_a = a.ring.at(enter.a);
    const geometry::Corner* const enter_b = b.ring.at(enter.b);
    const geometry::Corner* const leave_a = a.ring.at(leave.a);
    const geometry::Corner* const leave_b = b.ring.at(leave.b);
    const std::array<Vec2, 8> ends{
        enter_a[1].vertex, enter_b[0].vertex,
        enter_a[0].vertex - enter_a[1].vertex, enter_b[1].vertex - enter_b[0].vertex,
        leave_a[0].vertex, leave_b[1].vertex,
        leave_a[1].vertex - leave_a[0].vertex, leave_b[0].vertex - leave_b[1].vertex};
    for (std::size_t v = 0; v < ends.size(); ++v)
        set(group, lane, crossing_columns + 2 * v, ends[v]);
    const InnerCorners inner = inner_corners(contact.memory.crossing, a.ring, b.ring);
    set(group, lane, has_a_column, inner.a > 0 ? 1.0 : 0.0);
    set(group, lane, has_b_column, inner.b > 0 ? 1.0 : 0.0);
    set(group, lane, chain_reach_column, a.ring.radius() + b.ring.radius());
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
void find_common(Group& group, std::size_t count, const ContactBodies& of) {
    group.used = static_cast<std::uint8_t>((1u << count) - 1u);
    group.with_wall = 0;
    group.one_pair_of_materials = true;
    group.any_image = false;
    group.most_share = 0.0;
    for (std::size_t lane = 0; lane < count; ++lane) {
        if (is_wall(group.second[lane])) group.with_wall |= static_cast<std::uint8_t>(1u << lane);
        if (group.materials[lane] != group.materials[0]) group.one_pair_of_materials = false;
        if (!group.image[lane].is_here()) group.any_image = true;
        for (const Body body : {group.first[lane], group.second[lane]}) {
            const double inverse_size = of.properties[body].inverse_size;
            group.most_share = std::max(
                group.most_share, inverse_size * inverse_size * std::numbers::inv_pi);
        }
    }
    // Lanes without a contact compute with bodies that exist, and their results are not used.
    for (std::size_t lane = count; lane < Group::size; ++lane) {
        group.first[lane] = group.first[0];
        group.second[lane] = group.second[0];
        group.materials[lane] = group.materials[0];
        group.image[lane] = {};
    }
}

}  // namespace

LaneKind lane_kind(const Contact& contact, const BodyProperties& a, const BodyProperties& b) {
    if (!contact.memory.overlapped) return LaneKind::none;
    if (a.is_disc || b.is_disc) return a.is_disc && b.is_disc ? LaneKind::disc : LaneKind::none;
    if (contact.memory.kind != geometry::PairMemory::Kind::crossing) return LaneKind::none;
    const InnerCorners inner = inner_corners(contact.memory.crossing, a.ring, b.ring);
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
}

/// Returns the first lane whose contact is not before this place.
template <class Group>
std::size_t LaneSections<Group>::find(std::size_t block, std::uint8_t place) const {
    const Section& section = sections_[block];
    std::size_t lane = 0;
    while (lane < section.count &&
           groups_[section.first + lane / Group::size].place[lane % Group::size] < place)
        ++lane;
    return lane;
}

template <class Group>
double LaneSections<Group>::spring(std::size_t block, std::uint8_t place) const {
    const std::size_t lane = find(block, place);
    return groups_[sections_[block].first + lane / Group::size]
        .number[spring_column][lane % Group::size];
}

/// Copies one lane to another.
template <class Group>
void LaneSections<Group>::move(const Section& section, std::size_t from, std::size_t to) {
    const Group& source = group_of(section, from);
    Group& target = group_of(section, to);
    const std::size_t f = from % Group::size;
    const std::size_t t = to % Group::size;
    for (std::size_t column = 0; column < source.number.size(); ++column)
        target.number[column][t] = source.number[column][f];
    target.first[t] = source.first[f];
    target.second[t] = source.second[f];
    target.materials[t] = source.materials[f];
    target.image[t] = source.image[f];
    target.place[t] = source.place[f];
}

template <class Group>
bool LaneSections<Group>::insert(std::size_t block, std::uint8_t place, const Contact& contact,
                                 const ContactBodies& of) {
    Section& section = sections_[block];
    if (section.count == section.capacity * Group::size) return false;
    const std::size_t lane = find(block, place);
    for (std::size_t from = section.count; from > lane; --from) move(section, from - 1, from);
    ++section.count;
    Group& group = group_of(section, lane);
    group.place[lane % Group::size] = place;
    fill(group, lane % Group::size, contact, of);
    look_over_from(section, lane, of);
    return true;
}

template <class Group>
void LaneSections<Group>::append(std::size_t block, std::uint8_t place, const Contact& contact,
                                 const ContactBodies& of) {
    Section& section = sections_[block];
    const std::size_t lane = section.count++;
    Group& group = group_of(section, lane);
    group.place[lane % Group::size] = place;
    fill(group, lane % Group::size, contact, of);
}

template <class Group>
void LaneSections<Group>::refill(std::size_t block, std::uint8_t place, const Contact& contact,
                                 const ContactBodies& of) {
    const std::size_t lane = find(block, place);
    fill(group_of(sections_[block], lane), lane % Group::size, contact, of);
}

template <class Group>
void LaneSections<Group>::erase(std::size_t block, std::uint8_t place, const ContactBodies& of) {
    Section& section = sections_[block];
    const std::size_t lane = find(block, place);
    for (std::size_t to = lane; to + 1 < section.count; ++to) move(section, to + 1, to);
    --section.count;
    look_over_from(section, lane, of);
}

/// Finds out again what the lanes of groups have in common, from the group of this lane on.
template <class Group>
void LaneSections<Group>::look_over_from(const Section& section, std::size_t lane,
                                         const ContactBodies& of) {
    for (std::size_t first = lane / Group::size * Group::size; first < section.count;
         first += Group::size)
        find_common(group_of(section, first),
                  std::min(Group::size, std::size_t{section.count} - first), of);
}

namespace {

constexpr std::size_t block_of(std::size_t k) { return k / contact_block; }
constexpr std::uint8_t place_of(std::size_t k) {
    return static_cast<std::uint8_t>(k % contact_block);
}

}  // namespace

template <class Task>
auto ContactLanes::with_sections(LaneKind kind, const Task& task) {
    switch (kind) {
        case LaneKind::chain:
            return task(chains_);
        case LaneKind::disc:
            return task(discs_);
        default:
            return task(pokes_);
    }
}

void ContactLanes::make(std::span<const Contact> contacts, std::span<std::uint8_t> touching,
                        const ContactBodies& of, Workers& workers) {
    const std::size_t blocks = (contacts.size() + contact_block - 1) / contact_block;
    kind_.resize(contacts.size());
    without_.resize(blocks);
    for (std::vector<std::uint16_t>& counts : counts_) counts.assign(blocks, 0);
    const auto for_each = [&](std::size_t block, const auto& task) {
        const std::size_t last = std::min((block + 1) * contact_block, contacts.size());
        for (std::size_t k = block * contact_block; k < last; ++k) task(k);
    };
    workers.split(blocks, 1, [&](Range range, std::uint32_t) {
        for (std::size_t block = range.first; block < range.last; ++block) {
            without_[block] = {};
            for_each(block, [&](std::size_t k) {
                const auto [i, j] = contacts[k].pair;
                kind_[k] = lane_kind(contacts[k], of.properties[i], of.properties[j]);
                if (kind_[k] == LaneKind::none)
                    without_[block][place_of(k) / 64] |= std::uint64_t{1} << place_of(k) % 64;
                else
                    ++counts_[static_cast<std::size_t>(kind_[k]) - 1][block];
            });
        }
    });
    for (const LaneKind kind : {LaneKind::poke, LaneKind::chain, LaneKind::disc})
        with_sections(kind, [&](auto& sections) {
            sections.make(counts_[static_cast<std::size_t>(kind) - 1]);
        });
    workers.split(blocks, 1, [&](Range range, std::uint32_t) {
        for (std::size_t block = range.first; block < range.last; ++block) {
            for_each(block, [&](std::size_t k) {
                if (kind_[k] == LaneKind::none) return;
                touching[k] = 1;
                with_sections(kind_[k], [&](auto& sections) {
                    sections.append(block, place_of(k), contacts[k], of);
                });
            });
            pokes_.look_over(block, of);
            chains_.look_over(block, of);
            discs_.look_over(block, of);
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

bool ContactLanes::update(std::size_t k, const Contact& contact, const ContactBodies& of) {
    const std::size_t block = block_of(k);
    const std::uint8_t place = place_of(k);
    const LaneKind kind =
        lane_kind(contact, of.properties[contact.pair.i], of.properties[contact.pair.j]);
    if (kind == kind_[k]) {
        if (kind != LaneKind::none)
            with_sections(kind, [&](auto& sections) { sections.refill(block, place, contact, of); });
        return true;
    }
    if (kind_[k] != LaneKind::none)
        with_sections(kind_[k], [&](auto& sections) { sections.erase(block, place, of); });
    const bool has_lane = kind != LaneKind::none && with_sections(kind, [&](auto& sections) {
                              return sections.insert(block, place, contact, of);
                          });
    kind_[k] = has_lane ? kind : LaneKind::none;
    const std::uint64_t bit = std::uint64_t{1} << place % 64;
    without_[block][place / 64] =
        has_lane ? without_[block][place / 64] & ~bit : without_[block][place / 64] | bit;
    return has_lane || kind == LaneKind::none;
}

}  // namespace scree::engine

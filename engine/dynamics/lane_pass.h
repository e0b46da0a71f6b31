#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "engine/dynamics/contact_lanes.h"
#include "engine/dynamics/lane_fetch.h"
#include "engine/laws/contact_effect.h"
#include "geometry/wide/wide_discs.h"
#include "geometry/wide/wide_overlap.h"

/// The step of contacts that are in lanes: their overlaps and the law, for two, four or eight at
/// once, whichever the processor has registers for. The bits do not depend on that.
namespace scree::engine {

/// What lanes add to the ledger, for each of the eight lanes of a group. They are summed by lane,
/// so that the sums do not depend on how many lanes are computed at once.
struct LaneSums {
    using Column = std::array<double, 8>;
    alignas(64) Column elastic_work{};
    Column potential{};
    Column tangential{};
    Column normal_damping{};
    Column tangential_damping{};
    Column tangential_work{};
    Column wall_work{};
    Column stress_xx{};
    Column stress_yy{};
    Column stress_xy{};
};

/// What the step of lanes needs besides the lanes themselves.
struct LaneTask {
    const ContactTable& table;
    const ContactBodies& of;
    const Domain& domain;
    double dt;
    double largest_overlap;
    int at_once;  ///< how many lanes are computed at once; 1 means that none is, the slow reference
    bool ahead;   ///< whether what is needed next is prefetched (see Bodies::outgrow_cache)
};

/// The bodies at one side of several contacts.
template <class T>
struct WideBody {
    geometry::WideTransform<T> pose;
    geometry::WideVec2<T> velocity;
    T spin;
};

template <class T>
SCREE_WIDE inline WideBody<T> bodies_at(const ContactBodies& of, const Body* body) {
    constexpr int n = geometry::width_of<T>;
    // A body's numbers are a row of eight; here they become columns.
    std::array<T, 8> column;
#pragma GCC unroll 4
    for (int part = 0; part < 8 / n; ++part) {
        T* const rows = column.data() + part * n;
#pragma GCC unroll 8
        for (int lane = 0; lane < n; ++lane)
            rows[lane] = geometry::load<T>(of.kinematics[body[lane]].numbers() + part * n);
        geometry::transpose(rows);
    }
    return {{{column[0], column[1]}, {column[2], column[3]}}, {column[4], column[5]}, column[6]};
}

/// Moves the second bodies of contacts to the images that the first ones meet.
template <class T>
SCREE_WIDE inline void move_to_images(const Domain& domain, const Image* image, WideBody<T>& b) {
    for (int lane = 0; lane < geometry::width_of<T>; ++lane) {
        if (image[lane].is_here()) continue;
        const Vec2 place =
            domain.place({b.pose.position.x[lane], b.pose.position.y[lane]}, image[lane]);
        const Vec2 velocity =
            domain.velocity({b.velocity.x[lane], b.velocity.y[lane]}, image[lane]);
        b.pose.position.x[lane] = place.x;
        b.pose.position.y[lane] = place.y;
        b.velocity.x[lane] = velocity.x;
        b.velocity.y[lane] = velocity.y;
    }
}

template <class T, class Group>
SCREE_WIDE inline ParametersOf<T> parameters_at(const ContactTable& table, const Group& group,
                                                std::size_t lane) {
    ParametersOf<T> parameters;
    const auto row = [&](std::size_t at) SCREE_WIDE -> const ContactParameters& {
        return table.at(group.materials[at][0], group.materials[at][1]);
    };
    if (group.one_pair_of_materials) [[likely]] {
        const ContactParameters& one = row(lane);
        parameters.stiffness = geometry::every_element<T>(one.stiffness);
        parameters.friction = geometry::every_element<T>(one.friction);
        parameters.damping = geometry::every_element<T>(one.damping);
        parameters.cohesion = geometry::every_element<T>(one.cohesion);
        parameters.tangential_ratio = geometry::every_element<T>(one.tangential_ratio);
        parameters.tangential_damping = geometry::every_element<T>(one.tangential_damping);
        return parameters;
    }
    for (int n = 0; n < geometry::width_of<T>; ++n) {
        const ContactParameters& one = row(lane + static_cast<std::size_t>(n));
        parameters.stiffness[n] = one.stiffness;
        parameters.friction[n] = one.friction;
        parameters.damping[n] = one.damping;
        parameters.cohesion[n] = one.cohesion;
        parameters.tangential_ratio[n] = one.tangential_ratio;
        parameters.tangential_damping[n] = one.tangential_damping;
    }
    return parameters;
}

template <class T, class Group>
SCREE_WIDE inline T at(const Group& group, std::size_t column, std::size_t lane) {
    return geometry::load<T>(group.number[column].data() + lane);
}
template <class T, class Group>
SCREE_WIDE inline geometry::WideVec2<T> two_at(const Group& group, std::size_t column,
                                               std::size_t lane) {
    return {at<T>(group, column, lane), at<T>(group, column + 1, lane)};
}

// Each finds the overlaps of its kind of lanes, and returns numbers that are positive where they
// hold.

template <class T>
SCREE_WIDE inline T find_overlaps(const PokeGroup& group, std::size_t lane, const WideBody<T>& a,
                                  const WideBody<T>& b, MotionOf<T>& /*motion*/,
                                  OverlapOf<T>& overlap) {
    geometry::WidePoke<T> poke;
    poke.before = two_at<T>(group, before_x, lane);
    poke.tip = two_at<T>(group, tip_x, lane);
    poke.after = two_at<T>(group, after_x, lane);
    poke.start = two_at<T>(group, start_x, lane);
    poke.normal = two_at<T>(group, normal_x, lane);
    poke.size = at<T>(group, size_column, lane);
    poke.edged_is_b = at<T>(group, edged_is_b_column, lane);
    poke.witness_along = at<T>(group, witness_along_column, lane);
    poke.witness_depth = at<T>(group, witness_depth_column, lane);
    poke.reach = at<T>(group, poke_reach_column, lane);
    const geometry::BitsOf<T> edged_is_b = poke.edged_is_b > 0.5;
    const auto poses = [&](const WideBody<T>& one, const WideBody<T>& other)
                           SCREE_WIDE -> geometry::WideTransform<T> {
        return {geometry::chosen<T>(edged_is_b, one.pose.position, other.pose.position),
                {edged_is_b ? one.pose.rotation.c : other.pose.rotation.c,
                 edged_is_b ? one.pose.rotation.s : other.pose.rotation.s}};
    };
    const geometry::WideTransform<T> poking = poses(a, b);
    const geometry::WideTransform<T> edged = poses(b, a);
    return geometry::overlaps_of<T>(poke, poking, edged, poking.position - edged.position, overlap);
}

template <class T, class Group>
SCREE_WIDE inline geometry::WideCrossing<T> crossing_at(const Group& group, std::size_t column,
                                                        std::size_t lane) {
    return {two_at<T>(group, column, lane), two_at<T>(group, column + 2, lane),
            two_at<T>(group, column + 4, lane), two_at<T>(group, column + 6, lane)};
}

template <class T>
SCREE_WIDE inline T find_overlaps(const ChainGroup& group, std::size_t lane, const WideBody<T>& a,
                                  const WideBody<T>& b, MotionOf<T>& motion,
                                  OverlapOf<T>& overlap) {
    const geometry::WideChain<T> chain{
        crossing_at<T>(group, crossing_columns, lane),
        crossing_at<T>(group, crossing_columns + 8, lane),
        {two_at<T>(group, witness_columns, lane), two_at<T>(group, witness_columns + 2, lane)},
        {two_at<T>(group, witness_columns + 4, lane), two_at<T>(group, witness_columns + 6, lane)},
        at<T>(group, has_a_column, lane),
        at<T>(group, has_b_column, lane),
        at<T>(group, chain_reach_column, lane)};
    return geometry::overlaps_of<T>(chain, a.pose, b.pose, motion.centres, overlap);
}

template <class T>
SCREE_WIDE inline geometry::WideArcSide<T> arc_side_at(const ArcGroup& group, std::size_t column,
                                                       std::size_t lane) {
    return {two_at<T>(group, column, lane), two_at<T>(group, column + 2, lane),
            at<T>(group, column + 6, lane), two_at<T>(group, column + 4, lane),
            at<T>(group, column + 7, lane)};
}

template <class T>
SCREE_WIDE inline T find_overlaps(const ArcGroup& group, std::size_t lane, const WideBody<T>& a,
                                  const WideBody<T>& b, MotionOf<T>& motion,
                                  OverlapOf<T>& overlap) {
    const geometry::WideArc<T> arc{
        crossing_at<T>(group, crossing_columns, lane),
        crossing_at<T>(group, crossing_columns + 8, lane),
        arc_side_at<T>(group, arc_side_columns, lane),
        arc_side_at<T>(group, arc_side_columns + columns_of_arc_side, lane),
        at<T>(group, arc_reach_column, lane)};
    return geometry::overlaps_of<T>(arc, a.pose, b.pose, motion.centres, overlap);
}

template <class T>
SCREE_WIDE inline T find_overlaps(const DiscGroup& group, std::size_t lane,
                                  const WideBody<T>& /*a*/, const WideBody<T>& /*b*/,
                                  MotionOf<T>& motion, OverlapOf<T>& overlap) {
    motion.rocking = T{};
    return geometry::disc_overlaps<T>(at<T>(group, radius_a_column, lane),
                                      at<T>(group, radius_b_column, lane), motion.centres,
                                      motion.disc_depth, overlap);
}

template <class T>
SCREE_WIDE inline T find_overlaps(const EdgeGroup& group, std::size_t lane, const WideBody<T>& a,
                                  const WideBody<T>& b, MotionOf<T>& motion,
                                  OverlapOf<T>& overlap) {
    geometry::WideDiscOnEdge<T> given;
    given.start = two_at<T>(group, edge_start_x, lane);
    given.normal = two_at<T>(group, edge_normal_x, lane);
    given.size = at<T>(group, edge_size_column, lane);
    given.radius = at<T>(group, edge_radius_column, lane);
    given.disc_is_a = at<T>(group, disc_is_a_column, lane);
    given.centroid_along = at<T>(group, centroid_along_column, lane);
    given.centroid_depth = at<T>(group, centroid_depth_column, lane);
    motion.rocking = T{};
    const geometry::BitsOf<T> disc_is_a = given.disc_is_a > 0.5;
    const geometry::WideRotation<T> turn{disc_is_a ? b.pose.rotation.c : a.pose.rotation.c,
                                         disc_is_a ? b.pose.rotation.s : a.pose.rotation.s};
    return geometry::disc_on_edge<T>(
        given, turn,
        geometry::chosen<T>(disc_is_a, a.pose.position - b.pose.position, motion.centres),
        motion.disc_depth, overlap);
}

/// Writes the forces of lanes whose bit is set.
template <class T>
SCREE_WIDE inline void write_forces(const EffectOf<T>& effect, const std::uint32_t* contact,
                                    unsigned good, ContactForce* forces) {
    constexpr int n = geometry::width_of<T>;
    ContactForce unused;
    std::array<double*, n> row;
#pragma GCC unroll 8
    for (int lane = 0; lane < n; ++lane)
        row[static_cast<std::size_t>(lane)] =
            ((good >> lane & 1u) != 0 ? forces + contact[lane] : &unused)->numbers();
    geometry::write_rows<T>(effect.force.x, effect.force.y, effect.torque_a, effect.torque_b,
                            row.data());
}

template <class T>
SCREE_WIDE inline void add(LaneSums::Column& sums, std::size_t lane,
                           const geometry::BitsOf<T>& good, const T& terms) {
    const T sum = geometry::load<T>(sums.data() + lane) + (good ? terms : T{});
    geometry::store(sums.data() + lane, sum);
}

/// Makes the step of some lanes of a group. Returns a bit for each of the group's lanes for which
/// it did not do.
template <class Law, int Width, class Group>
SCREE_WIDE inline unsigned step_lanes(const LaneTask& task, Group& group, std::size_t lane,
                                      ContactForce* forces, LaneSums& sums) {
    using T = geometry::WideReal<Width>;
    using Mask = geometry::BitsOf<T>;
    const WideBody<T> a = bodies_at<T>(task.of, group.first.data() + lane);
    WideBody<T> b = bodies_at<T>(task.of, group.second.data() + lane);
    if (group.any_image) [[unlikely]]
        move_to_images(task.domain, group.image.data() + lane, b);
    MotionOf<T> motion;
    motion.centres = b.pose.position - a.pose.position;
    motion.velocity = b.velocity - a.velocity;
    motion.spin_a = a.spin;
    motion.spin_b = b.spin;
    motion.inverse_mass = at<T>(group, inverse_mass_column, lane);
    motion.inverse_inertia_a = at<T>(group, inverse_inertia_a_column, lane);
    motion.inverse_inertia_b = at<T>(group, inverse_inertia_b_column, lane);
    motion.inverse_length = at<T>(group, inverse_length_column, lane);

    OverlapOf<T> overlap;
    const T certainty = find_overlaps<T>(group, lane, a, b, motion, overlap);
    // Those that are not far from being too deep are left to who can judge that.
    const T room = 0.999 * task.largest_overlap - overlap.area * group.most_share;
    Mask good = geometry::is_positive<T>(certainty) & geometry::is_positive<T>(room);
    constexpr unsigned all = (1u << Width) - 1u;
    const unsigned used = (group.used >> lane) & all;
    if (used != all) [[unlikely]]
        good &= geometry::mask_of<T>(used);
    const unsigned good_bits = geometry::bits_of<T>(good);

    const ParametersOf<T> parameters = parameters_at<T>(task.table, group, lane);
    const T spring = at<T>(group, spring_column, lane);
    const EffectOf<T> effect = effect_of<Law, T>(parameters, overlap, motion, spring, task.dt);
    geometry::store<T>(group.number[spring_column].data() + lane, good ? effect.spring : spring);
    write_forces<T>(effect, group.contact.data() + lane, good_bits, forces);
    add<T>(sums.elastic_work, lane, good, effect.elastic_work);
    add<T>(sums.potential, lane, good, effect.potential);
    add<T>(sums.tangential, lane, good, effect.stored);
    add<T>(sums.normal_damping, lane, good, effect.normal_damping);
    add<T>(sums.tangential_damping, lane, good, effect.tangential_damping);
    add<T>(sums.tangential_work, lane, good, effect.tangential_work);
    if (task.domain.deforms()) {
        add<T>(sums.stress_xx, lane, good, effect.force.x * motion.centres.x);
        add<T>(sums.stress_yy, lane, good, effect.force.y * motion.centres.y);
        add<T>(sums.stress_xy, lane, good, effect.force.x * motion.centres.y);
    }
    if (group.with_wall != 0) [[unlikely]] {
        for (int n = 0; n < Width; ++n) {
            const std::size_t at = lane + static_cast<std::size_t>(n);
            if ((group.with_wall >> at & good_bits >> n & 1u) == 0) continue;
            const Kinematics& wall = task.of.kinematics[group.second[at]];
            const Vec2 force{effect.force.x[n], effect.force.y[n]};
            sums.wall_work[at] -=
                (dot(force, wall.velocity) + effect.torque_b[n] * wall.spin) * task.dt;
        }
    }
    return (used & ~good_bits) << lane;
}

/// How lanes are computed.
template <int lanes_at_once, bool fetches_ahead>
struct LaneWay {
    static constexpr int width = lanes_at_once;
    static constexpr bool ahead = fetches_ahead;  // a test in the loop would take longer
};

/// Makes the step of the lanes of a block. Where that does not do for a lane, calls alone(group,
/// lane), in the order of the lanes; with a width of 1 for all of them. `next` are the groups of
/// the next block.
template <class Law, class Way, class Group, class Alone>
SCREE_WIDE inline void step_groups(const LaneTask& task, std::span<Group> groups,
                                   [[maybe_unused]] std::span<const Group> next,
                                   ContactForce* forces, LaneSums& sums, const Alone& alone) {
    [[maybe_unused]] std::size_t now = 0;
    for (Group& group : groups) {
        if constexpr (Way::ahead) fetch_ahead<Group>(task.of, groups, now++, next);
        unsigned left = 0;
        if constexpr (Way::width == 1)
            left = group.used;
        else
            for (std::size_t lane = 0; lane < Group::size; lane += Way::width)
                left |= step_lanes<Law, Way::width>(task, group, lane, forces, sums);
        for (std::size_t lane = 0; left != 0; ++lane, left >>= 1)
            if ((left & 1u) != 0) alone(group, lane);
    }
}

template <class Law, class Way, class Alone>
SCREE_WIDE inline void step_lanes_of_block(const LaneTask& task, ContactLanes& lanes,
                                           std::size_t block, ContactForce* forces, LaneSums& sums,
                                           const Alone& alone) {
    const std::size_t next = Way::ahead ? std::min(block + 1, lanes.block_count() - 1) : block;
    if constexpr (!Law::discs_only) {
        step_groups<Law, Way, PokeGroup>(task, lanes.pokes(block), lanes.pokes(next), forces, sums,
                                         alone);
        step_groups<Law, Way, ChainGroup>(task, lanes.chains(block), lanes.chains(next), forces,
                                          sums, alone);
        step_groups<Law, Way, ArcGroup>(task, lanes.arcs(block), lanes.arcs(next), forces, sums,
                                        alone);
    }
    step_groups<Law, Way, DiscGroup>(task, lanes.discs(block), lanes.discs(next), forces, sums,
                                     alone);
    step_groups<Law, Way, EdgeGroup>(task, lanes.edges(block), lanes.edges(next), forces, sums,
                                     alone);
}

#ifndef __clang__
template <class Law, bool ahead, class Alone>
[[gnu::target("avx2"), gnu::noinline]] void step_by_4(const LaneTask& task, ContactLanes& lanes,
                                                      std::size_t block, ContactForce* forces,
                                                      LaneSums& sums, const Alone& alone) {
    step_lanes_of_block<Law, LaneWay<4, ahead>>(task, lanes, block, forces, sums, alone);
}

template <class Law, bool ahead, class Alone>
[[gnu::target("avx512f,avx512dq,avx512vl,prefer-vector-width=512"), gnu::noinline]] void step_by_8(
    const LaneTask& task, ContactLanes& lanes, std::size_t block, ContactForce* forces,
    LaneSums& sums, const Alone& alone) {
    step_lanes_of_block<Law, LaneWay<8, ahead>>(task, lanes, block, forces, sums, alone);
}
#endif

/// Makes the step of all lanes of a block.
template <class Law, class Alone>
void step_lanes_of_block(const LaneTask& task, ContactLanes& lanes, std::size_t block,
                         ContactForce* forces, LaneSums& sums, const Alone& alone) {
    switch (task.at_once) {
#ifndef __clang__
        case 8:
            return task.ahead ? step_by_8<Law, true>(task, lanes, block, forces, sums, alone)
                              : step_by_8<Law, false>(task, lanes, block, forces, sums, alone);
        case 4:
            return task.ahead ? step_by_4<Law, true>(task, lanes, block, forces, sums, alone)
                              : step_by_4<Law, false>(task, lanes, block, forces, sums, alone);
#endif
        case 2:
            return step_lanes_of_block<Law, LaneWay<2, false>>(task, lanes, block, forces, sums,
                                                               alone);
        default:
            return step_lanes_of_block<Law, LaneWay<1, false>>(task, lanes, block, forces, sums,
                                                               alone);
    }
}

}  // namespace scree::engine

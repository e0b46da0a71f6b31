#include "geometry/crossing_contact.h"

#include <array>

#include "geometry/chain_contact.h"
#include "geometry/corner_in_edge.h"

namespace scree::geometry {
namespace {

/// `Known` means that these are known to be the only crossings; they are then moved to where they
/// must be, within rounding. Without it, the answer means nothing unless it is certain.
template <bool Known>
[[gnu::always_inline]] inline bool measure(const Placed& a, const Placed& b,
                                           const CrossingPair& crossing, Overlap& overlap) {
    const auto [enter, leave] = crossing;
    const std::uint32_t inner_a = a.ring.steps(enter.a, leave.a);
    const std::uint32_t inner_b = b.ring.steps(leave.b, enter.b);
    if (inner_a + inner_b != 1)
        return chain_contact<Known>(a, b, crossing, {inner_a, inner_b}, overlap);
    // Which polygon pokes is selected by index, because a branch would be mispredicted half the
    // time.
    const std::array<const FeatureRing*, 2> ring{&a.ring, &b.ring};
    const std::array<const Transform*, 2> pose{&a.pose, &b.pose};
    const std::array<std::uint32_t, 2> corner{leave.a, enter.b};
    const std::array<std::uint32_t, 2> edge{enter.a, enter.b};
    const std::size_t poking = inner_b;
    const std::size_t edged = inner_a;
    return corner_in_edge<Known>({*ring[poking], *pose[poking]}, corner[poking],
                                 {*ring[edged], *pose[edged]}, edge[edged], inner_a, overlap);
}

/// Makes one step towards where the crossings went after a small motion, for both at once: past the
/// end of B's edge that is on the wrong side of A's, else past the end of A's edge that the
/// crossing is beyond. This is a guess; if no step helps, the edges stay the same.
CrossingPair one_step(const Placed& a, const Placed& b, const CrossingPair& crossing) {
    const Vec2 centres = b.pose.position - a.pose.position;
    const Crossed edges = crossed_edges<false>(a, b, crossing, centres, 0.0);
    // 1 means away from the inner chain, -1 towards it.
    const auto way = [&](Lanes below) {
        const LaneMask inner_is_out = below < 0.0;
        return inner_is_out - (~inner_is_out & (edges.rise < below));
    };
    const LaneMask move_b = way(edges.below_a);
    const LaneMask move_a = (move_b == 0) & way(edges.below_b);
    const auto moved = [](const FeatureRing& ring, std::uint32_t i, auto by) {
        const std::uint32_t j = by > 0 ? ring.next(i) : by < 0 ? ring.previous(i) : i;
        return static_cast<std::uint16_t>(j);
    };
    const auto [enter, leave] = crossing;
    return {{moved(a.ring, enter.a, -move_a[0]), moved(b.ring, enter.b, move_b[0])},
            {moved(a.ring, leave.a, move_a[1]), moved(b.ring, leave.b, -move_b[1])}};
}

}  // namespace

Vec2 direction_across(const PairFrame& pair, const CrossingPair& crossing) {
    const auto [enter, leave] = crossing;
    const Rotation turn = pair.b_in_a.rotation;
    if (enter.b == leave.b) return -rotate(turn, pair.b.normal(enter.b));
    if (enter.a == leave.a) return pair.a.normal(enter.a);
    return (pair.a.normal(enter.a) + pair.a.normal(leave.a)) -
           rotate(turn, pair.b.normal(enter.b) + pair.b.normal(leave.b));
}

bool track_contact(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                   const Transform& pose_b, const CrossingPair& crossing, Overlap& overlap) {
    return measure<false>({a, pose_a}, {b, pose_b}, crossing, overlap);
}

bool follow_contact(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                    const Transform& pose_b, CrossingPair& crossing, Overlap& overlap) {
    constexpr int most_steps = 16;
    for (int steps = 0; steps < most_steps; ++steps) {
        const CrossingPair next = one_step({a, pose_a}, {b, pose_b}, crossing);
        if (next == crossing) return false;
        crossing = next;
        if (track_contact(a, pose_a, b, pose_b, crossing, overlap)) return true;
    }
    return false;
}

bool measure_contact(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                     const Transform& pose_b, const CrossingPair& crossing, Overlap& overlap) {
    return measure<true>({a, pose_a}, {b, pose_b}, crossing, overlap);
}

}  // namespace scree::geometry

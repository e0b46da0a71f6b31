#include "geometry/crossing_contact.h"

#include <array>

#include "geometry/chain_contact.h"
#include "geometry/corner_in_edge.h"
#include "geometry/voronoi.h"

namespace scree::geometry {
namespace {

bool follow(const PairFrame& pair, Crossing& crossing, double sense) {
    constexpr int most_steps = 16;
    std::uint32_t i = crossing.a;
    std::uint32_t j = crossing.b;
    for (int steps = 0; steps < most_steps; ++steps) {
        const Vec2 q0 = pair.vertex_of_b(j) - pair.a.vertex(i);
        const Vec2 q1 = pair.vertex_of_b(after(j)) - pair.a.vertex(i);
        const double above_0 = dot(q0, pair.a.normal(i));
        const double above_1 = dot(q1, pair.a.normal(i));
        const double share = above_0 / (above_0 - above_1);
        const double along = dot(q0 + share * (q1 - q0), pair.a.direction(i));
        if (sense * above_0 > 0.0) {
            j = pair.b.previous(j);
        } else if (sense * above_1 < 0.0) {
            j = pair.b.next(j);
        } else if (along < 0.0) {
            i = pair.a.previous(i);
        } else if (along > edge_length(pair.a, i)) {
            i = pair.a.next(i);
        } else {
            crossing = {static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)};
            return true;
        }
    }
    return false;
}

/// With `Known` the crossings are where they must be, to rounding; else the answer means nothing
/// unless it is certain.
template <bool Known>
[[gnu::always_inline]] inline bool measure(const FeatureRing& a, const Transform& pose_a,
                                           const FeatureRing& b, const Transform& pose_b,
                                           const CrossingPair& crossing, Overlap& overlap) {
    const auto [enter, leave] = crossing;
    const std::uint32_t inner_a = a.steps(enter.a, leave.a);
    const std::uint32_t inner_b = b.steps(leave.b, enter.b);
    if (inner_a + inner_b != 1)
        return chain_contact<Known>(PairFrame(a, pose_a, b, pose_b), pose_a, pose_b, crossing,
                                    {inner_a, inner_b}, overlap);
    // Chosen by index: a branch on who pokes whom would be wrong every other time.
    const std::array<const FeatureRing*, 2> ring{&a, &b};
    const std::array<const Transform*, 2> pose{&pose_a, &pose_b};
    const std::array<std::uint32_t, 2> corner{leave.a, enter.b};
    const std::array<std::uint32_t, 2> edge{enter.a, enter.b};
    const std::size_t poking = inner_b;
    const std::size_t edged = inner_a;
    return corner_in_edge<Known>({*ring[poking], *pose[poking]}, corner[poking],
                                 {*ring[edged], *pose[edged]}, edge[edged], inner_a, overlap);
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

bool follow(const PairFrame& pair, CrossingPair& crossing) {
    return follow(pair, crossing.enter, 1.0) && follow(pair, crossing.leave, -1.0);
}

bool track_contact(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                   const Transform& pose_b, const CrossingPair& crossing, Overlap& overlap) {
    return measure<false>(a, pose_a, b, pose_b, crossing, overlap);
}

bool measure_contact(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                     const Transform& pose_b, const CrossingPair& crossing, Overlap& overlap) {
    return measure<true>(a, pose_a, b, pose_b, crossing, overlap);
}

}  // namespace scree::geometry

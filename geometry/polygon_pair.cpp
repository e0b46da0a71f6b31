#include "geometry/clip.h"
#include "geometry/closest_features.h"
#include "geometry/contact.h"
#include "geometry/crossing_contact.h"
#include "geometry/crossings.h"
#include "geometry/pair_frame.h"
#include "geometry/proximity.h"
#include "geometry/tolerances.h"

namespace scree::geometry {
namespace {

/// From A to B along the normal of whichever of the two features is an edge.
Vec2 edge_direction(const PairFrame& pair, Feature a, Feature b) {
    return b.is_edge() ? -rotate(pair.b_in_a.rotation, pair.b.normal(b.index()))
                       : pair.a.normal(a.index());
}

/// From A to B as the crossing edges have it: the chord's normal, roughly, of any length.
Vec2 direction_across(const PairFrame& pair, const CrossingPair& crossing) {
    const auto [enter, leave] = crossing;
    const Rotation turn = pair.b_in_a.rotation;
    if (enter.b == leave.b) return -rotate(turn, pair.b.normal(enter.b));
    if (enter.a == leave.a) return pair.a.normal(enter.a);
    return (pair.a.normal(enter.a) + pair.a.normal(leave.a)) -
           rotate(turn, pair.b.normal(enter.b) + pair.b.normal(leave.b));
}

/// A unit direction from A to B to search along: from the memory if it has one, else from centre to
/// centre.
Vec2 first_direction(const PairFrame& pair, const PairMemory& memory) {
    Vec2 direction;
    if (memory.kind == PairMemory::Kind::crossing) {
        direction = direction_across(pair, memory.crossing);
    } else if (memory.kind == PairMemory::Kind::closest) {
        if (memory.a.is_edge() || memory.b.is_edge())
            direction = edge_direction(pair, memory.a, memory.b);
        else
            direction = pair.vertex_of_b(memory.b.index()) - pair.a.vertex(memory.a.index());
    }
    return unit_or(direction, unit_or(pair.b_in_a.position, {0.0, 1.0}));
}

Slab first_slab(const PairFrame& pair, const PairMemory& memory) {
    const bool crossed = memory.kind == PairMemory::Kind::crossing;
    return slab_along(pair, first_direction(pair, memory),
                      crossed ? memory.crossing.leave.a : memory.a.index(),
                      crossed ? memory.crossing.enter.b : memory.b.index());
}

Apart remember(PairMemory& memory, Feature a, Feature b, const ClosestPoints& points) {
    memory.kind = PairMemory::Kind::closest;
    memory.a = a;
    memory.b = b;
    return {points.distance, points.on_a, points.on_b, a, b};
}

/// For polygons whose outlines do not cross: how far apart they are, unless they touch or one is in
/// the other.
std::optional<Apart> find_apart(const PairFrame& pair, const Slab& slab, PairMemory& memory,
                                QueryCounts& counts) {
    // The extreme vertices of any direction make a vertex of the Minkowski difference. A walk from
    // there may be stopped by an edge that it sees from behind; then the edge whose line separates
    // is close by.
    Feature a = Feature::vertex(slab.top_of_a);
    Feature b = Feature::vertex(slab.bottom_of_b);
    if (const auto points = walk_to_closest(pair, a, b, 0.0))
        return remember(memory, a, b, *points);
    SeparatingAxis axis = climb_to_axis(pair, slab.top_of_a, slab.bottom_of_b);
    if (axis.separation > 0.0) {
        if (const auto points = walk_to_closest(pair, axis.a, axis.b, 0.0))
            return remember(memory, axis.a, axis.b, *points);
    }
    ++counts.exhaustive;
    axis = best_axis(pair);
    if (!(axis.separation > 0.0)) return std::nullopt;
    const ClosestPoints points = search_closest(pair, a, b);
    if (!(points.distance > 0.0)) return std::nullopt;
    return remember(memory, a, b, points);
}

/// Polygons that have points in common but no area: pressed together where they separate best.
Overlap touching_contact(const PairFrame& pair) {
    auto [separation, a, b] = best_axis(pair);
    Overlap overlap;
    overlap.normal = edge_direction(pair, a, b);
    overlap.midpoint = search_closest(pair, a, b).on_a;
    overlap.centroid = overlap.midpoint;
    return overlap;
}

Proximity search(const PairFrame& pair, const Transform& pose_a, const Transform& pose_b,
                 PairMemory& memory, QueryCounts& counts) {
    const Slab slab = first_slab(pair, memory);
    CrossingCount found;
    if (!(slab.gap > tolerance::touch * pair.extent))
        found = count_crossings(pair, chain_of_a(pair, slab), chain_of_b(pair, slab));
    if (found.enters == 1 && found.leaves == 1) {
        ++counts.searched;
        memory.kind = PairMemory::Kind::crossing;
        memory.crossing = found.last;
        Overlap overlap;
        measure_contact(pair.a, pose_a, pair.b, pose_b, found.last, overlap);
        return overlap;
    }
    if (found.enters == 0 && found.leaves == 0) {
        const std::uint64_t exhaustive = counts.exhaustive;
        if (const auto apart = find_apart(pair, slab, memory, counts)) {
            if (counts.exhaustive == exhaustive) ++counts.searched;
            return in_world(pose_a, *apart);
        }
    }
    ++counts.clipped;
    memory.kind = PairMemory::Kind::none;
    const auto overlap = clip(pair, slab, unrotate(pose_a.rotation, {0.0, 1.0}));
    return in_world(pose_a, overlap ? *overlap : touching_contact(pair));
}

}  // namespace

Proximity proximity(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                    const Transform& pose_b, PairMemory& memory, QueryCounts& counts) {
    ++counts.queries;
    if (memory.kind == PairMemory::Kind::crossing) {
        Proximity answer(std::in_place_type<Overlap>);
        if (measure_contact(a, pose_a, b, pose_b, memory.crossing,
                            *std::get_if<Overlap>(&answer))) {
            ++counts.tracked;
            return answer;
        }
    } else if (memory.kind == PairMemory::Kind::closest) {
        if (const auto apart = still_closest(a, pose_a, b, pose_b, memory.a, memory.b)) {
            ++counts.tracked;
            return *apart;
        }
    }
    const PairFrame pair(a, pose_a, b, pose_b);
    if (memory.kind == PairMemory::Kind::crossing) {
        CrossingPair moved = memory.crossing;
        Overlap overlap;
        if (follow(pair, moved) && measure_contact(a, pose_a, b, pose_b, moved, overlap)) {
            ++counts.tracked;
            memory.crossing = moved;
            return overlap;
        }
    } else if (memory.kind == PairMemory::Kind::closest) {
        const double least = tolerance::touch * pair.extent;
        if (const auto points = walk_to_closest(pair, memory.a, memory.b, least)) {
            ++counts.tracked;
            return in_world(pose_a, remember(memory, memory.a, memory.b, *points));
        }
    }
    return search(pair, pose_a, pose_b, memory, counts);
}

}  // namespace scree::geometry

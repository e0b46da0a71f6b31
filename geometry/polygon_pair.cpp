#include <optional>

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

/// Returns the direction from A to B along the normal of whichever of the two features is an edge.
Vec2 edge_direction(const PairFrame& pair, Feature a, Feature b) {
    return b.is_edge() ? -rotate(pair.b_in_a.rotation, pair.b.normal(b.index()))
                       : pair.a.normal(a.index());
}

/// Returns a unit direction from A to B to search along: from the memory if it has one, else from
/// centre to centre.
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

/// For polygons whose outlines do not cross: returns how far apart they are, unless they touch or
/// one is inside the other.
std::optional<Apart> find_apart(const PairFrame& pair, const Slab& slab, PairMemory& memory,
                                QueryCounts& counts) {
    // The extreme vertices of any direction make a vertex of the Minkowski difference. A walk from
    // there may be stopped by an edge that it sees from behind; then the edge whose line separates
    // the polygons is close by.
    Feature a = Feature::vertex(slab.top_of_a);
    Feature b = Feature::vertex(slab.bottom_of_b);
    auto points = walk_to_closest(pair, a, b, 0.0);
    if (!points) {
        const SeparatingAxis axis = climb_to_axis(pair, slab.top_of_a, slab.bottom_of_b);
        a = axis.a;
        b = axis.b;
        if (axis.separation > 0.0) points = walk_to_closest(pair, a, b, 0.0);
    }
    if (points) {
        ++counts.searched;
        return remember(memory, a, b, *points);
    }
    if (!(best_axis(pair).separation > 0.0)) return std::nullopt;
    const ClosestPoints found = search_closest(pair, a, b);
    if (!(found.distance > 0.0)) return std::nullopt;
    ++counts.exhaustive;
    return remember(memory, a, b, found);
}

/// The contact of two polygons of which one lies inside the other: it has the area of the smaller
/// one.
Overlap nested_contact(const PairFrame& pair, Vec2 up) {
    const Vec2 centres = pair.b_in_a.position;
    const double area_a = area(pair.a);
    const double area_b = area(pair.b);
    return area_a < area_b ? swallowed_contact(area_a, {}, centres, up)
                           : swallowed_contact(area_b, centres, centres, up);
}

/// The contact of polygons that have points in common but no area: it lies where they separate
/// best.
Overlap touching_contact(const PairFrame& pair, const SeparatingAxis& axis) {
    Feature a = axis.a;
    Feature b = axis.b;
    Overlap overlap;
    overlap.normal = edge_direction(pair, a, b);
    overlap.midpoint = search_closest(pair, a, b).on_a;
    overlap.centroid = overlap.midpoint;
    return overlap;
}

/// The contact of outlines that cross more than twice, or not at all.
Overlap last_resort(const PairFrame& pair, const Slab& slab, bool crossed, Vec2 up) {
    if (crossed) {
        if (const auto overlap = clip(pair, slab, up)) return *overlap;
    }
    const SeparatingAxis axis = best_axis(pair);
    if (!crossed && axis.separation < -tolerance::touch * pair.extent)
        return nested_contact(pair, up);
    return touching_contact(pair, axis);
}

Proximity search(const PairFrame& pair, const Transform& pose_a, const Transform& pose_b,
                 PairMemory& memory, QueryCounts& counts) {
    const Slab slab = first_slab(pair, memory);
    CrossingCount found;
    if (!(slab.gap > tolerance::touch * pair.extent))
        found = count_crossings(pair, chain_of_a(pair, slab), chain_of_b(pair, slab));
    if (found.enters == 1 && found.leaves == 1) {
        Overlap overlap;
        const bool certain = measure_contact(pair.a, pose_a, pair.b, pose_b, found.last, overlap);
        // Two vertices at the same place can be counted as crossings of the wrong edges (side.h),
        // with all of one polygon between them; then the clip gives the right answer.
        if (certain || !overlap.swallowed) {
            ++counts.searched;
            memory.kind = PairMemory::Kind::crossing;
            memory.crossing = found.last;
            return overlap;
        }
    }
    const bool crossed = found.enters + found.leaves > 0;
    if (!crossed) {
        if (const auto apart = find_apart(pair, slab, memory, counts)) {
            Proximity answer(*apart);
            turn_to_world(pose_a, answer);
            return answer;
        }
    }
    ++counts.clipped;
    memory.kind = PairMemory::Kind::none;
    const Vec2 up = unrotate(pose_a.rotation, {0.0, 1.0});
    Proximity answer(last_resort(pair, slab, crossed, up));
    turn_to_world(pose_a, answer);
    return answer;
}

/// Answers from the edges that crossed in the last query. There is one answer, filled in place,
/// because a copy would cost noticeable time on the hot path.
Proximity from_crossing(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                        const Transform& pose_b, PairMemory& memory, QueryCounts& counts) {
    Proximity answer(std::in_place_type<Overlap>);
    Overlap& overlap = *std::get_if<Overlap>(&answer);
    if (track_contact(a, pose_a, b, pose_b, memory.crossing, overlap) ||
        follow_contact(a, pose_a, b, pose_b, memory.crossing, overlap)) {
        ++counts.tracked;
        return answer;
    }
    answer = search(PairFrame(a, pose_a, b, pose_b), pose_a, pose_b, memory, counts);
    return answer;
}

/// Answers from the features that were closest in the last query.
Proximity from_closest(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                       const Transform& pose_b, PairMemory& memory, QueryCounts& counts) {
    if (const auto apart = still_closest(a, pose_a, b, pose_b, memory.a, memory.b)) {
        ++counts.tracked;
        return *apart;
    }
    const PairFrame pair(a, pose_a, b, pose_b);
    const double least = tolerance::touch * pair.extent;
    if (const auto points = walk_to_closest(pair, memory.a, memory.b, least)) {
        ++counts.tracked;
        Proximity answer(remember(memory, memory.a, memory.b, *points));
        turn_to_world(pose_a, answer);
        return answer;
    }
    return search(pair, pose_a, pose_b, memory, counts);
}

}  // namespace

Proximity proximity(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                    const Transform& pose_b, PairMemory& memory, QueryCounts& counts) {
    ++counts.queries;
    switch (memory.kind) {
        case PairMemory::Kind::crossing:
            return from_crossing(a, pose_a, b, pose_b, memory, counts);
        case PairMemory::Kind::closest:
            return from_closest(a, pose_a, b, pose_b, memory, counts);
        case PairMemory::Kind::none:
            break;
    }
    return search(PairFrame(a, pose_a, b, pose_b), pose_a, pose_b, memory, counts);
}

}  // namespace scree::geometry

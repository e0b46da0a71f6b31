#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "engine/grains/packing/neighbour_lists.h"
#include "engine/grains/packing/state.h"

/// What a grain overlaps, and where it would have to go.
namespace scree::engine {

/// One overlap of a grain. The overlap becomes less by normal . dx + lever gyration dtheta when the
/// grain moves by dx and turns by dtheta.
struct Push {
    double depth = 0.0;     ///< m
    geometry::Vec2 normal;  ///< of length 1, towards the grain
    double lever = 0.0;     ///< of the push about the grain's centre, in radii of gyration
    double diameter = 0.0;  ///< m, of the smaller of both grains
    bool is_of_side = false;
};

/// The overlaps of a grain, summed up.
struct OverlapSum {
    /// Depths over diameters. That of a pair counts by half, because its other grain counts it too.
    double sum = 0.0;
    double largest = 0.0;

    void add(const Push& push) {
        const double overlap = push.depth / push.diameter;
        sum += push.is_of_side ? overlap : 0.5 * overlap;
        largest = std::max(largest, overlap);
    }
};

/// The overlap of a grain with a neighbour, neither of which need be a disc, whose centre is `way`
/// from its own; the depth is 0 if there is none.
Push push_of_shapes(const PackState& state, std::size_t grain, std::size_t other,
                    geometry::Vec2 way, geometry::PairMemory& memory);

/// The overlap of a polygon with a side; the depth is 0 if there is none.
Push push_of_side(const PackState& state, std::size_t grain, const Container::Side& side);

/// Calls visit(push) for all overlaps of a grain, always in the same order.
template <class Visit>
void for_each_push(const PackState& state, NeighbourLists& lists, const Period& period,
                   std::size_t grain, const Visit& visit) {
    const PackCircle& circle = state.circles[grain];
    geometry::PairMemory* memory = state.discs_only ? nullptr : lists.memory_of(grain);
    for (const NeighbourLists::Neighbour& neighbour : lists.of(grain)) {
        geometry::PairMemory* const own = memory == nullptr ? nullptr : memory++;
        const PackCircle& other = state.circles[neighbour.grain];
        geometry::Vec2 way = other.at - circle.at;
        if (!neighbour.image.is_here()) way += period.shift(neighbour.image);
        const double reach = circle.radius + other.radius;
        const double square = dot(way, way);
        if (square >= reach * reach) continue;
        if (own == nullptr) {
            const double distance = std::sqrt(square);
            // Discs with the same centre are pushed apart along x.
            const geometry::Vec2 normal =
                distance > 1e-12 * reach
                    ? -1.0 / distance * way
                    : geometry::Vec2{grain < neighbour.grain ? -1.0 : 1.0, 0.0};
            visit(Push{reach - distance, normal, 0.0, std::min(circle.diameter, other.diameter),
                       false});
        } else {
            const Push push = push_of_shapes(state, grain, neighbour.grain, way, *own);
            if (push.depth > 0.0) visit(push);
        }
    }
    const double inside = state.container.nearest_side() - circle.radius;
    if (inside > 0.0 && dot(circle.at, circle.at) < inside * inside) return;
    for (const Container::Side& side : state.container.sides()) {
        const double depth = dot(side.normal, circle.at) + circle.radius - side.distance;
        if (depth <= 0.0) continue;
        if (state.is_disc(grain)) {
            visit(Push{depth, -side.normal, 0.0, circle.diameter, true});
        } else {
            const Push push = push_of_side(state, grain, side);
            if (push.depth > 0.0) visit(push);
        }
    }
}

}  // namespace scree::engine

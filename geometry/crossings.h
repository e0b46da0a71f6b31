#pragma once

#include <cstdint>
#include <optional>

#include "geometry/pair_frame.h"
#include "geometry/proximity.h"

/// Two outlines that cross twice, and the overlap between: the state that most contacts of a heap
/// are in. Walking counter-clockwise, A's outline enters B at one pair of edges and leaves it at
/// another; the overlap is bounded by A's chain from `enter` to `leave` and B's chain back.
namespace scree::geometry {

/// The two crossing points, in the frame of A.
struct CrossingPoints {
    Vec2 enter;
    Vec2 leave;
};

/// The points, if these edges do cross, in this sense.
std::optional<CrossingPoints> crossing_points(const PairFrame& pair, const CrossingPair& crossing);

/// True when it is certain, from the corners next to the crossings alone, that the outlines do not
/// cross anywhere else. False says nothing.
bool crosses_nowhere_else(const PairFrame& pair, const CrossingPair& crossing);

/// Area, centroid, chord, midpoint and normal of the overlap, in the frame of A.
Overlap measure(const PairFrame& pair, const CrossingPair& crossing, const CrossingPoints& points);

/// A direction from A to B that goes with the crossing edges: the chord's normal, roughly. It may
/// have any length, zero too.
Vec2 direction_across(const PairFrame& pair, const CrossingPair& crossing);

/// Along a unit direction n, from A to B: the highest vertex of A and the lowest of B. Whatever the
/// two have in common lies between them.
struct Slab {
    Vec2 direction;
    std::uint32_t top_of_a = 0;
    std::uint32_t bottom_of_b = 0;
    double gap = 0.0;  ///< positive: the polygons are apart by at least this
};

Slab slab_along(const PairFrame& pair, Vec2 direction, std::uint32_t start_a,
                std::uint32_t start_b);

/// Consecutive edges of a ring.
struct Chain {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// The edges of A, and of B, that reach into the slab.
Chain chain_of_a(const PairFrame& pair, const Slab& slab);
Chain chain_of_b(const PairFrame& pair, const Slab& slab);

/// Every crossing of the outlines, counted; `last` holds one of each sense.
struct CrossingCount {
    std::uint32_t enters = 0;
    std::uint32_t leaves = 0;
    CrossingPair last;
};

CrossingCount count_crossings(const PairFrame& pair, const Chain& of_a, const Chain& of_b);

}  // namespace scree::geometry

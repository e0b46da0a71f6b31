#pragma once

#include <cstdint>

#include "geometry/pair_frame.h"
#include "geometry/proximity.h"

/// The search for the crossings of two outlines, given only a direction. It is exact and monotone,
/// so that it always ends.
namespace scree::geometry {

/// The highest vertex of A and the lowest of B along a unit direction n from A to B. All common
/// points of the two lie between them.
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

/// The number of crossings of the outlines; `last` holds one of each sense.
struct CrossingCount {
    std::uint32_t enters = 0;
    std::uint32_t leaves = 0;
    CrossingPair last;
};

CrossingCount count_crossings(const PairFrame& pair, const Chain& of_a, const Chain& of_b);

}  // namespace scree::geometry

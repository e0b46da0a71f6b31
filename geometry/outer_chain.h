#pragma once

#include "geometry/feature_ring.h"

namespace scree::geometry {

/// The outline of a ring between two crossings, on the side that lies outside the other polygon:
/// from the crossing on edge `from` to that on edge `to`.
struct OuterChain {
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t vertices;
};

/// Whether p, which lies inside the lines of the crossed edges, is inside the outer chain. The ring
/// contains the figure through the ends of the edges next to the crossed ones and the vertex
/// halfway between; p is inside if it is left of those two edges and of the two diagonals. (With
/// fewer than six vertices one diagonal is enough; with fewer than four there are no edges beyond
/// the two.)
bool holds(const OuterChain& chain, const FeatureRing& ring, Vec2 p, double margin);

}  // namespace scree::geometry

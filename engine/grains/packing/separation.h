#pragma once

#include "engine/grains/packing/neighbour_lists.h"
#include "engine/grains/packing/state.h"

namespace scree::engine {

/// The factor by which the container must grow so that no two grains of the lists overlap, and none
/// reaches beyond a side. 1 if nothing overlaps.
double factor_of_separation(const PackState& state, const NeighbourLists& lists, Workers& workers);

/// Grows the container until no grains overlap, by lists that are made anew, and
/// `starting_clearance` is between them.
void separate(PackState& state, NeighbourLists& lists, Workers& workers);

}  // namespace scree::engine

#pragma once

#include <optional>

#include "geometry/crossings.h"
#include "geometry/pair_frame.h"
#include "geometry/proximity.h"

namespace scree::geometry {

/// The answer of last resort, for outlines that cross more than twice or not at all: A cut by the
/// lines of B's edges in the slab, one after the other (Sutherland and Hodgman). In the frame of A;
/// `up` is the direction of the world's +y in it. Nothing is returned when no area is left beyond
/// rounding.
std::optional<Overlap> clip(const PairFrame& pair, const Slab& slab, Vec2 up);

}  // namespace scree::geometry

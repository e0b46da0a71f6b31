#pragma once

#include <optional>

#include "geometry/crossings.h"
#include "geometry/pair_frame.h"
#include "geometry/proximity.h"

namespace scree::geometry {

/// The fallback for outlines that cross more than twice or not at all: A is cut by the lines of B's
/// edges in the slab, one after the other (Sutherland and Hodgman). The result is in the frame of
/// A; `up` is the direction of the world's +y in it. Returns nothing if no area beyond rounding is
/// left.
std::optional<Overlap> clip(const PairFrame& pair, const Slab& slab, Vec2 up);

}  // namespace scree::geometry

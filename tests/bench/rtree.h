#pragma once

#include <span>
#include <vector>

#include "engine/base/body.h"
#include "geometry/box.h"

namespace scree::bench {

/// Finds all pairs of overlapping boxes, sorted, by Boost's R-tree, which is packed anew from all
/// boxes and then asked for each box.
void find_pairs_by_rtree(std::span<const geometry::Box> boxes,
                         std::vector<engine::BodyPair>& pairs);

}  // namespace scree::bench

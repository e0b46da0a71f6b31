#pragma once

#include <span>
#include <vector>

#include "engine/base/body.h"
#include "geometry/box.h"

namespace scree::bench {

/// All pairs of overlapping boxes, sorted, by Boost's R-tree: packed anew from all boxes, then
/// asked for each.
void find_pairs_by_rtree(std::span<const geometry::Box> boxes,
                         std::vector<engine::BodyPair>& pairs);

}  // namespace scree::bench

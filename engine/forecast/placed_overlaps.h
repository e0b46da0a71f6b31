#pragma once

#include <string>
#include <vector>

#include "engine/run/setup.h"

namespace scree::engine {

/// Two bodies that are in each other when the run begins.
struct PlacedOverlap {
    std::string first;   ///< a grain, as "stones 17"
    std::string second;  ///< another, or a wall
    double depth = 0.0;  ///< m: area over chord
    double share = 0.0;  ///< of the smaller grain's size
};

/// Less than this share of a grain's size is how things lie on each other.
inline constexpr double smallest_placed_overlap = 1e-3;

/// In the order of the grains; of the pieces of a wall that a grain is in, the one where it is
/// deepest. Only walls that are there at the beginning count.
std::vector<PlacedOverlap> placed_overlaps(const Scene& scene, const RunSetup& setup);

}  // namespace scree::engine

#pragma once

#include <string>
#include <vector>

#include "engine/run/setup.h"

namespace scree::engine {

/// Two bodies that overlap when the run begins.
struct PlacedOverlap {
    std::string first;   ///< a grain, as "stones 17"
    std::string second;  ///< another grain, or a wall
    double depth = 0.0;  ///< m: area over chord
    double share = 0.0;  ///< of the smaller grain's size
};

/// Overlaps of less than this share of a grain's size are normal where things lie on each other.
inline constexpr double smallest_placed_overlap = 1e-3;

/// Finds the overlaps, in the order of the grains. If a grain overlaps several pieces of a wall,
/// the deepest overlap counts. Only walls that are there at the beginning count.
std::vector<PlacedOverlap> placed_overlaps(const Scene& scene, const RunSetup& setup);

}  // namespace scree::engine

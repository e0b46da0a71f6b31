#pragma once

#include <cstddef>

namespace scree::engine {

/// How a region is cut into slices.
struct Slicing {
    bool along_x = false;  ///< the slices follow each other along x; else along y
    std::size_t slices = 20;
};
inline constexpr std::size_t most_slices = 1000;
/// Of a histogram.
inline constexpr std::size_t most_bins = 1000;
inline constexpr double usual_reach = 6.0;
/// Of a field.
inline constexpr std::size_t most_cells = 1'000'000;

}  // namespace scree::engine

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace scree::engine {

/// The value below which this share of the others lies: 0.5 gives the median, the larger of the two
/// in the middle where their number is even. There must be some values; their order changes.
inline double quantile(std::vector<double>& values, double share) {
    const auto k = std::lround(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + k, values.end());
    return values[static_cast<std::size_t>(k)];
}

}  // namespace scree::engine

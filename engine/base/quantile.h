#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace scree::engine {

/// Returns the value below which this share of the values lies. 0.5 gives the median, which is the
/// larger of the two middle values if their number is even. There must be at least one value. The
/// order of the values changes.
inline double quantile(std::vector<double>& values, double share) {
    const auto k = std::lround(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + k, values.end());
    return values[static_cast<std::size_t>(k)];
}

}  // namespace scree::engine

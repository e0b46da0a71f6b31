#pragma once

namespace scree::geometry {

/// Whether all conditions hold, without a branch on any: for conditions that are cheap to compute
/// and hard to predict one by one.
template <class... Conditions>
constexpr bool every(Conditions... conditions) {
    return (static_cast<int>(conditions) & ...) != 0;
}

}  // namespace scree::geometry

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/period.h"

/// Checks for a snapshot that may have been changed or damaged in any way. All throw
/// std::invalid_argument with a sentence that begins with "this is not a state of the run".
namespace scree::engine::snapshot_check {

/// The largest coordinate, and the largest change of one in a step, for which the geometry works.
inline constexpr double largest_coordinate = 1e50;

void require(bool holds, const char* what);
/// Requires that `what` has as many numbers as expected.
void require_size(std::size_t size, std::size_t expected, const char* what);

bool all_finite(std::span<const double> values);
/// Whether a vector has the length one, up to rounding errors.
bool is_unit(double x, double y);
/// Whether these are pairs of numbers, for x and y, that are no larger than `most`, and zero in
/// directions that are not periodic.
bool are_turns(std::span<const std::int32_t> counts, const Period& period, std::int32_t most);

}  // namespace scree::engine::snapshot_check

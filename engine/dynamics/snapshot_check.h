#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/period.h"

/// Checks of a snapshot that anything may have been done to. All throw std::invalid_argument with a
/// sentence that begins with "this is no state of the run".
namespace scree::engine::snapshot_check {

/// Coordinates, and what is added to them in a step, that the geometry answers for.
inline constexpr double largest_coordinate = 1e50;

void require(bool holds, const char* what);
/// `what` has as many numbers as expected.
void require_size(std::size_t size, std::size_t expected, const char* what);

bool all_finite(std::span<const double> values);
/// Whether a vector has the length one, as far as a computed one can.
bool is_unit(double x, double y);
/// Pairs of numbers, for x and y, that are no larger than `most`, and zero where the domain is not
/// periodic.
bool are_turns(std::span<const std::int32_t> counts, const Period& period, std::int32_t most);

}  // namespace scree::engine::snapshot_check

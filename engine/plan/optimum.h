#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/plan/plan.h"

namespace scree::engine {

/// Another level must save at least this share of the cost. Near the best number of levels the cost
/// is so flat that one more grain would change which number is best, and a level costs memory too.
inline constexpr double worth_a_level = 5e-4;

/// Returns the cells with the least cost, with no empty level. If `levels` is not given, returns
/// the fewest levels whose cost exceeds the least by no more than `worth_a_level`.
std::vector<double> best_cells(const PlanProblem& problem, std::optional<std::size_t> levels);

}  // namespace scree::engine

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/plan/plan.h"

namespace scree::engine {

/// Returns the cells for the rules that are formulas, which are all but `optimal`. Levels that
/// would be empty are left out. If `levels` is not given, the number of levels with the least cost
/// is used.
std::vector<double> cells_by_rule(const PlanProblem& problem, CellRule rule,
                                  std::optional<std::size_t> levels);

}  // namespace scree::engine

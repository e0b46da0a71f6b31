#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/plan/plan.h"

namespace scree::engine {

/// The cells of the rules that are formulas, all but `optimal`; levels that would be empty are left
/// out. Without a number of levels: that with the least cost.
std::vector<double> cells_by_rule(const PlanProblem& problem, CellRule rule,
                                  std::optional<std::size_t> levels);

}  // namespace scree::engine

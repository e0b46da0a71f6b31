#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/plan/plan.h"

namespace scree::engine {

/// A level more must save at least this share of the cost. Over the best number of levels the cost
/// is so flat that another grain would change it, and a level costs memory too.
inline constexpr double worth_a_level = 5e-4;

/// The cells with the least cost, none of their levels empty; so many, or as few as do not cost
/// more than the least by `worth_a_level`.
std::vector<double> best_cells(const PlanProblem& problem, std::optional<std::size_t> levels);

}  // namespace scree::engine

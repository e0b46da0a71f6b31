#include "engine/plan/plan.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include "engine/base/spec_error.h"
#include "engine/plan/cost.h"
#include "engine/plan/optimum.h"
#include "engine/plan/rules.h"

namespace scree::engine {
namespace {

void check_cells(const PlanProblem& problem, std::span<const double> cells) {
    if (cells.empty()) throw std::invalid_argument("there must be at least one cell");
    double previous = 0.0;
    for (const double cell : cells) {
        if (!(cell > previous && cell < HUGE_VAL))
            throw std::invalid_argument("the cells must be positive and increase: " +
                                        number_text(cell) + " after " + number_text(previous));
        previous = cell;
    }
    if (const double largest = 2.0 * problem.sizes.largest(); cells.back() < largest)
        throw std::invalid_argument("the largest cell, " + number_text(cells.back()) +
                                    ", must be at least " + number_text(largest) +
                                    ", which is as wide as the largest grain");
}

/// The levels that a grain of level `h` looks into besides its own, from .. until.
struct Others {
    std::size_t from;
    std::size_t until;
};
Others others(GridSearch search, std::size_t h, std::size_t levels) {
    return search == GridSearch::top_down ? Others{0, h} : Others{h + 1, levels};
}

}  // namespace

Plan evaluate(const PlanProblem& problem, std::span<const double> cells) {
    check_problem(problem);
    check_cells(problem, cells);
    const LevelCost cost(problem);
    Plan plan;
    std::vector<SizeMoments> grains;
    double low = 0.0;  // s_0 / 2: zero, so that no grain lies below it
    for (const double cell : cells) {
        grains.push_back(problem.sizes.between(low, 0.5 * cell));
        const double share = grains.back()[0];
        plan.levels.push_back({cell, share, cost.particles_per_cell(cell, share), 0.0, 0.0});
        low = 0.5 * cell;
    }
    for (std::size_t h = 0; h < cells.size(); ++h) {
        PlannedLevel& level = plan.levels[h];
        level.candidates = level.share * (0.5 + cost.neighbours()) * level.particles_per_cell;
        level.accesses = level.share * (1.0 + cost.neighbours());
        const auto [from, until] = others(problem.search, h, cells.size());
        for (std::size_t j = from; j < until; ++j) {
            const double reached = cost.cells_in_reach(cells[j], grains[h]);
            level.candidates += plan.levels[j].particles_per_cell * reached;
            level.accesses += reached;
        }
        plan.candidates += level.candidates;
        plan.accesses += level.accesses;
    }
    plan.cost = plan.candidates + problem.overhead * plan.accesses;
    const double whole = 2.0 * problem.sizes.largest();
    plan.linked_cell_cost = cost.of_levels(std::span(&whole, 1));
    return plan;
}

Plan plan_levels(const PlanProblem& problem, CellRule rule, std::optional<std::size_t> levels) {
    check_problem(problem);
    if (levels && (*levels < 1 || *levels > most_levels))
        throw std::invalid_argument("the number of levels must be from 1 to " +
                                    std::to_string(most_levels) + ", not " +
                                    std::to_string(*levels));
    return evaluate(problem, rule == CellRule::optimal ? best_cells(problem, levels)
                                                       : cells_by_rule(problem, rule, levels));
}

}  // namespace scree::engine

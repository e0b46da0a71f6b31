#include "engine/plan/rules.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>

#include "engine/plan/cost.h"

namespace scree::engine {
namespace {

std::vector<double> linear_cells(const SizeDistribution& sizes, std::size_t levels) {
    std::vector<double> cells;
    const double step = (sizes.largest() - sizes.smallest()) / static_cast<double>(levels);
    for (std::size_t h = 1; h < levels; ++h)
        cells.push_back(2.0 * (sizes.smallest() + static_cast<double>(h) * step));
    cells.push_back(2.0 * sizes.largest());
    return cells;
}

std::vector<double> exponential_cells(const SizeDistribution& sizes, std::size_t levels) {
    std::vector<double> cells;
    const double step = std::log(sizes.ratio()) / static_cast<double>(levels);
    for (std::size_t h = 1; h < levels; ++h)
        cells.push_back(2.0 * sizes.smallest() * std::exp(static_cast<double>(h) * step));
    cells.push_back(2.0 * sizes.largest());
    return cells;
}

/// Finds where a falling function, which may jump, changes its sign: returns the last place found
/// where it is positive, and the first where it is not.
template <class Function>
std::pair<double, double> find_root(const Function& function, double low, double high,
                                    double tolerance) {
    std::uintmax_t tries = 200;
    return boost::math::tools::toms748_solve(
        function, low, high, [=](double a, double b) { return b - a < tolerance; }, tries);
}

/// Relative errors of the cells, and of the numbers of grains in them, which cannot be as accurate.
constexpr double cell_tolerance = 1e-11;
constexpr double filling_tolerance = 1e-10;

/// Levels that have a given number of grains per cell, except for the last, which gets the rest.
struct Filling {
    std::vector<double> cells;
    double left = 0.0;  ///< grains per cell in the last level; zero if there were too few grains
};

/// Fills levels from the smallest grains on, as Ogarko and Luding (2012) do in their appendix A,
/// except that cells need not be the diameter of a grain.
Filling fill_levels(const PlanProblem& problem, const LevelCost& cost, double per_cell,
                    std::size_t levels) {
    const SizeDistribution& sizes = problem.sizes;
    const double largest = 2.0 * sizes.largest();
    const auto in_cell = [&](double from, double cell) {
        return cost.particles_per_cell(cell, sizes.share(0.5 * from, 0.5 * cell));
    };
    Filling filling;
    double previous = 0.0;
    while (filling.cells.size() + 1 < levels && in_cell(previous, largest) > per_cell) {
        const auto missing = [&](double logarithm) {
            const double m = in_cell(previous, largest * std::exp(logarithm));
            return (per_cell - m) / (per_cell + m);
        };
        const double low = std::log(std::max(previous, sizes.smallest()) / largest);
        previous = largest * std::exp(find_root(missing, low, 0.0, cell_tolerance).second);
        filling.cells.push_back(previous);
    }
    filling.left = filling.cells.size() + 1 == levels ? in_cell(previous, largest) : 0.0;
    filling.cells.push_back(largest);
    return filling;
}

/// The rule with q = 1 in (37): the number of grains per cell is such that the last level gets as
/// many as the others.
std::vector<double> constant_cells(const PlanProblem& problem, std::size_t levels) {
    const LevelCost cost(problem);
    const double largest = 2.0 * problem.sizes.largest();
    const auto filling = [&](double logarithm) {
        const double per_cell = cost.particles_per_cell(largest, std::exp(logarithm));
        return std::pair(fill_levels(problem, cost, per_cell, levels), per_cell);
    };
    const auto surplus = [&](double logarithm) {
        const auto [filled, per_cell] = filling(logarithm);
        return (filled.left - per_cell) / (filled.left + per_cell);
    };
    constexpr double next_to_nothing = -600.0;  // as a logarithm
    if (levels == 1 || surplus(next_to_nothing) <= 0.0) return filling(next_to_nothing).first.cells;
    return filling(find_root(surplus, next_to_nothing, 0.0, filling_tolerance).first).first.cells;
}

void leave_out_empty(const SizeDistribution& sizes, std::vector<double>& cells) {
    double previous = 0.0;
    std::erase_if(cells, [&](double cell) {
        const bool empty = !(sizes.share(0.5 * previous, 0.5 * cell) > 0.0);
        if (!empty) previous = cell;
        return empty;
    });
}

std::vector<double> some_cells(const PlanProblem& problem, CellRule rule, std::size_t levels) {
    std::vector<double> cells;
    if (rule == CellRule::linear)
        cells = linear_cells(problem.sizes, levels);
    else if (rule == CellRule::exponential)
        cells = exponential_cells(problem.sizes, levels);
    else
        cells = constant_cells(problem, levels);
    leave_out_empty(problem.sizes, cells);
    return cells;
}

}  // namespace

std::vector<double> cells_by_rule(const PlanProblem& problem, CellRule rule,
                                  std::optional<std::size_t> levels) {
    if (levels) return some_cells(problem, rule, *levels);
    const LevelCost cost(problem);
    std::vector<double> best;
    double least = HUGE_VAL;
    std::size_t best_levels = 1;
    // With more levels the cost first falls and then rises, apart from ripples where there are few
    // grains.
    for (std::size_t l = 1; l <= std::min(best_levels + best_levels / 2 + 8, most_levels); ++l) {
        std::vector<double> cells = some_cells(problem, rule, l);
        const double of_these = cost.of_levels(cells);
        if (of_these >= least) continue;
        best = std::move(cells);
        least = of_these;
        best_levels = l;
    }
    return best;
}

}  // namespace scree::engine

#include "engine/plan/cost.h"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "engine/base/spec_error.h"

namespace scree::engine {
namespace {

double whole_power(double base, int power) { return power == 3 ? base * base * base : base * base; }

/// The share of the grains between two ends. It is taken from the end on whose far side fewer
/// grains lie, because that loses fewer digits to rounding.
double share_between(const LevelEnd& previous, const LevelEnd& end) {
    if (end.below[0] < 0.5) return end.below[0] - previous.below[0];
    return previous.above[0] - end.above[0];
}

}  // namespace

LevelCost::LevelCost(const PlanProblem& problem)
    : problem_(problem), neighbours_(problem.dimension == 3 ? 13.0 : 4.0) {
    const SizeMoments all = problem.sizes.between(0.0, problem.sizes.largest());
    const double unit_ball =
        problem.dimension == 3 ? 4.0 / 3.0 * std::numbers::pi : std::numbers::pi;
    density_ = problem.fraction / (unit_ball * all[static_cast<std::size_t>(problem.dimension)]);
    start_ = {0.0, {}, all};
}

LevelEnd LevelCost::end_at(double cell) const {
    const SizeDistribution& sizes = problem_.sizes;
    return {cell, sizes.between(0.0, 0.5 * cell), sizes.between(0.5 * cell, sizes.largest())};
}

double LevelCost::particles_per_cell(double cell, double share) const {
    return density_ * share * whole_power(cell / problem_.sizes.largest(), problem_.dimension);
}

double LevelCost::cells_in_reach(double cell, const SizeMoments& grains) const {
    const double x = 2.0 * problem_.sizes.largest() / cell;
    if (problem_.dimension == 2) return 4.0 * grains[0] + x * (4.0 * grains[1] + x * grains[2]);
    return 8.0 * grains[0] + x * (12.0 * grains[1] + x * (6.0 * grains[2] + x * grains[3]));
}

double LevelCost::of_level(const LevelEnd& previous, const LevelEnd& end) const {
    const double share = share_between(previous, end);
    if (!(share > 0.0)) return HUGE_VAL;
    const double m = particles_per_cell(end.cell, share);
    const SizeMoments& looking =
        problem_.search == GridSearch::top_down ? end.above : previous.below;
    return share * ((0.5 + neighbours_) * m + problem_.overhead * (1.0 + neighbours_)) +
           (m + problem_.overhead) * cells_in_reach(end.cell, looking);
}

double LevelCost::of_levels(std::span<const double> cells) const {
    double cost = 0.0;
    LevelEnd previous = start_;
    for (const double cell : cells) {
        const LevelEnd end = end_at(cell);
        cost += of_level(previous, end);
        previous = end;
    }
    return cost;
}

void check_problem(const PlanProblem& problem) {
    if (problem.dimension != 2 && problem.dimension != 3)
        throw std::invalid_argument("the dimension must be 2 or 3, not " +
                                    std::to_string(problem.dimension));
    SpecErrors errors;
    // Circles around needles may cover a place many times over.
    require_between(errors, "fraction", problem.fraction, 1e-12, 1e3);
    require_between(errors, "overhead", problem.overhead, 0.0, 1e6);
    if (!errors.empty())
        throw std::invalid_argument("the " + errors[0].key + " " + errors[0].message);
}

}  // namespace scree::engine

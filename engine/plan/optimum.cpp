#include "engine/plan/optimum.h"

#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "engine/plan/cost.h"

namespace scree::engine {
namespace {

/// How many cell sizes are tried between the smallest and the largest, in a geometric sequence.
constexpr int steps = 256;

/// The cells to choose from, besides that of the largest grain: cells in even steps, and for each
/// of them the smallest cell that holds the same grains.
std::vector<LevelEnd> candidates(const PlanProblem& problem, const LevelCost& cost) {
    const SizeDistribution& sizes = problem.sizes;
    std::vector<double> cells{2.0 * sizes.largest()};
    for (int k = 0; k < steps; ++k) {
        const double radius = sizes.smallest() * std::pow(sizes.ratio(), double(k) / steps);
        cells.push_back(2.0 * radius);
        cells.push_back(2.0 * sizes.at_or_below(std::max(radius, sizes.smallest())));
    }
    std::ranges::sort(cells);
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    std::erase_if(cells, [&](double cell) { return cell > 2.0 * sizes.largest(); });
    std::vector<LevelEnd> ends;
    ends.reserve(cells.size());
    for (const double cell : cells) ends.push_back(cost.end_at(cell));
    return ends;
}

/// The shortest path through the candidates, from below the first to the last.
class ShortestPath {
public:
    ShortestPath(const LevelCost& cost, std::vector<LevelEnd> ends) : ends_(std::move(ends)) {
        const std::size_t n = ends_.size();
        of_level_.resize(n * n);
        for (std::size_t to = 0; to < n; ++to)
            for (std::size_t from = 0; from < to; ++from)
                of_level_[to * n + from] = cost.of_level(ends_[from], ends_[to]);
        layers_.emplace_back();
        for (const LevelEnd& end : ends_)
            layers_[0].push_back({cost.of_level(cost.start(), end), 0});
    }

    /// Returns the least cost with any number of levels.
    double least() const {
        std::vector<double> least;
        for (std::size_t to = 0; to < ends_.size(); ++to) {
            double here = layers_[0][to].cost;
            for (std::size_t from = 0; from < to; ++from)
                here = std::min(here, least[from] + of_level(from, to));
            least.push_back(here);
        }
        return least.back();
    }

    std::size_t levels() const { return layers_.size(); }
    double cost() const { return layers_.back().back().cost; }

    /// Extends the paths by one level. Returns false if there are no paths with that many levels.
    bool add_level() {
        std::vector<Step> next;
        for (std::size_t to = 0; to < ends_.size(); ++to) {
            Step best;
            for (std::size_t from = 0; from < to; ++from) {
                const double cost = layers_.back()[from].cost + of_level(from, to);
                if (cost < best.cost) best = {cost, from};
            }
            next.push_back(best);
        }
        if (next.back().cost == HUGE_VAL) return false;
        layers_.push_back(std::move(next));
        return true;
    }

    std::vector<double> cells() const {
        std::vector<double> result(layers_.size());
        std::size_t at = ends_.size() - 1;
        for (std::size_t h = layers_.size(); h-- > 0;) {
            result[h] = ends_[at].cell;
            at = layers_[h][at].from;
        }
        return result;
    }

private:
    struct Step {
        double cost = HUGE_VAL;
        std::size_t from = 0;
    };
    double of_level(std::size_t from, std::size_t to) const {
        return of_level_[to * ends_.size() + from];
    }

    std::vector<LevelEnd> ends_;
    std::vector<double> of_level_;
    std::vector<std::vector<Step>> layers_;  ///< [levels - 1][end]
};

/// The variables of NLopt: by how much the logarithms of all cells but the last change.
struct Shift {
    const LevelCost& cost;
    const std::vector<double>& from;

    std::vector<double> cells(const double* by) const {
        std::vector<double> result = from;
        for (std::size_t h = 0; h + 1 < from.size(); ++h) result[h] *= std::exp(by[h]);
        return result;
    }
    static double of(unsigned, const double* by, double*, void* data) {
        const auto& self = *static_cast<const Shift*>(data);
        return self.cost.of_levels(self.cells(by));
    }
};

/// Moves the cells to the nearest minimum, each by at most half the way to its neighbours. It uses
/// no derivatives, because for a list of grains the cost jumps at each of them.
std::vector<double> refine(const LevelCost& cost, std::vector<double> cells) {
    const auto n = static_cast<unsigned>(cells.size() - 1);
    if (n == 0) return cells;
    std::vector<double> low(n);
    std::vector<double> high(n);
    std::vector<double> by(n, 0.0);
    for (std::size_t h = 0; h < n; ++h) {
        high[h] = 0.5 * std::log(cells[h + 1] / cells[h]);
        low[h] = h == 0 ? -high[h] : -high[h - 1];
    }
    Shift shift{cost, cells};
    const std::unique_ptr<nlopt_opt_s, void (*)(nlopt_opt)> optimizer(
        nlopt_create(NLOPT_LN_SBPLX, n), nlopt_destroy);
    nlopt_set_lower_bounds(optimizer.get(), low.data());
    nlopt_set_upper_bounds(optimizer.get(), high.data());
    nlopt_set_min_objective(optimizer.get(), Shift::of, &shift);
    nlopt_set_initial_step1(optimizer.get(), 0.01);
    nlopt_set_xtol_abs1(optimizer.get(), 1e-4);
    nlopt_set_ftol_rel(optimizer.get(), 1e-9);
    nlopt_set_maxeval(optimizer.get(), 2000);
    double least = cost.of_levels(cells);
    const double before = least;
    nlopt_optimize(optimizer.get(), by.data(), &least);
    return least < before ? shift.cells(by.data()) : cells;
}

}  // namespace

std::vector<double> best_cells(const PlanProblem& problem, std::optional<std::size_t> levels) {
    const LevelCost cost(problem);
    ShortestPath path(cost, candidates(problem, cost));
    const double enough = (1.0 + worth_a_level) * path.least();
    while (levels ? path.levels() < *levels : path.cost() > enough)
        if (!path.add_level()) break;
    return refine(cost, path.cells());
}

}  // namespace scree::engine

#pragma once

#include <span>
#include <vector>

#include "engine/plan/plan.h"

/// The cost of a plan, level by level, for the search for the best plan.
namespace scree::engine {

/// Where a level ends: its cell, the grains that fit into it, and those that do not.
struct LevelEnd {
    double cell = 0.0;
    SizeMoments below{};
    SizeMoments above{};
};

/// The double sum over levels h and j of (27), sorted by the level j that is looked into, instead
/// of by the level h of the grain that looks: top down, grains of all levels above j look into it,
/// so that
///
///     T/N = sum_j  n_j ((1/2 + n_c) m_j + K (1 + n_c)) + (m_j + K) B_j,
///     B_j = integral of (2 r / s_j + 2)^d f(r) over all r > s_j / 2,
///
/// with the share n_j of the grains; bottom up, B_j is the integral over all r <= s_(j-1) / 2. The
/// cost of a level depends only on where it and the level below it end, so the best levels are a
/// shortest path.
class LevelCost {
public:
    explicit LevelCost(const PlanProblem& problem);

    /// The end below the first level.
    const LevelEnd& start() const { return start_; }
    LevelEnd end_at(double cell) const;
    /// The cost of one level; infinite if the level has no grains.
    double of_level(const LevelEnd& previous, const LevelEnd& end) const;
    double of_levels(std::span<const double> cells) const;
    /// The number of particles per cell: m, (11).
    double particles_per_cell(double cell, double share) const;
    /// The sum of the cells of this size that these grains look into: (16) times their share.
    double cells_in_reach(double cell, const SizeMoments& grains) const;
    /// n_c, half of the number of neighbours of a cell.
    double neighbours() const { return neighbours_; }

private:
    const PlanProblem& problem_;
    double density_;  ///< grains in a cell of the largest radius
    double neighbours_;
    LevelEnd start_;
};

/// Throws std::invalid_argument with a message that names what is wrong.
void check_problem(const PlanProblem& problem);

}  // namespace scree::engine

#pragma once

#include <cstddef>
#include <vector>

#include "engine/plan/plan.h"

namespace scree::engine {

/// What a grid of these cells cost, in a trial on this machine.
struct OverheadTrial {
    std::vector<double> cells;  ///< in units of the smallest radius
    double candidates = 0.0;    ///< a grain
    double accesses = 0.0;      ///< to cells, a grain
    double seconds = 0.0;       ///< a grain
};

/// The time of a grid as a sum of what a grain, a candidate and an access to a cell take, in
/// seconds; by least squares over trials.
struct Overhead {
    double grain = 0.0;
    double candidate = 0.0;
    double access = 0.0;
    std::vector<OverheadTrial> trials;

    /// Of a grain with so many of both.
    double seconds(double candidates, double accesses) const;
    /// K of the cost model (Krijgsman et al. 2014, section 3.3: about 0.2 in their program), by the
    /// trials with two levels: that with which the model would choose the fastest of their cells.
    /// There an access is worth so many candidates; the first of these cost next to nothing, since
    /// many are compared at once, so that the mean over all trials would be misleading.
    double ratio() const;
};

/// To these trials, which are at least three with two levels, the smallest cells first.
Overhead fitted(std::vector<OverheadTrial> trials);

/// Discs on which grids are tried: radii from 1 to 20 by the power law with exponent -3.
PlanProblem overhead_problem();
/// The cells of the grids that are tried.
std::vector<std::vector<double>> overhead_layouts();

/// Tries these grids, `repeats` times each; the shortest time counts.
Overhead measure_overhead(std::size_t grains, std::size_t repeats);

/// K as measured once in a process, in less than a tenth of a second. What a run comes to does not
/// depend on it.
double measured_overhead();

}  // namespace scree::engine

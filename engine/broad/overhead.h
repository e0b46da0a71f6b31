#pragma once

#include <cstddef>
#include <vector>

#include "engine/plan/plan.h"

namespace scree::engine {

/// The cost of a grid with these cells, in a trial on this machine.
struct OverheadTrial {
    std::vector<double> cells;  ///< in units of the smallest radius
    double candidates = 0.0;    ///< per grain
    double accesses = 0.0;      ///< to cells, per grain
    double seconds = 0.0;       ///< per grain
};

/// The time of a grid as the sum of what a grain, a candidate and an access to a cell cost, in
/// seconds, from a least-squares fit to trials.
struct Overhead {
    double grain = 0.0;
    double candidate = 0.0;
    double access = 0.0;
    std::vector<OverheadTrial> trials;

    /// The time for a grain with these numbers of candidates and accesses.
    double seconds(double candidates, double accesses) const;
    /// K of the cost model (Krijgsman et al. 2014, section 3.3: about 0.2 in their program), from
    /// the trials with two levels: the value with which the model would choose the fastest of their
    /// cells. At that point an access costs as much as K candidates. The first candidates cost next
    /// to nothing, since many are compared at once, so the mean over all trials would be
    /// misleading.
    double ratio() const;
};

/// Fits the times to these trials, of which at least three must have two levels, sorted by the
/// smallest cells.
Overhead fitted(std::vector<OverheadTrial> trials);

/// The discs on which grids are tried: radii from 1 to 20 by the power law with exponent -3.
PlanProblem overhead_problem();
/// The cells of the grids that are tried.
std::vector<std::vector<double>> overhead_layouts();

/// Tries these grids `repeats` times each, and uses the shortest time.
Overhead measure_overhead(std::size_t grains, std::size_t repeats);

/// Returns K as measured once in a process, which takes less than a tenth of a second. The results
/// of a run do not depend on it.
double measured_overhead();

}  // namespace scree::engine

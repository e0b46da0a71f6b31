#pragma once

#include <cstddef>
#include <vector>

namespace scree::engine {

/// What a grid of these cells cost, in a trial on this machine.
struct OverheadTrial {
    std::vector<double> cells;  ///< in units of the smallest radius
    double candidates = 0.0;    ///< a grain
    double accesses = 0.0;      ///< to cells, a grain
    double seconds = 0.0;       ///< a grain
};

/// The time of a grid as a sum of what a grain, a candidate and an access to a cell take, in
/// seconds; by least squares over trials. K of the cost model is the access over the candidate
/// (Krijgsman et al. 2014, section 3.3: about 0.2 in their program).
struct Overhead {
    double grain = 0.0;
    double candidate = 0.0;
    double access = 0.0;
    std::vector<OverheadTrial> trials;

    /// Of a grain with so many of both.
    double seconds(double candidates, double accesses) const;
    /// K, within what makes sense: a machine that is busy with other things may measure anything.
    double ratio() const;
};

/// To these trials, of which there are three at least.
Overhead fitted(std::vector<OverheadTrial> trials);

/// Tries grids on discs with sizes from 1 to 20, `repeats` times each; the shortest time counts.
Overhead measure_overhead(std::size_t grains, std::size_t repeats);

/// K as measured once in a process, in less than a tenth of a second. What a run comes to does not
/// depend on it.
double measured_overhead();

}  // namespace scree::engine

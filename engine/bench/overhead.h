#pragma once

#include "engine/bench/bench.h"

namespace scree::engine {

/// K of the planner's cost model (Krijgsman et al. 2014, section 3.3) on this machine: the time to
/// look into a cell over the time to examine a candidate, and how well both explain the time of
/// grids with few and many cells.
BenchReport bench_overhead(const BenchOptions& options);

}  // namespace scree::engine

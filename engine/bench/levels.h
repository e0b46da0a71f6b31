#pragma once

#include "engine/bench/bench.h"

namespace scree::engine {

/// Ogarko and Luding (2012), in two dimensions: how the time of the hierarchical grid depends on
/// the number of levels, next to what the planner predicts (figure 4), and on the number of grains
/// (figure 5).
BenchReport bench_levels(const BenchOptions& options);

}  // namespace scree::engine

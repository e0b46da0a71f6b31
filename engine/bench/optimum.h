#pragma once

#include "engine/bench/bench.h"

namespace scree::engine {

/// Krijgsman et al. (2014): what the rules for cells cost by the model, over the number of levels
/// (figure 9), and how much faster a whole run is with the optimal levels than with one (section
/// 5.4.2).
BenchReport bench_optimum(const BenchOptions& options);

}  // namespace scree::engine

#pragma once

#include "engine/bench/bench.h"

namespace scree::engine {

/// Muth et al. (2007): the time to find neighbours with Verlet lists, linked cells and the sweep
/// (their linked linear list), over the number of grains (section 3.1, figure 11), and while grains
/// are broken into smaller ones (section 3.3, figure 14, here in two dimensions).
BenchReport bench_neighbours(const BenchOptions& options);

}  // namespace scree::engine

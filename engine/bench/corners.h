#pragma once

#include "engine/bench/bench.h"

namespace scree::engine {

/// Figure 11 of Schinner (1999): whether it matters how many corners grains have, for a step and
/// for the query of one pair.
BenchReport bench_corners(const BenchOptions& options);

}  // namespace scree::engine

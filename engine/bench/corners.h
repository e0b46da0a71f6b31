#pragma once

#include "engine/bench/bench.h"

namespace scree::engine {

/// Figure 11 of Schinner (1999): how the times of a step and of the query of one pair depend on the
/// number of corners.
BenchReport bench_corners(const BenchOptions& options);

}  // namespace scree::engine

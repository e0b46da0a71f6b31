#pragma once

#include "engine/bench/bench.h"

namespace scree::engine {

/// Table 1 of Raschdorf and Kolonko (2009), in two dimensions: how many candidates for an overlap a
/// grain has in a dense packing of 10,000 discs, all of one size or from 1 to 52.7.
BenchReport bench_trees(const BenchOptions& options);

}  // namespace scree::engine

#pragma once

#include "engine/bench/bench.h"

namespace scree::engine {

/// Raschdorf and Kolonko (2009), table 1, inside dense packings of discs as scenes have them: what
/// each global index finds for the lists of neighbours, and how long a packing takes with such
/// lists and without.
BenchReport bench_packing(const BenchOptions& options);

}  // namespace scree::engine

#pragma once

#include "engine/bench/bench.h"

namespace scree::engine {

/// Schinner (1999), section 5: how much faster a step is with more workers.
BenchReport bench_workers(const BenchOptions& options);

}  // namespace scree::engine

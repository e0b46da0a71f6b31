#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>

#include "tests/bench/motion.h"

namespace scree::bench {

inline void corner_counts(benchmark::internal::Benchmark* bench) {
    bench->ArgName("")->RangeMultiplier(2)->Range(4, 256);
}

/// Times query(step, pair), for all pairs at every step. One iteration of Google Benchmark is one
/// query.
template <class Query>
void run(benchmark::State& state, Query query) {
    std::size_t step = 0;
    while (state.KeepRunningBatch(pair_count)) {
        for (std::size_t pair = 0; pair < pair_count; ++pair) {
            auto answer = query(step, pair);
            benchmark::DoNotOptimize(answer);
        }
        step = (step + 1) % step_count;
    }
}

}  // namespace scree::bench

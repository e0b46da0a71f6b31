#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <variant>
#include <vector>

#include "geometry/bounding_box.h"
#include "geometry/proximity.h"
#include "tests/bench/motion.h"
#include "tests/bench/run.h"

/// Times the queries of scree, with and without a warm start, by the number of corners.
namespace scree::bench {
namespace {

using namespace scree::geometry;

FeatureRing view(const ConvexPolygon& polygon) { return polygon.ring(); }
const Disc& view(const Disc& disc) { return disc; }

/// Pairs with their memories, ready for queries.
template <class A, class B>
class Asker {
public:
    explicit Asker(const Pairs<A, B>& pairs) : pairs_(pairs), memories_(pair_count) {}

    Proximity warm(std::size_t step, std::size_t pair) { return ask(step, pair, memories_[pair]); }
    Proximity cold(std::size_t step, std::size_t pair) {
        PairMemory memory;
        return ask(step, pair, memory);
    }

    /// Goes through the whole motion once, which warms the memories up. Names the first answer that
    /// is wrong.
    const char* find_error();

    void report(benchmark::State& state) const;

private:
    Proximity ask(std::size_t step, std::size_t pair, PairMemory& memory) {
        const PosePair& poses = pairs_.at(step, pair);
        const auto& a = pairs_.a[pair];
        const auto& b = pairs_.b[pair];
        if constexpr (std::is_same_v<A, Disc> && std::is_same_v<B, Disc>) {
            return proximity(a, poses.a, b, poses.b);
        } else {
            return proximity(view(a), poses.a, view(b), poses.b, memory, counts_);
        }
    }

    const Pairs<A, B>& pairs_;
    std::vector<PairMemory> memories_;
    QueryCounts counts_;
    std::uint64_t changes_ = 0;  ///< changes of what a pair remembers, after step 0
};

/// Whether an answer can be right. The motion keeps every separation within a third of the one at
/// rest; the distance of two vertices is up to twice the separation along a normal.
bool plausible(const Proximity& answer, double separation) {
    if (const auto* apart = std::get_if<Apart>(&answer)) {
        return apart->distance > 0.5 * separation && apart->distance < 3.0 * separation;
    }
    const Overlap& overlap = std::get<Overlap>(answer);
    return separation < 0.0 && overlap.area > 0.0 && overlap.chord > 0.0 && !overlap.swallowed;
}

/// The distance or area of an answer, on which warm and cold queries must agree.
double size_of(const Proximity& answer) {
    const auto* apart = std::get_if<Apart>(&answer);
    return apart ? apart->distance : std::get<Overlap>(answer).area;
}

template <class A, class B>
const char* Asker<A, B>::find_error() {
    for (std::size_t step = 0; step < step_count; ++step) {
        for (std::size_t pair = 0; pair < pair_count; ++pair) {
            const PairMemory last = memories_[pair];
            const Proximity tracked = warm(step, pair);
            const Proximity fresh = cold(step, pair);
            changes_ += step > 0 && memories_[pair] != last ? 1u : 0u;
            if (!plausible(tracked, pairs_.separation[pair])) return "wrong answer";
            if (tracked.index() != fresh.index() ||
                std::abs(size_of(tracked) - size_of(fresh)) > 1e-9 * size_of(fresh))
                return "warm and cold answers differ";
        }
    }
    counts_ = {};
    return nullptr;
}

template <class A, class B>
void Asker<A, B>::report(benchmark::State& state) const {
    const auto share = [&](std::uint64_t count) {
        return static_cast<double>(count) / static_cast<double>(counts_.queries);
    };
    state.counters["changed"] =
        static_cast<double>(changes_) / static_cast<double>(pair_count * step_count);
    state.counters["tracked"] = share(counts_.tracked);
    state.counters["searched"] = share(counts_.searched);
    state.counters["exhaustive"] = share(counts_.exhaustive);
    state.counters["clipped"] = share(counts_.clipped);
}

template <class A, class B>
void time_warm(benchmark::State& state, const Pairs<A, B>& pairs) {
    Asker asker(pairs);
    if (const char* error = asker.find_error()) return state.SkipWithError(error);
    run(state, [&](std::size_t step, std::size_t pair) { return asker.warm(step, pair); });
    if constexpr (std::is_same_v<A, ConvexPolygon>) asker.report(state);
}

void time_cold(benchmark::State& state, const PolygonPairs& pairs) {
    Asker asker(pairs);
    if (const char* error = asker.find_error()) return state.SkipWithError(error);
    run(state, [&](std::size_t step, std::size_t pair) { return asker.cold(step, pair); });
    asker.report(state);
}

std::size_t corners(const benchmark::State& state) {
    return static_cast<std::size_t>(state.range(0));
}

void warm(benchmark::State& state, State kind) {
    time_warm(state, polygon_pairs(kind, corners(state)));
}
BENCHMARK_CAPTURE(warm, apart, State::apart)->Name("apart/scree")->Apply(corner_counts);
BENCHMARK_CAPTURE(warm, overlap, State::overlapping)->Name("overlap/scree")->Apply(corner_counts);

void cold(benchmark::State& state, State kind) {
    time_cold(state, polygon_pairs(kind, corners(state)));
}
BENCHMARK_CAPTURE(cold, apart, State::apart)->Name("apart/scree_cold")->Apply(corner_counts);
BENCHMARK_CAPTURE(cold, overlap, State::overlapping)
    ->Name("overlap/scree_cold")
    ->Apply(corner_counts);

void heap(benchmark::State& state) { time_warm(state, heap_pairs()); }
BENCHMARK(heap)->Name("heap/scree");

void disc_polygon(benchmark::State& state, State kind) {
    time_warm(state, disc_polygon_pairs(kind, corners(state)));
}
BENCHMARK_CAPTURE(disc_polygon, apart, State::apart)->Name("apart/disc_polygon")->Arg(8)->Arg(256);
BENCHMARK_CAPTURE(disc_polygon, overlap, State::overlapping)
    ->Name("overlap/disc_polygon")
    ->Arg(8)
    ->Arg(256);

void disc_disc(benchmark::State& state, State kind) { time_warm(state, disc_pairs(kind)); }
BENCHMARK_CAPTURE(disc_disc, apart, State::apart)->Name("apart/disc_disc");
BENCHMARK_CAPTURE(disc_disc, overlap, State::overlapping)->Name("overlap/disc_disc");

void box(benchmark::State& state) {
    const PolygonPairs& pairs = polygon_pairs(State::apart, corners(state));
    std::vector<ExtremeVertices> extremes(pair_count);
    run(state, [&](std::size_t step, std::size_t pair) {
        return bounding_box(pairs.a[pair].ring(), pairs.at(step, pair).a, extremes[pair]);
    });
}
BENCHMARK(box)->Name("box/scree")->Apply(corner_counts);

}  // namespace
}  // namespace scree::bench

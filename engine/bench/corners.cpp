#include "engine/bench/corners.h"

#include <algorithm>
#include <memory>

#include "engine/bench/heap.h"
#include "engine/bench/timing.h"

namespace scree::engine {
namespace {

struct Effort {
    std::vector<std::uint32_t> corners;
    std::size_t grains;
    std::size_t warm_up;  ///< steps until the grains lie on each other
    std::size_t repetitions;
    std::size_t steps;  ///< of a repetition
};

Effort effort_of(bool quick) {
    if (quick) return {{4, 8, 16}, 60, 100, 1, 20};
    return {{4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256}, 1000, 15'000, 7, 300};
}

/// A run of grains with the same number of corners, and how long each repetition took.
struct Run {
    std::unique_ptr<Simulation> simulation;
    std::vector<double> step{};   ///< ns per grain and step
    std::vector<double> query{};  ///< ns
    double queries = 0.0;         ///< per grain and step
    double fallbacks = 0.0;
};

double tracking_of(const Simulation& simulation) {
    return simulation.phase_times()[static_cast<std::size_t>(Phase::track)];
}

void repeat(Run& run, const Effort& effort) {
    Simulation& simulation = *run.simulation;
    const double tracking = tracking_of(simulation);
    const auto queries = simulation.query_counts();
    const double seconds = seconds_of([&] {
        for (std::size_t k = 0; k < effort.steps; ++k) simulation.step();
    });
    const auto asked = static_cast<double>(simulation.query_counts().queries - queries.queries);
    const auto tracked = static_cast<double>(simulation.query_counts().tracked - queries.tracked);
    const auto grain_steps = static_cast<double>(effort.grains * effort.steps);
    run.step.push_back(1e9 * seconds / grain_steps);
    if (!(asked > 0.0)) return;
    run.query.push_back(1e9 * (tracking_of(simulation) - tracking) / asked);
    run.queries = asked / grain_steps;
    run.fallbacks = 100.0 * (1.0 - tracked / asked);
}

}  // namespace

BenchReport bench_corners(const BenchOptions& options) {
    const Effort effort = effort_of(options.quick);
    BenchProgress progress(options, effort.corners.size() * (effort.repetitions + 1));
    std::vector<Run> runs;
    for (const std::uint32_t corners : effort.corners) {
        runs.push_back({bench_run(bench_heap(effort.grains, corners), 1)});
        for (std::size_t k = 0; k < effort.warm_up; ++k) runs.back().simulation->step();
        progress.add();
    }
    for (std::size_t repetition = 0; repetition < effort.repetitions; ++repetition) {
        for (Run& run : runs) {
            repeat(run, effort);
            progress.add();
        }
    }

    BenchTable table{"time",
                     std::to_string(effort.grains) + " grains that slide over each other",
                     "number of corners",
                     {"corners", "step [ns]", "query [ns]", "queries", "not tracked [%]"}};
    std::vector<double> corners;
    std::vector<double> steps;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        const Run& run = runs[k];
        corners.push_back(effort.corners[k]);
        steps.push_back(median(run.step));
        table.rows.push_back({std::to_string(effort.corners[k]), rounded(steps.back()),
                              rounded(run.query.empty() ? 0.0 : median(run.query)),
                              rounded(run.queries), rounded(run.fallbacks)});
    }
    table.panels = {{"time a grain and step (ns)", {{"step", "step [ns]"}}, false, true},
                    {"time of a query (ns)", {{"query", "query [ns]"}}, false, true}};
    table.x_logarithmic = true;
    return {{table},
            {{"exponent of the number of corners: step", fitted_power_law(corners, steps).exponent,
              "slight increase"},
             {"slowest step over fastest", std::ranges::max(steps) / std::ranges::min(steps), ""}},
            {"One worker. A query is that of one pair whose boxes overlap: closest features, or "
             "overlap. Medians of " +
             std::to_string(effort.repetitions) + " repetitions by turns."}};
}

}  // namespace scree::engine

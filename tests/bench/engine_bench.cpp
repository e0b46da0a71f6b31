#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/quantile.h"
#include "tests/bench/heap.h"

/// How long the engine takes for a step of a heap in a box, at rest and while it flows, where in
/// the step the time goes, next to Box2D, and whether the number of corners matters. Ends with
/// tables in Markdown.
///
///     build/release/tests/bench/engine_bench
///     build/release/tests/bench/engine_bench --quick
///
/// What is compared is measured in turns, so that a machine that is busy now and then slows all of
/// it down alike; times are medians.
namespace scree::bench {
namespace {

using engine::Simulation;
using Seconds = std::chrono::duration<double>;

/// How much is measured.
struct Effort {
    std::vector<std::size_t> sizes{1000, 5000, 20000, 100000};
    std::size_t settled_size = 5000;  ///< larger heaps are made of copies of this one
    std::size_t corners_size = 1000;
    std::size_t most_settling = 60000;  ///< steps
    std::size_t warm_up = 600;          ///< steps from a heap at rest to what is measured
    std::size_t repetitions = 5;
    /// Grains times steps in a repetition, but no fewer steps than fewest_steps.
    double grain_steps = 1e6;
    std::size_t fewest_steps = 100;
};

const Effort quick{{300, 600}, 300, 300, 20000, 100, 1, 1e4, 10};

/// What a run has counted since its first step.
struct Counts {
    double detections = 0.0;
    double queries = 0.0;
    double tracked = 0.0;
    engine::PhaseTimes phases{};
};

Counts counts_of(const Simulation& simulation) {
    const geometry::QueryCounts queries = simulation.query_counts();
    return {static_cast<double>(simulation.detections()), static_cast<double>(queries.queries),
            static_cast<double>(queries.tracked), simulation.phase_times()};
}

/// What one run cost.
struct Cost {
    double grains = 0.0;
    double steps = 0.0;
    double ns = 0.0;     ///< per grain and step, median
    double speed = 0.0;  ///< m/s, mean at the end
    double pairs = 0.0;  ///< whose boxes overlap, per grain, at the end
    double touching = 0.0;
    Counts counts;  ///< during the measurement

    double tested() const { return counts.queries / (grains * steps); }
    double ns_per_tested() const { return ns / tested(); }
    double fallbacks() const { return 1.0 - counts.tracked / counts.queries; }
    double share(engine::Phase phase) const {
        double sum = 0.0;
        for (const double time : counts.phases) sum += time;
        return 100.0 * counts.phases[static_cast<std::size_t>(phase)] / sum;
    }
};

double median(std::vector<double> values) { return engine::quantile(values, 0.5); }

using Advance = std::function<void(std::size_t steps)>;
/// Nanoseconds per step of each of the advances, measured in turns.
std::vector<double> time_in_turns(const std::vector<Advance>& advances, std::size_t steps,
                                  std::size_t repetitions) {
    std::vector<std::vector<double>> times(advances.size());
    for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
        for (std::size_t k = 0; k < advances.size(); ++k) {
            const auto start = std::chrono::steady_clock::now();
            advances[k](steps);
            const Seconds passed = std::chrono::steady_clock::now() - start;
            times[k].push_back(1e9 * passed.count() / static_cast<double>(steps));
        }
    }
    std::vector<double> medians;
    for (const std::vector<double>& of_one : times) medians.push_back(median(of_one));
    return medians;
}

std::size_t steps_of(const Effort& effort, std::size_t grains) {
    return std::max(effort.fewest_steps,
                    static_cast<std::size_t>(effort.grain_steps / static_cast<double>(grains)));
}

/// Measures what each of the runs costs, after it has warmed up.
std::vector<Cost> measure(const std::vector<Run*>& runs, const Effort& effort) {
    std::vector<Advance> advances;
    std::vector<Counts> before;
    std::vector<double> steps_before;
    for (Run* run : runs) {
        run->advance(effort.warm_up);
        advances.push_back([run](std::size_t steps) { run->advance(steps); });
        before.push_back(counts_of(run->simulation()));
        steps_before.push_back(static_cast<double>(run->simulation().steps()));
    }
    const std::vector<double> times = time_in_turns(
        advances, steps_of(effort, runs[0]->simulation().grain_count()), effort.repetitions);
    std::vector<Cost> costs;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        const Simulation& simulation = runs[k]->simulation();
        Cost cost;
        cost.grains = static_cast<double>(simulation.grain_count());
        cost.steps = static_cast<double>(simulation.steps()) - steps_before[k];
        cost.ns = times[k] / cost.grains;
        cost.speed = runs[k]->mean_speed();
        cost.pairs = static_cast<double>(simulation.contacts().size()) / cost.grains;
        for (std::size_t i = 0; i < simulation.contacts().size(); ++i)
            cost.touching += simulation.touches(i) ? 1.0 / cost.grains : 0.0;
        cost.counts = counts_of(simulation);
        cost.counts.detections -= before[k].detections;
        cost.counts.queries -= before[k].queries;
        cost.counts.tracked -= before[k].tracked;
        for (std::size_t phase = 0; phase < engine::phase_count; ++phase)
            cost.counts.phases[phase] -= before[k].phases[phase];
        costs.push_back(cost);
    }
    return costs;
}

struct HeapCost {
    std::size_t grains;
    const char* state;
    Cost one_worker;
    Cost two_workers;
};

HeapCost measure_heap(const Heap& heap, const char* state, geometry::Vec2 gravity,
                      const Effort& effort) {
    std::fprintf(stderr, "%zu grains, %s: ", heap.grains.size(), state);
    Run one(heap, gravity, 1);
    Run two(heap, gravity, 2);
    const std::vector<Cost> costs = measure({&one, &two}, effort);
    std::fprintf(stderr, "%.1f and %.1f ns\n", costs[0].ns, costs[1].ns);
    return {heap.grains.size(), state, costs[0], costs[1]};
}

void print_heaps(const std::vector<HeapCost>& heaps) {
    std::printf(
        "\nns a grain and step\n\n"
        "| grains | state   | 1 worker | 2 workers | ratio | m/s   | pairs | touch | tested | "
        "detections | fallbacks |\n"
        "|-------:|:--------|---------:|----------:|------:|------:|------:|------:|-------:|"
        "-----------:|----------:|\n");
    for (const HeapCost& heap : heaps) {
        const Cost& one = heap.one_worker;
        std::printf(
            "| %6zu | %-7s | %8.1f | %9.1f | %5.2f | %5.3f | %5.2f | %5.2f | %6.2f | "
            "%10.4f | %9.6f |\n",
            heap.grains, heap.state, one.ns, heap.two_workers.ns, one.ns / heap.two_workers.ns,
            one.speed, one.pairs, one.touching, one.tested(), one.counts.detections / one.steps,
            one.fallbacks());
    }
    std::printf(
        "\nPairs, of them touching, a grain; tested a grain and step; detections a step; "
        "fallbacks a tested pair.\n");
}

void print_phases(const std::vector<HeapCost>& heaps) {
    std::printf(
        "\nShare of each phase, %%\n\n"
        "| grains | state   | workers | predict | boxes | pairs | track | forces | correct |\n"
        "|-------:|:--------|--------:|--------:|------:|------:|------:|-------:|--------:|\n");
    for (const HeapCost& heap : heaps) {
        for (const Cost* cost : {&heap.one_worker, &heap.two_workers}) {
            std::printf("| %6zu | %-7s | %7d | %7.1f | %5.1f | %5.1f | %5.1f | %6.1f | %7.1f |\n",
                        heap.grains, heap.state, cost == &heap.one_worker ? 1 : 2,
                        cost->share(engine::Phase::predict), cost->share(engine::Phase::boxes),
                        cost->share(engine::Phase::pairs), cost->share(engine::Phase::track),
                        cost->share(engine::Phase::forces), cost->share(engine::Phase::correct));
        }
    }
}

#ifdef SCREE_BENCH_BOX2D
/// Compares the same moving heap in both engines, on one core. Box2D solves for impulses and takes
/// much longer time steps than those that resolve a contact, so it is measured with both lengths of
/// a step.
void compare_with_box2d(const Heap& at_rest, const Effort& effort) {
    std::fprintf(stderr, "%zu grains, next to Box2D\n", at_rest.grains.size());
    Run scree(at_rest, tilted, 1);
    scree.advance(effort.warm_up);
    const Heap flowing = scree.heap();
    constexpr double frame = 1.0 / 60.0;
    Box2dRun long_steps(flowing, tilted, frame);
    Box2dRun short_steps(flowing, tilted, at_rest.dt);
    // One step of Box2D costs about as much as ten steps of scree. Box2D makes all its contacts in
    // the first step.
    const std::vector<Advance> advances{
        [&](std::size_t steps) { scree.advance(10 * steps); },
        [&](std::size_t steps) { long_steps.advance(steps); },
        [&](std::size_t steps) { short_steps.advance(steps); },
    };
    for (const Advance& advance : advances) advance(2);
    std::vector<double> ns = time_in_turns(advances, 10, effort.repetitions);
    const auto grains = static_cast<double>(flowing.grains.size());
    for (double& time : ns) time /= grains;
    ns[0] /= 10.0;

    std::printf(
        "\n%zu grains that flow, one worker\n\n"
        "| engine           | step, ms | ns a grain and step | over scree |  m/s | pairs |\n"
        "|:-----------------|---------:|--------------------:|-----------:|-----:|------:|\n",
        flowing.grains.size());
    const auto row = [&](const char* name, double dt, double time, double speed, double pairs) {
        std::printf("| %-16s | %8.4f | %19.1f | %10.2f | %4.2f | %5.2f |\n", name, 1e3 * dt, time,
                    time / ns[0], speed, pairs);
    };
    row("scree", at_rest.dt, ns[0], scree.mean_speed(),
        static_cast<double>(scree.simulation().contacts().size()) / grains);
    row("Box2D", frame, ns[1], long_steps.mean_speed(), long_steps.pairs_per_grain());
    row("Box2D, our step", at_rest.dt, ns[2], short_steps.mean_speed(),
        short_steps.pairs_per_grain());
}
#else
void compare_with_box2d(const Heap&, const Effort&) {
    std::printf("\nBox2D was not there to compare with.\n");
}
#endif

/// Compares heaps of grains of the same sizes, with 6 corners and with 64.
void compare_corners(const Effort& effort) {
    const Heap few = settled(laid_heap(effort.corners_size, {6, 6}), effort.most_settling);
    const Heap many = settled(laid_heap(effort.corners_size, {64, 64}), effort.most_settling);
    std::printf(
        "\nns a tested pair, all of the step included, %zu grains, one worker\n\n"
        "| state   | tested, 6 | tested, 64 | 6 corners | 64 corners | ratio |\n"
        "|:--------|----------:|-----------:|----------:|-----------:|------:|\n",
        effort.corners_size);
    const auto compare = [&](const char* state, geometry::Vec2 gravity) {
        Run of_few(few, gravity, 1);
        Run of_many(many, gravity, 1);
        const std::vector<Cost> costs = measure({&of_few, &of_many}, effort);
        std::printf("| %-7s | %9.2f | %10.2f | %9.1f | %10.1f | %5.2f |\n", state,
                    costs[0].tested(), costs[1].tested(), costs[0].ns_per_tested(),
                    costs[1].ns_per_tested(), costs[1].ns_per_tested() / costs[0].ns_per_tested());
    };
    compare("at rest", upright);
    compare("flows", tilted);
}

void run_all(const Effort& effort) {
    std::vector<HeapCost> costs;
    Heap base;
    for (const std::size_t size : effort.sizes) {
        Heap heap;
        if (size <= effort.settled_size) {
            heap = base = settled(laid_heap(size, {}), effort.most_settling);
        } else {
            heap = tiled(base, size / effort.settled_size);
        }
        costs.push_back(measure_heap(heap, "at rest", upright, effort));
        costs.push_back(measure_heap(heap, "flows", tilted, effort));
    }
    print_heaps(costs);
    print_phases(costs);
    compare_with_box2d(base, effort);
    compare_corners(effort);
}

}  // namespace
}  // namespace scree::bench

int main(int argc, char** argv) {
    if (argc > 2 || (argc == 2 && std::strcmp(argv[1], "--quick") != 0)) {
        std::fprintf(stderr, "usage: %s [--quick]\n", argv[0]);
        return 2;
    }
    scree::bench::run_all(argc == 2 ? scree::bench::quick : scree::bench::Effort{});
}

#include "engine/bench/workers.h"

#include <algorithm>
#include <memory>

#include "engine/bench/heap.h"
#include "engine/bench/timing.h"

namespace scree::engine {
namespace {

struct Effort {
    std::vector<std::size_t> sizes;
    std::size_t warm_up;
    std::size_t repetitions;
    double grain_steps;  ///< of a repetition; there are no fewer steps than `fewest`
    std::size_t fewest;
};

Effort effort_of(bool quick) {
    if (quick) return {{60, 120}, 50, 1, 1e3, 5};
    return {{1000, 5000, 20'000}, 4000, 7, 1e6, 50};
}

/// The numbers 1, 2, 3, 4, 6, 8, 12, 16 and so on, up to the number of cores, but at least to 2.
std::vector<std::uint32_t> worker_counts() {
    const std::uint32_t cores = std::max(2u, cores_at_hand());
    std::vector<std::uint32_t> counts;
    for (std::uint32_t power = 1; power <= cores; power *= 2) {
        counts.push_back(power);
        if (power > 1 && power + power / 2 <= cores) counts.push_back(power + power / 2);
    }
    if (counts.back() != cores) counts.push_back(cores);
    return counts;
}

/// The time of a step with each number of workers, in microseconds.
std::vector<double> times_of(std::size_t grains, const std::vector<std::uint32_t>& counts,
                             const Effort& effort, BenchProgress& progress) {
    constexpr std::uint32_t corners = 7;
    const BenchHeap heap = bench_heap(grains, corners);
    std::vector<std::unique_ptr<Simulation>> runs;
    for (const std::uint32_t count : counts) {
        runs.push_back(bench_run(heap, count));
        runs.back()->step(effort.warm_up);
        progress.add();
    }
    const std::size_t steps = std::max(
        effort.fewest, static_cast<std::size_t>(effort.grain_steps / static_cast<double>(grains)));
    std::vector<std::vector<double>> times(counts.size());
    for (std::size_t repetition = 0; repetition < effort.repetitions; ++repetition) {
        for (std::size_t w = 0; w < counts.size(); ++w) {
            const double seconds = seconds_of([&] { runs[w]->step(steps); });
            times[w].push_back(1e6 * seconds / static_cast<double>(steps));
            progress.add();
        }
    }
    std::vector<double> medians;
    for (const std::vector<double>& of_count : times) medians.push_back(median(of_count));
    return medians;
}

}  // namespace

BenchReport bench_workers(const BenchOptions& options) {
    const Effort effort = effort_of(options.quick);
    const std::vector<std::uint32_t> counts = worker_counts();
    BenchProgress progress(options, effort.sizes.size() * counts.size() * (effort.repetitions + 1));
    BenchReport report;
    BenchTable table{"speed_up", "Grains that slide over each other", "workers", {"workers"}};
    for (const std::uint32_t count : counts) table.rows.push_back({std::to_string(count)});
    BenchPanel speed_up{"speed-up", {}, false, true};
    BenchPanel time{"time of a step (us)", {}, true};
    for (const std::size_t size : effort.sizes) {
        const std::vector<double> times = times_of(size, counts, effort, progress);
        const std::string name = std::to_string(size) + " grains";
        table.header.insert(table.header.end(), {name + " [us]", name + ": speed-up"});
        for (std::size_t w = 0; w < counts.size(); ++w)
            table.rows[w].insert(table.rows[w].end(),
                                 {rounded(times[w]), rounded(times[0] / times[w])});
        time.curves.push_back({name, name + " [us]"});
        speed_up.curves.push_back({name, name + ": speed-up"});
        report.numbers.push_back(
            {"speed-up of two workers: " + name, times[0] / times[1], "1.9 to 1.95"});
    }
    table.header.emplace_back("ideal");
    for (std::size_t w = 0; w < counts.size(); ++w)
        table.rows[w].push_back(std::to_string(counts[w]));
    speed_up.curves.push_back({"ideal", "ideal"});
    table.panels = {speed_up, time};
    report.tables = {table};
    report.notes = {"Grains with 7 corners; all runs advance by turns. Medians of " +
                    std::to_string(effort.repetitions) + " repetitions; " +
                    std::to_string(cores_at_hand()) + " cores at hand."};
    return report;
}

}  // namespace scree::engine

#include "engine/bench/overhead.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/bench/timing.h"
#include "engine/broad/overhead.h"

namespace scree::engine {
namespace {

/// The widths of cells in whole numbers, without the last one, which all have.
std::string cells_text(const std::vector<double>& cells) {
    std::string text;
    for (std::size_t h = 0; h + 1 < cells.size(); ++h) {
        if (h > 0) text += '/';
        text += std::to_string(std::lround(cells[h]));
    }
    return text;
}

/// The trials, each with the shortest time of all measurements.
Overhead joined(const std::vector<Overhead>& measurements) {
    std::vector<OverheadTrial> trials = measurements[0].trials;
    for (const Overhead& overhead : measurements)
        for (std::size_t k = 0; k < trials.size(); ++k)
            trials[k].seconds = std::min(trials[k].seconds, overhead.trials[k].seconds);
    return fitted(std::move(trials));
}

BenchTable table_of(const Overhead& overhead, std::size_t grains) {
    BenchTable table{
        "times",
        "Grids of " + std::to_string(grains) + " discs: ratio 20, exponent -3, fraction 0.4",
        "",
        {"cells", "measured [ns]", "by the model [ns]", "candidates", "accesses"}};
    for (const OverheadTrial& trial : overhead.trials)
        table.rows.push_back({cells_text(trial.cells), rounded(1e9 * trial.seconds),
                              rounded(1e9 * overhead.seconds(trial.candidates, trial.accesses)),
                              rounded(trial.candidates), rounded(trial.accesses)});
    table.panels = {{"time a grain (ns)",
                     {{"measured", "measured [ns]"}, {"by the model", "by the model [ns]"}},
                     false,
                     true},
                    {"a grain",
                     {{"candidates", "candidates"}, {"accesses to cells", "accesses"}},
                     false,
                     true}};
    table.bars = true;
    return table;
}

}  // namespace

BenchReport bench_overhead(const BenchOptions& options) {
    const std::size_t grains = options.quick ? 1000 : 50'000;
    const std::size_t repeats = options.quick ? 1 : 9;
    const std::size_t count = options.quick ? 2 : 11;
    BenchProgress progress(options, count);
    std::vector<Overhead> measurements;
    std::vector<double> ratios;
    for (std::size_t k = 0; k < count; ++k) {
        measurements.push_back(measure_overhead(grains, repeats));
        ratios.push_back(measurements.back().ratio());
        progress.add();
    }
    const Overhead overhead = joined(measurements);
    return {
        {table_of(overhead, grains)},
        {{"K, by the fastest two levels", overhead.ratio(), "0.2; Ogarko and Luding 0.2 to 0.45"},
         {"K, smallest of " + std::to_string(count), std::ranges::min(ratios), ""},
         {"K, largest of " + std::to_string(count), std::ranges::max(ratios), ""},
         {"an access over a candidate, by the model", overhead.access / overhead.candidate, ""},
         {"a candidate (ns)", 1e9 * overhead.candidate, ""},
         {"an access to a cell (ns)", 1e9 * overhead.access, ""},
         {"a grain besides (ns)", 1e9 * overhead.grain, ""}},
        {"The model is the sum of what a grain, a candidate and an access take, by least "
         "squares. K is that with which the planner would choose the fastest cells of two levels, "
         "and "
         "what `optimal` is planned with. Cells are in units of the smallest radius, rounded; the "
         "last are 40 wide; "
         "candidates and accesses are per grain. One worker; of " +
         std::to_string(count) + " times " + std::to_string(repeats) +
         " searches by turns the shortest, since disturbances only add."}};
}

}  // namespace scree::engine

#include "engine/bench/levels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "engine/bench/disc_scatter.h"
#include "engine/bench/timing.h"
#include "engine/broad/hgrid.h"
#include "engine/broad/linked_cell.h"
#include "engine/broad/overhead.h"

namespace scree::engine {
namespace {

constexpr double fraction = 0.4;
constexpr double wide_ratio = 50.0;

/// The exponents of the density of radii with which all sizes have the same number of discs, or the
/// same area.
constexpr double uniform_size = 0.0;
constexpr double uniform_area = -2.0;

struct Effort {
    std::size_t grains;  ///< the number of grains while that of levels changes
    std::vector<std::size_t> levels;
    std::vector<std::size_t> sizes;
    std::size_t repetitions;      ///< the median of these is taken
    double grains_of_repetition;  ///< searches of a repetition times grains, at least
    std::size_t overhead_grains;
};

Effort effort_of(bool quick) {
    if (quick) return {1000, {1, 2, 4}, {500, 1000}, 1, 1e3, 1000};
    return {125'000,
            {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 50},
            {1000, 3000, 10'000, 30'000, 100'000, 300'000, 1'000'000},
            9,
            1e6,
            50'000};
}

/// Boxes and a method, and how long a search takes.
struct Trial {
    std::shared_ptr<const Boxes> boxes;
    std::unique_ptr<BroadPhase> method;
    std::vector<double> times{};  ///< ns, a grain

    double ns() const { return median(times); }
};

/// Measures all trials by turns.
void measure(std::vector<Trial>& trials, const Effort& effort, BenchProgress& progress) {
    Workers workers(1);
    std::vector<ImagePair> pairs;
    for (Trial& trial : trials) trial.method->find_pairs(*trial.boxes, workers, pairs);
    for (std::size_t repetition = 0; repetition < effort.repetitions; ++repetition) {
        for (Trial& trial : trials) {
            const auto grains = static_cast<double>(trial.boxes->grains());
            const double searches = std::ceil(effort.grains_of_repetition / grains);
            const double seconds = seconds_of([&] {
                for (double k = 0.0; k < searches; k += 1.0)
                    trial.method->find_pairs(*trial.boxes, workers, pairs);
            });
            trial.times.push_back(1e9 * seconds / (searches * grains));
        }
        progress.add();
    }
}

std::shared_ptr<const Boxes> placed(std::vector<double> radii) {
    return std::make_shared<const Boxes>(
        by_rows(scattered(std::move(radii), fraction, Border::walls, 1)).boxes());
}

std::unique_ptr<BroadPhase> grid_of(const Plan& plan) {
    HgridSettings settings;
    for (const PlannedLevel& level : plan.levels) settings.cells.push_back(level.cell);
    return std::make_unique<Hgrid>(settings, BoxPeriod{});
}

/// Divides positive numbers by the smallest of them.
std::vector<double> slowdowns(std::vector<double> times) {
    const double least = std::ranges::min(times);
    for (double& time : times) time /= least;
    return times;
}

/// One size distribution over the number of levels.
struct LevelSeries {
    std::string name;
    double exponent;
    std::string speed_up;  ///< in the paper, as is the best number of levels
    std::string best;
    std::vector<Plan> plans{};
    std::vector<Trial> trials{};

    void prepare(double overhead, const Effort& effort) {
        const std::vector<double> radii = power_law_radii(effort.grains, exponent, wide_ratio, 1);
        const PlanProblem problem{SizeDistribution::of_radii(radii), 2, fraction, overhead};
        const std::shared_ptr<const Boxes> boxes = placed(radii);
        for (const std::size_t levels : effort.levels) {
            plans.push_back(plan_levels(problem, CellRule::constant, levels));
            trials.push_back({boxes, grid_of(plans.back())});
        }
    }
};

void add_to(BenchReport& report, BenchTable& table, const LevelSeries& series, const Effort& effort,
            const Overhead& overhead) {
    // On a machine that is busy with other things a fit may find anything.
    const Overhead prices{std::max(0.0, overhead.grain),
                          std::max(0.0, overhead.candidate),
                          std::max(0.0, overhead.access),
                          {}};
    std::vector<double> times;
    std::vector<double> costs;
    std::vector<double> fitted;
    for (std::size_t k = 0; k < series.plans.size(); ++k) {
        const Plan& plan = series.plans[k];
        times.push_back(series.trials[k].ns());
        costs.push_back(plan.cost);
        fitted.push_back(prices.seconds(plan.candidates, plan.accesses));
    }
    const std::vector<double> slow = slowdowns(times);
    const std::vector<double> by_cost = slowdowns(costs);
    const std::vector<double> by_time = slowdowns(fitted);
    const std::vector<std::string> columns{series.name + " [ns]", series.name + ", slowdown",
                                           series.name + ", planner",
                                           series.name + ", with time a grain"};
    table.header.insert(table.header.end(), columns.begin(), columns.end());
    for (std::size_t k = 0; k < times.size(); ++k)
        table.rows[k].insert(table.rows[k].end(), {rounded(times[k]), rounded(slow[k]),
                                                   rounded(by_cost[k]), rounded(by_time[k])});
    table.panels.push_back({series.name + ": time over that of the best",
                            {{"measured", columns[1]},
                             {"T of the planner", columns[2]},
                             {"T and the time a grain", columns[3]}},
                            true});
    const auto fastest = [&](const std::vector<double>& values) {
        return static_cast<double>(effort.levels[static_cast<std::size_t>(
            std::ranges::min_element(values) - values.begin())]);
    };
    report.numbers.push_back({series.name + ": one level over the best", slow[0], series.speed_up});
    report.numbers.push_back(
        {series.name + ": one level over the best, by T of the planner", by_cost[0], ""});
    report.numbers.push_back(
        {series.name + ": best number of levels", fastest(times), series.best});
    report.numbers.push_back(
        {series.name + ": best number of levels by T of the planner", fastest(costs), ""});
}

/// Adds figure 4 of the paper.
void add_levels(BenchReport& report, const Effort& effort, BenchProgress& progress) {
    const Overhead overhead = measure_overhead(effort.overhead_grains, 11 * effort.repetitions);
    std::array all{LevelSeries{"uniform size", uniform_size, "1.3 in 3D", "2 in 3D"},
                   LevelSeries{"uniform area", uniform_area, "220 in 3D", "8 in 3D"}};
    BenchTable table{"number",
                     std::to_string(effort.grains) + " discs, ratio 50, fraction 0.4",
                     "number of levels",
                     {"levels"}};
    for (const std::size_t levels : effort.levels) table.rows.push_back({std::to_string(levels)});
    for (LevelSeries& series : all) {
        series.prepare(overhead.ratio(), effort);
        measure(series.trials, effort, progress);
        add_to(report, table, series, effort, overhead);
    }
    report.numbers.push_back({"K, as measured before", overhead.ratio(), "0.3"});
    table.x_logarithmic = true;
    report.tables.push_back(std::move(table));
}

/// Small and large discs; those of each size cover the same area.
std::vector<double> two_sizes(std::size_t count, double ratio) {
    const auto large = static_cast<std::size_t>(static_cast<double>(count) / (1.0 + ratio * ratio));
    std::vector<double> radii(count, 1.0);
    std::fill_n(radii.begin(), std::max<std::size_t>(1, large), ratio);
    return radii;
}

/// One size distribution over the number of grains.
struct GrainSeries {
    std::string name;
    std::vector<double> (*radii)(std::size_t count);
    std::unique_ptr<BroadPhase> (*method)();
    std::vector<double> times{};  ///< ns, a grain
};

constexpr double narrow_ratio = 10.0;

std::vector<GrainSeries> grain_series() {
    const auto optimal = +[]() -> std::unique_ptr<BroadPhase> {
        return std::make_unique<Hgrid>(HgridSettings{}, BoxPeriod{});
    };
    return {
        {"one size", [](std::size_t count) { return std::vector(count, 1.0); },
         []() -> std::unique_ptr<BroadPhase> { return std::make_unique<LinkedCell>(BoxPeriod{}); }},
        {"two sizes, ratio 10", [](std::size_t count) { return two_sizes(count, narrow_ratio); },
         []() -> std::unique_ptr<BroadPhase> {
             // The cells are as wide as the two sizes, as in the paper.
             HgridSettings settings;
             settings.cells = {2.0, 2.0 * narrow_ratio};
             return std::make_unique<Hgrid>(settings, BoxPeriod{});
         }},
        {"uniform area, ratio 10",
         [](std::size_t count) { return power_law_radii(count, uniform_area, narrow_ratio, 1); },
         optimal},
        {"uniform area, ratio 50",
         [](std::size_t count) { return power_law_radii(count, uniform_area, wide_ratio, 1); },
         optimal}};
}

/// Adds figure 5 of the paper.
void add_grains(BenchReport& report, const Effort& effort, BenchProgress& progress) {
    std::vector<GrainSeries> all = grain_series();
    std::vector<double> sizes;
    for (const std::size_t size : effort.sizes) {
        sizes.push_back(static_cast<double>(size));
        std::vector<Trial> trials;
        for (const GrainSeries& series : all)
            trials.push_back({placed(series.radii(size)), series.method()});
        measure(trials, effort, progress);
        for (std::size_t k = 0; k < all.size(); ++k) all[k].times.push_back(trials[k].ns());
    }
    BenchTable table{
        "grains", "Discs of one, two and many sizes, fraction 0.4", "number of grains", {"grains"}};
    for (const std::size_t size : effort.sizes) table.rows.push_back({std::to_string(size)});
    BenchPanel time{"time a grain (ns)", {}, false, true};
    BenchPanel relative{"time over that of one size", {}, false, true};
    for (const GrainSeries& series : all) {
        table.header.insert(table.header.end(),
                            {series.name + " [ns]", series.name + ", relative"});
        std::vector<double> totals;
        for (std::size_t k = 0; k < sizes.size(); ++k) {
            totals.push_back(sizes[k] * series.times[k]);
            table.rows[k].insert(table.rows[k].end(), {rounded(series.times[k]),
                                                       rounded(series.times[k] / all[0].times[k])});
        }
        time.curves.push_back({series.name, series.name + " [ns]"});
        if (&series != &all[0])
            relative.curves.push_back({series.name, series.name + ", relative"});
        report.numbers.push_back({"exponent of the number of grains, " + series.name,
                                  fitted_power_law(sizes, totals).exponent, "1"});
    }
    table.panels = {time, relative};
    table.x_logarithmic = true;
    report.tables.push_back(std::move(table));
}

}  // namespace

BenchReport bench_levels(const BenchOptions& options) {
    const Effort effort = effort_of(options.quick);
    constexpr std::size_t distributions = 2;
    BenchProgress progress(options, effort.repetitions * (distributions + effort.sizes.size()));
    BenchReport report;
    add_levels(report, effort, progress);
    add_grains(report, effort, progress);
    report.notes = {
        "Detection alone, anew each time, on one worker: discs that do not overlap, in a square, "
        "numbered row by row. The paper has spheres, and times of whole runs.",
        "Over the number of levels cells hold as many discs in every level (hypothesis 1); the "
        "planner predicts T with K as measured, and with the time that a grain takes besides. Over "
        "the number of grains one size is sought with linked cells, two with cells as wide as "
        "both, "
        "many with the optimal cells.",
        "Medians of " + std::to_string(effort.repetitions) + " repetitions by turns."};
    return report;
}

}  // namespace scree::engine

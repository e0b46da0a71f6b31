#include "engine/bench/neighbours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>

#include "engine/bench/discs.h"
#include "engine/bench/timing.h"

namespace scree::engine {
namespace {

/// The fraction of the paper's planar series, which is taken for both series.
constexpr double fraction = 0.67;

/// The way of a disc from one search to the next, in units of the smallest radius. Verlet lists
/// then last for about a hundred searches, as in the paper.
constexpr double way_of_a_search = 0.02;

struct Effort {
    std::vector<std::size_t> sizes;
    std::vector<std::size_t> ratios;
    std::size_t unbroken;     ///< grains before any is broken
    std::size_t repetitions;  ///< the median of these is taken
    double grain_searches;    ///< of a repetition; there are no fewer searches than `fewest`
    std::size_t fewest;
    std::size_t rounds;  ///< of rearrangement, to pack the discs
};

Effort effort_of(bool quick) {
    if (quick) return {{60, 120, 240}, {1, 2, 3}, 60, 1, 1e3, 5, 10};
    return {{244, 488, 975, 1950, 3900, 7800, 15'600, 31'200, 62'400},
            {1, 2, 3, 4, 5, 7, 10},
            1000,
            5,
            1e6,
            100,
            60};
}

std::size_t searches_of(const Effort& effort, std::size_t grains) {
    return std::max(effort.fewest,
                    static_cast<std::size_t>(effort.grain_searches / static_cast<double>(grains)));
}

std::size_t work_of(const Effort& effort, std::size_t grains) {
    return effort.repetitions * searches_of(effort, grains) * grains;
}

/// A method, and how long a search takes with it for each row of a table.
struct Method {
    BroadPhaseKind kind;
    std::string name;
    std::vector<double> times{};  ///< us

    std::string column() const { return name + " [us]"; }
};

/// Adds the times of a search by each method. All see the same boxes, one after the other.
void measure(std::vector<Method>& methods, const std::vector<double>& radii, const Effort& effort,
             BenchProgress& progress) {
    MovingDiscs discs(radii, fraction, radii.size());
    discs.rearrange(effort.rounds);
    discs.stir(way_of_a_search * std::ranges::min(radii));

    Workers workers(1);
    std::vector<ImagePair> pairs;
    std::vector<std::unique_ptr<BroadPhase>> searches;
    searches.reserve(methods.size());
    for (const Method& method : methods) searches.push_back(make_broad_phase(method.kind));
    const auto search_all = [&](std::vector<double>& seconds) {
        discs.step();
        for (std::size_t m = 0; m < methods.size(); ++m)
            seconds[m] +=
                seconds_of([&] { searches[m]->find_pairs(discs.boxes(), workers, pairs); });
    };
    std::vector<double> unused(methods.size());
    for (std::size_t k = 0; k < effort.fewest / 5; ++k) search_all(unused);

    const std::size_t count = searches_of(effort, discs.size());
    std::vector<std::vector<double>> times(methods.size());
    for (std::size_t repetition = 0; repetition < effort.repetitions; ++repetition) {
        std::vector<double> seconds(methods.size());
        for (std::size_t k = 0; k < count; ++k) {
            search_all(seconds);
            progress.add(discs.size());
        }
        for (std::size_t m = 0; m < methods.size(); ++m)
            times[m].push_back(1e6 * seconds[m] / static_cast<double>(count));
    }
    for (std::size_t m = 0; m < methods.size(); ++m) methods[m].times.push_back(median(times[m]));
}

std::string two_decimals(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", number);
    return text;
}

/// Radii from a half to one and a half times the mean radius.
std::vector<double> planar_radii(std::size_t count) {
    Generator generator(count, "planar");
    std::vector<double> radii;
    for (std::size_t k = 0; k < count; ++k) radii.push_back(generator.uniform(0.5, 1.5));
    return radii;
}

/// Radii of discs of which half are broken into pieces of a `ratio`-th of the radius, which cover
/// the same area.
std::vector<double> broken_radii(std::size_t unbroken, std::size_t ratio) {
    std::vector<double> radii(unbroken / 2, 1.0);
    radii.resize(radii.size() + (unbroken - radii.size()) * ratio * ratio,
                 1.0 / static_cast<double>(ratio));
    return radii;
}

void add_times(BenchTable& table, const std::vector<Method>& methods, std::vector<double> per) {
    for (std::size_t k = 0; k < table.rows.size(); ++k)
        for (const Method& method : methods)
            table.rows[k].push_back(rounded(method.times[k] / per[k]));
}

void add_planar_series(BenchReport& report, const Effort& effort, BenchProgress& progress) {
    std::vector<Method> methods{{BroadPhaseKind::verlet, "Verlet lists"},
                                {BroadPhaseKind::linked_cell, "linked cells"},
                                {BroadPhaseKind::sweep, "sweep"}};
    BenchTable table{"planar",
                     "Finding neighbours of discs in motion, fraction 0.67",
                     "number of grains",
                     {"grains"}};
    std::vector<double> sizes;
    for (const std::size_t size : effort.sizes) {
        measure(methods, planar_radii(size), effort, progress);
        sizes.push_back(static_cast<double>(size));
        table.rows.push_back({std::to_string(size)});
    }
    add_times(table, methods, std::vector<double>(sizes.size(), 1.0));
    BenchPanel panel{"time of a search (us)", {}, true};
    const std::array papers{"steepest (3D: 1.8)", "almost 1 (3D: 1.15)", "almost 1 (3D: 1.36)"};
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const Method& method = methods[m];
        const double exponent = fitted_power_law(sizes, method.times).exponent;
        table.header.push_back(method.column());
        panel.curves.push_back({method.name + ": N^" + two_decimals(exponent), method.column()});
        report.numbers.push_back(
            {"exponent of the number of grains: " + method.name, exponent, papers[m]});
    }
    for (const Method& method : methods) {
        const std::size_t few = std::min<std::size_t>(3, sizes.size());
        const std::vector<double> last_sizes(sizes.end() - static_cast<std::ptrdiff_t>(few),
                                             sizes.end());
        const std::vector<double> last_times(method.times.end() - static_cast<std::ptrdiff_t>(few),
                                             method.times.end());
        report.numbers.push_back({"the same of the three largest: " + method.name,
                                  fitted_power_law(last_sizes, last_times).exponent, ""});
    }
    table.panels = {panel};
    table.x_logarithmic = true;
    report.tables.push_back(std::move(table));
}

void add_fracture_series(BenchReport& report, const Effort& effort, BenchProgress& progress) {
    std::vector<Method> methods{{BroadPhaseKind::linked_cell, "linked cells"},
                                {BroadPhaseKind::sweep, "sweep"}};
    BenchTable table{"fracture",
                     "Half of " + std::to_string(effort.unbroken) +
                         " discs broken into smaller ones, fraction 0.67",
                     "R / r, large radius over small one",
                     {"ratio", "grains"}};
    std::vector<double> ratios;
    std::vector<double> sizes;
    for (const std::size_t ratio : effort.ratios) {
        const std::vector<double> radii = broken_radii(effort.unbroken, ratio);
        measure(methods, radii, effort, progress);
        ratios.push_back(static_cast<double>(ratio));
        sizes.push_back(static_cast<double>(radii.size()));
        table.rows.push_back({std::to_string(ratio), std::to_string(radii.size())});
    }
    add_times(table, methods, sizes);
    BenchPanel panel{"time of a search, a grain (us)", {}, false, true};
    for (const Method& method : methods) {
        table.header.push_back(method.column());
        panel.curves.push_back({method.name, method.column()});
    }
    table.panels = {panel};
    report.tables.push_back(std::move(table));
    const double meeting = crossing(ratios, methods[0].times, methods[1].times);
    report.numbers.push_back(
        {"R / r where linked cells and sweep are as fast", meeting, "3D: about 2.5"});
    if (std::isnan(meeting)) {
        const bool sweep = methods[1].times.front() < methods[0].times.front();
        report.notes.push_back(std::string("The fracture series has no crossing here: ") +
                               (sweep ? "the sweep is" : "linked cells are") +
                               " faster at every ratio.");
    }
}

}  // namespace

BenchReport bench_neighbours(const BenchOptions& options) {
    const Effort effort = effort_of(options.quick);
    std::size_t work = 0;
    for (const std::size_t size : effort.sizes) work += work_of(effort, size);
    for (const std::size_t ratio : effort.ratios)
        work += work_of(effort, broken_radii(effort.unbroken, ratio).size());
    BenchProgress progress(options, work);
    BenchReport report;
    add_planar_series(report, effort, progress);
    add_fracture_series(report, effort, progress);
    report.notes.push_back(
        "One worker. From one search to the next discs move by 0.02 of the smallest radius (root "
        "mean square); all methods see the same boxes by turns. Verlet lists have the paper's "
        "radius, five times the largest, and their rebuilding is in the mean. Medians of " +
        std::to_string(effort.repetitions) + " repetitions.");
    return report;
}

}  // namespace scree::engine

#include "engine/broad/overhead.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/base/generator.h"
#include "engine/broad/cell_grid.h"

namespace scree::engine {
namespace {

using geometry::Vec2;

constexpr double least_ratio = 0.02;
constexpr double most_ratio = 200.0;

constexpr double size_ratio = 20.0;
constexpr double exponent = -3.0;
constexpr double fraction = 0.4;

/// Returns the smaller cells of the fastest grid with two levels: the lowest point of the parabola
/// through the fastest trial and its neighbours, over the logarithm of the cells.
double fastest_cells(const std::vector<OverheadTrial>& trials) {
    std::vector<double> cells;
    std::vector<double> seconds;
    for (const OverheadTrial& trial : trials)
        if (trial.cells.size() == 2) {
            cells.push_back(trial.cells[0]);
            seconds.push_back(trial.seconds);
        }
    const auto fastest =
        static_cast<std::size_t>(std::ranges::min_element(seconds) - seconds.begin());
    if (fastest == 0 || fastest + 1 == cells.size()) return cells[fastest];
    const double before = seconds[fastest - 1] - seconds[fastest];
    const double after = seconds[fastest + 1] - seconds[fastest];
    if (!(before + after > 0.0)) return cells[fastest];
    // The position of the minimum in steps of the geometric sequence of cells.
    const double lowest = 0.5 * (before - after) / (before + after);
    return cells[fastest] * std::pow(cells[fastest + 1] / cells[fastest], lowest);
}

/// Discs at random places, with radii from 1 on by the power law with exponent -3.
Boxes random_discs(std::size_t grains) {
    Generator random(1, "overhead");
    std::vector<double> radii(grains);
    double area = 0.0;
    for (double& radius : radii) {
        const double share = random.unit() * (1.0 - 1.0 / (size_ratio * size_ratio));
        radius = 1.0 / std::sqrt(1.0 - share);
        area += std::numbers::pi * radius * radius;
    }
    const double side = std::sqrt(area / fraction);
    Boxes boxes;
    for (const double radius : radii) {
        const double x = side * random.unit();
        const double y = side * random.unit();
        boxes.push_grain({{x - radius, y - radius}, {x + radius, y + radius}});
    }
    return boxes;
}

}  // namespace

/// Minimises the squares of seconds - (grain + candidate c + access a), by the normal equations.
Overhead fitted(std::vector<OverheadTrial> trials) {
    std::array<std::array<double, 4>, 3> m{};
    for (const OverheadTrial& trial : trials) {
        const std::array<double, 4> row{1.0, trial.candidates, trial.accesses, trial.seconds};
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 4; ++j) m[i][j] += row[i] * row[j];
    }
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            if (k == i) continue;
            const double factor = m[k][i] / m[i][i];
            for (std::size_t j = i; j < 4; ++j) m[k][j] -= factor * m[i][j];
        }
    return {m[0][3] / m[0][0], m[1][3] / m[1][1], m[2][3] / m[2][2], std::move(trials)};
}

double Overhead::seconds(double candidates, double accesses) const {
    return grain + candidate * candidates + access * accesses;
}

double Overhead::ratio() const {
    const PlanProblem problem = overhead_problem();
    const double cells = fastest_cells(trials);
    const double largest = 2.0 * size_ratio;
    const Plan fewer = evaluate(problem, std::array{cells / 1.05, largest});
    const Plan more = evaluate(problem, std::array{cells * 1.05, largest});
    const double ratio = (more.candidates - fewer.candidates) / (fewer.accesses - more.accesses);
    return std::clamp(ratio, least_ratio, most_ratio);
}

PlanProblem overhead_problem() {
    return {SizeDistribution::power_law(exponent, 1.0, size_ratio), 2, fraction};
}

std::vector<std::vector<double>> overhead_layouts() {
    const double largest = 2.0 * size_ratio;
    std::vector<std::vector<double>> layouts = {{3.0, 5.0, 9.0, 17.0, largest},
                                                {4.0, 7.9, 15.1, 27.2, largest},
                                                {4.0, 12.0, largest},
                                                {5.0, 12.0, largest},
                                                {8.0, 20.0, largest}};
    for (int k = 13; k > 1; --k) layouts.push_back({largest * std::exp2(-0.25 * k), largest});
    return layouts;
}

Overhead measure_overhead(std::size_t grains, std::size_t repeats) {
    using Clock = std::chrono::steady_clock;
    const Boxes boxes = random_discs(grains);
    const std::vector<std::vector<double>> layouts = overhead_layouts();
    Workers workers(1);
    std::vector<ImagePair> pairs;
    std::vector<CellGrid> grids;
    for (const std::vector<double>& layout : layouts) {
        grids.emplace_back(BoxPeriod{});
        grids.back().set_levels(layout, GridSearch::top_down);
    }
    // The grids take turns, so that a disturbance affects all of them. The first round does not
    // count, because it allocates memory. The shortest time is used: disturbances only add to it,
    // and here small differences matter.
    std::vector<double> seconds(layouts.size(), HUGE_VAL);
    for (std::size_t round = 0; round <= repeats; ++round)
        for (std::size_t k = 0; k < layouts.size(); ++k) {
            const auto start = Clock::now();
            grids[k].find_pairs(boxes, grids[k].survey(boxes, workers), workers, pairs);
            const std::chrono::duration<double> taken = Clock::now() - start;
            if (round > 0) seconds[k] = std::min(seconds[k], taken.count());
        }
    const auto n = static_cast<double>(grains);
    std::vector<OverheadTrial> trials;
    for (std::size_t k = 0; k < layouts.size(); ++k) {
        const BroadPhaseCounts counts = grids[k].counts();
        trials.push_back({layouts[k], static_cast<double>(counts.candidates) / n,
                          static_cast<double>(counts.accesses) / n, seconds[k] / n});
    }
    return fitted(std::move(trials));
}

double measured_overhead() {
    static const double ratio = measure_overhead(8000, 6).ratio();
    return ratio;
}

}  // namespace scree::engine

#include "render/plots/bench_plots.h"

namespace scree::render {
namespace {

/// The most numbers that fit side by side below an axis.
constexpr std::size_t most_tics = 14;

}  // namespace

std::vector<Plot> bench_plots(std::string_view benchmark, const engine::BenchReport& report) {
    std::vector<Plot> plots;
    for (const engine::BenchTable& table : report.tables) {
        Plot plot;
        plot.name = std::string(benchmark) + "_" + table.name;
        plot.title = table.title;
        plot.x_label = table.x_label;
        for (const engine::BenchPanel& panel : table.panels) {
            PlotPanel drawn{panel.label, {}, panel.logarithmic, panel.from_zero};
            for (const engine::BenchCurve& curve : panel.curves)
                drawn.curves.push_back({curve.title, plain_name(curve.column)});
            plot.panels.push_back(std::move(drawn));
        }
        for (const std::string& column : table.header) plot.header.push_back(plain_name(column));
        plot.rows = table.rows;
        plot.of_runs = true;
        plot.x_is_words = table.bars;
        plot.bars = table.bars;
        plot.tics_at_rows = table.rows.size() <= most_tics;
        plot.x_logarithmic = table.x_logarithmic;
        plots.push_back(std::move(plot));
    }
    return plots;
}

}  // namespace scree::render

#include "render/plots/profile_plots.h"

#include <algorithm>

#include "engine/base/spec_error.h"
#include "engine/run/measure_folder.h"

namespace scree::render {
namespace {

using engine::Column;
using engine::MeasuredRows;

std::string column_name(const Column& column) {
    const std::string key(column.key);
    return column.unit == "1" ? key : key + " [" + std::string(column.unit) + "]";
}

/// Whether a column is the error of the one before it.
bool is_error_of(const Column& column, const Column& before) {
    return column.key == std::string(before.key) + "_error";
}

/// The first column is the place. The others are drawn over it with their errors, those of one unit
/// together in a panel.
Plot plot_of(const std::string& name, const std::string& title, const MeasuredRows& slices,
             bool is_distribution) {
    Plot plot;
    plot.name = "profile_" + name;
    plot.title = name + ": " + title;
    plot.error_bars = true;
    const Column& place = slices.columns.front();
    plot.x_label = std::string(place.key);
    if (place.unit != "1") plot.x_label += " (" + std::string(place.unit) + ")";
    for (const Column& column : slices.columns) plot.header.push_back(column_name(column));
    std::string_view unit;
    for (std::size_t k = 1; k < slices.columns.size(); ++k) {
        const Column& column = slices.columns[k];
        if (is_error_of(column, slices.columns[k - 1])) {
            plot.panels.back().curves.back().error = column_name(column);
            continue;
        }
        const std::string key(column.key);
        if (plot.panels.empty() || column.unit != unit)
            plot.panels.push_back({column.unit == "1" ? key
                                                      : quantity_of_unit(std::string(column.unit)) +
                                                            " (" + std::string(column.unit) + ")",
                                   {},
                                   is_distribution});
        plot.panels.back().curves.push_back({key, column_name(column)});
        unit = column.unit;
    }
    for (const auto& row : slices.rows) {
        auto& cells = plot.rows.emplace_back();
        for (const auto& value : row) cells.push_back(value ? engine::number_text(*value) : "nan");
    }
    if (is_distribution) {
        plot.x_label = "force / mean force";
        plot.panels.front().label = "probability density";
    }
    plot.columns_of_panels = plot.panels.size() > 1 ? 2 : 1;
    return plot;
}

bool has_slices(engine::MeasureKind kind) {
    return (engine::is_of_frames(kind) && kind != engine::MeasureKind::field) ||
           kind == engine::MeasureKind::deposit || kind == engine::MeasureKind::sieve;
}

}  // namespace

std::vector<Plot> profile_plots(const std::filesystem::path& folder, const engine::Scene& scene,
                                const std::string& title) {
    std::vector<Plot> plots;
    if (std::ranges::none_of(scene.measures, has_slices, &engine::MeasureSpec::kind)) return plots;
    for (const auto& [name, measurement] : engine::measure_folder(folder, {}).measurements)
        if (!measurement.slices.rows.empty())
            plots.push_back(plot_of(name, title, measurement.slices,
                                    measurement.kind == engine::MeasureKind::force_distribution));
    return plots;
}

}  // namespace scree::render

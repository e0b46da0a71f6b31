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

/// The first column is the place. The others are drawn over it, those of one unit together in a
/// panel.
Plot plot_of(const std::string& name, const std::string& title, const MeasuredRows& slices) {
    Plot plot;
    plot.name = "profile_" + name;
    plot.title = name + ": " + title;
    const Column& place = slices.columns.front();
    plot.x_label = std::string(place.key) + " (" + std::string(place.unit) + ")";
    for (const Column& column : slices.columns) plot.header.push_back(column_name(column));
    std::string_view unit;
    for (const Column& column : slices.columns.subspan(1)) {
        const std::string key(column.key);
        if (plot.panels.empty() || column.unit != unit)
            plot.panels.push_back({column.unit == "1" ? key
                                                      : quantity_of_unit(std::string(column.unit)) +
                                                            " (" + std::string(column.unit) + ")",
                                   {},
                                   false});
        plot.panels.back().curves.push_back({key, column_name(column)});
        unit = column.unit;
    }
    for (const auto& row : slices.rows) {
        auto& cells = plot.rows.emplace_back();
        for (const auto& value : row) cells.push_back(value ? engine::number_text(*value) : "");
    }
    plot.columns_of_panels = plot.panels.size() > 1 ? 2 : 1;
    return plot;
}

}  // namespace

std::vector<Plot> profile_plots(const std::filesystem::path& folder, const engine::Scene& scene,
                                const std::string& title) {
    const auto is_profile = [](const engine::MeasureSpec& measure) {
        return measure.kind == engine::MeasureKind::velocity_profile;
    };
    std::vector<Plot> plots;
    if (std::ranges::none_of(scene.measures, is_profile)) return plots;
    for (const auto& [name, measurement] : engine::measure_folder(folder, {}).measurements)
        if (!measurement.slices.rows.empty())
            plots.push_back(plot_of(name, title, measurement.slices));
    return plots;
}

}  // namespace scree::render

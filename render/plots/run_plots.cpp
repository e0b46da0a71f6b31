#include "render/plots/run_plots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "engine/base/spec_error.h"
#include "engine/record/run_frames.h"
#include "engine/record/sums.h"
#include "engine/scene/scene.h"
#include "render/plots/profile_plots.h"
#include "render/plots/rose_plots.h"
#include "render/plots/strain_plots.h"

namespace scree::render {
namespace {

namespace fs = std::filesystem;
using engine::CsvTable;
using engine::FileError;

constexpr const char* time_column = "time [s]";

/// Whether a column has any values to draw.
bool has_values(const CsvTable& table, const std::string& column, bool positive = false) {
    const auto at = table.column(column);
    if (!at) return false;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const double value = table.number(row, *at);
        if (std::isfinite(value) && (!positive || std::abs(value) > 0.0)) return true;
    }
    return false;
}

Plot plot_over_time(const std::string& name, const std::string& title) {
    Plot plot;
    plot.name = name;
    plot.title = title;
    plot.x_label = "time (s)";
    plot.header = {time_column};
    return plot;
}

/// Takes the columns that the panels need out of the series.
void fill(Plot& plot, const CsvTable& table) {
    const auto need = [&](const std::string& column) {
        if (std::ranges::find(plot.header, column) == plot.header.end())
            plot.header.push_back(column);
    };
    for (const PlotPanel& panel : plot.panels)
        for (const Curve& curve : panel.curves) {
            need(curve.column);
            if (curve.error) need(*curve.error);
        }
    std::vector<std::size_t> places;
    for (const std::string& column : plot.header) places.push_back(*table.column(column));
    for (const auto& row : table.rows) {
        std::vector<std::string> cells;
        for (const std::size_t place : places) cells.push_back(row[place]);
        plot.rows.push_back(std::move(cells));
    }
    for (std::string& column : plot.header) column = plain_name(column);
}

/// A curve for each of these columns that has values.
PlotPanel panel_of(const CsvTable& table, const std::string& label,
                   const std::vector<std::string>& columns, bool logarithmic) {
    PlotPanel panel{label, {}, logarithmic};
    for (const std::string& column : columns) {
        if (!has_values(table, column, logarithmic)) continue;
        const std::string name = engine::split_unit(column).name;
        const bool residual = name == "residual";
        panel.curves.push_back({name, column, {}, logarithmic && residual});
    }
    return panel;
}

/// Adds columns with the sums of the elastic energies and of the energies lost by damping.
CsvTable with_sums(CsvTable table) {
    const auto add = [&](const std::string& name, const std::vector<std::string>& parts) {
        std::vector<std::size_t> places;
        for (const std::string& part : parts)
            if (const auto at = table.column(part)) places.push_back(*at);
        table.header.push_back(name);
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            double sum = 0.0;
            for (const std::size_t place : places) sum += table.number(row, place);
            table.rows[row].push_back(engine::number_text(sum));
        }
    };
    add("elastic [J]", {"elastic_normal [J]", "elastic_tangential [J]"});
    add("damping [J]", {"normal_damping [J]", "tangential_damping [J]"});
    return table;
}

/// Plots where the energy is and where it went, and below it the terms that become small, on a
/// logarithmic axis.
Plot energy_plot(const CsvTable& table, const std::string& title) {
    Plot plot = plot_over_time("energy", "Energy: " + title);
    PlotPanel all =
        panel_of(table, "energy (J)",
                 {"kinetic [J]", "gravity [J]", "elastic [J]", "damping [J]", "sliding [J]",
                  "wall_work [J]", "load_work [J]", "added [J]", "residual [J]"},
                 false);
    std::erase_if(all.curves, [&](const Curve& curve) {
        return (curve.title == "wall_work" || curve.title == "load_work" ||
                curve.title == "added") &&
               !has_values(table, curve.column, true);
    });
    plot.panels = {all, panel_of(table, "energy, |residual| (J)",
                                 {"kinetic [J]", "elastic [J]", "residual [J]"}, true)};
    return plot;
}

/// The times of the first rows of all stages but the first, s.
std::vector<double> begins_of_stages(const CsvTable& table) {
    std::vector<double> begins;
    const std::optional<std::size_t> stage = table.column("stage");
    const std::optional<std::size_t> time = table.column(time_column);
    for (std::size_t row = 1; stage && time && row < table.rows.size(); ++row)
        if (table.rows[row][*stage] != table.rows[row - 1][*stage])
            begins.push_back(table.number(row, *time));
    return begins;
}

bool is_empty(const Plot& plot) {
    return std::ranges::all_of(plot.panels, [](const auto& panel) { return panel.curves.empty(); });
}

Plot group_plot(const CsvTable& table, const std::string& name, const std::string& title,
                const std::vector<TableQuantity>& quantities) {
    Plot plot = plot_over_time(name, title);
    for (const auto& together : panels_of(quantities)) {
        PlotPanel panel{panel_label(together), {}, false};
        for (const TableQuantity& quantity : together)
            if (has_values(table, quantity.column))
                panel.curves.push_back({quantity.name, quantity.column,
                                        quantity.error && has_values(table, *quantity.error)
                                            ? quantity.error
                                            : std::nullopt,
                                        false});
        if (!panel.curves.empty()) plot.panels.push_back(std::move(panel));
    }
    plot.columns_of_panels = plot.panels.size() > 6 ? 3 : plot.panels.size() > 1 ? 2 : 1;
    return plot;
}

}  // namespace

std::vector<QuantityGroup> quantity_groups(const CsvTable& table) {
    std::vector<QuantityGroup> groups;
    for (const std::string& column : table.header) {
        const auto [whole, unit] = engine::split_unit(column);
        const auto dot = whole.rfind('.');
        if (dot == std::string::npos) continue;
        const std::string group = whole.substr(0, dot);
        const std::string name = whole.substr(dot + 1);
        if (groups.empty() || groups.back().first != group) groups.emplace_back(group, 0);
        auto& quantities = groups.back().second;
        if (!quantities.empty() && name == quantities.back().name + "_error")
            quantities.back().error = column;
        else
            quantities.push_back({name, unit, column, {}});
    }
    return groups;
}

std::vector<std::vector<TableQuantity>> panels_of(const std::vector<TableQuantity>& quantities) {
    const auto kind = [](const TableQuantity& quantity) {
        return quantity.unit.empty() ? "1 " + quantity.name.substr(0, quantity.name.find('_'))
                                     : quantity.unit;
    };
    std::vector<std::vector<TableQuantity>> panels;
    for (const TableQuantity& quantity : quantities) {
        const auto same = std::ranges::find_if(
            panels, [&](const auto& panel) { return kind(panel.front()) == kind(quantity); });
        if (same == panels.end())
            panels.push_back({quantity});
        else
            same->push_back(quantity);
    }
    return panels;
}

std::string panel_label(const std::vector<TableQuantity>& quantities) {
    const TableQuantity& first = quantities.front();
    if (first.unit.empty())
        return quantities.size() == 1 ? first.name : first.name.substr(0, first.name.find('_'));
    const std::string name = quantities.size() == 1 ? first.name : quantity_of_unit(first.unit);
    return name + " (" + first.unit + ")";
}

std::vector<Plot> run_plots(const fs::path& folder) {
    const engine::Scene scene = engine::scene_in(folder);
    const CsvTable table = with_sums(
        engine::parse_csv(engine::SummedFolder(folder).text("series.csv"), folder / "series.csv"));
    if (table.rows.empty() || !table.column(time_column))
        throw FileError(FileError::Kind::missing, folder / "series.csv", "has no rows yet");
    const fs::path whole = folder.lexically_normal();
    const std::string title =
        scene.title.empty()
            ? (whole.has_filename() ? whole : whole.parent_path()).filename().string()
            : scene.title;

    std::vector<Plot> over_time;
    for (const auto& [name, quantities] : quantity_groups(table)) {
        const auto& traces = scene.output.trace;
        const bool traced = std::ranges::find(traces, name) != traces.end();
        over_time.push_back(group_plot(table, (traced ? "trace_" : "measure_") + name,
                                       name + ": " + title, quantities));
    }
    over_time.push_back(energy_plot(table, title));
    over_time.push_back(plot_over_time("contacts", "Contacts: " + title));
    over_time.back().panels = {panel_of(table, "number", {"grains", "contacts"}, false)};
    over_time.push_back(plot_over_time("unbalanced_force", "Unbalanced force: " + title));
    over_time.back().panels = {
        panel_of(table, "mean unbalanced force / mean contact force", {"unbalanced_force"}, true)};
    std::erase_if(over_time, is_empty);
    const std::vector<double> stages = begins_of_stages(table);
    for (Plot& plot : over_time) {
        plot.marks = stages;
        if (!stages.empty()) plot.x_label += "; dotted: a stage begins";
        std::erase_if(plot.panels, [](const PlotPanel& panel) { return panel.curves.empty(); });
        fill(plot, table);
        for (PlotPanel& panel : plot.panels)
            for (Curve& curve : panel.curves) {
                curve.column = plain_name(curve.column);
                if (curve.error) curve.error = plain_name(*curve.error);
            }
    }
    // What a test is made for comes first, then what belongs to a place or a direction.
    std::vector<Plot> plots = strain_plots(scene, table, title);
    for (std::vector<Plot>& more :
         std::array{profile_plots(folder, scene, title), rose_plots(folder, scene, title),
                    std::move(over_time)})
        std::ranges::move(more, std::back_inserter(plots));
    return plots;
}

}  // namespace scree::render

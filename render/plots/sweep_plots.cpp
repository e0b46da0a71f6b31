#include "render/plots/sweep_plots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>

#include "engine/base/spec_error.h"
#include "engine/record/sums.h"
#include "engine/scene/keys.h"
#include "render/plots/run_plots.h"

namespace scree::render {
namespace {

namespace fs = std::filesystem;
using engine::CsvTable;
using engine::FileError;

/// An axis of positive numbers is logarithmic where the largest over the smallest is at least this.
constexpr double logarithmic_from = 50.0;

/// The same of the axis of a flow's inertial numbers, which differ by less.
constexpr double logarithmic_flow_from = 5.0;

/// What each of the parameters is used for.
struct Roles {
    std::size_t x = 0;                ///< the column along the axis
    bool words = false;               ///< its values are words
    std::vector<std::size_t> curves;  ///< columns that tell curves apart
    std::size_t status = 0;           ///< the column after the parameters
};

bool is_number(const CsvTable& table, std::size_t column) {
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        if (!std::isfinite(table.number(row, column))) return false;
    return true;
}

std::set<std::string> values_of(const CsvTable& table, std::size_t column) {
    std::set<std::string> values;
    for (const auto& row : table.rows) values.insert(row[column]);
    return values;
}

/// The parameters are the columns between `member` and `status`.
Roles roles_of(const CsvTable& table, std::size_t status) {
    std::vector<std::size_t> varied;
    for (std::size_t column = 1; column < status; ++column)
        if (table.header[column] != "seed" && values_of(table, column).size() > 1)
            varied.push_back(column);
    // Where no other parameter varies, the seed runs along the axis, or without a seed the first
    // parameter.
    if (varied.empty()) {
        const auto seed = table.column("seed");
        varied.push_back(seed && *seed < status ? *seed : 1);
    }
    const auto number =
        std::ranges::find_if(varied, [&](std::size_t c) { return is_number(table, c); });
    Roles roles;
    roles.status = status;
    roles.words = number == varied.end();
    roles.x = roles.words ? varied.front() : *number;
    for (const std::size_t column : varied)
        if (column != roles.x) roles.curves.push_back(column);
    return roles;
}

/// The last part of a key, or as many of its last parts as tell it from the other swept keys.
std::string short_key(const CsvTable& table, std::size_t status, std::size_t column) {
    const std::string& key = table.header[column];
    for (auto dot = key.rfind('.'); dot != std::string::npos && dot > 0;
         dot = key.rfind('.', dot - 1)) {
        bool alone = true;
        for (std::size_t other = 1; other < status; ++other)
            if (other != column && table.header[other].ends_with(key.substr(dot))) alone = false;
        if (alone) return key.substr(dot + 1);
    }
    return key;
}

/// "gravel.friction = 0.3, count = 100"
std::string curve_name(const CsvTable& table, const Roles& roles, std::size_t row) {
    std::string name;
    for (const std::size_t column : roles.curves) {
        name.append(name.empty() ? "" : ", ").append(short_key(table, roles.status, column));
        name.append(" = ").append(table.rows[row][column]);
    }
    return name;
}

/// A place along the axis, and the rows of the table that belong there, by curve.
struct Place {
    std::string text;
    std::map<std::string, std::vector<std::size_t>> rows;
};

/// The number that a cell holds. Unlike std::stod() this knows numbers near zero too.
double number_in(const std::string& cell) { return std::strtod(cell.c_str(), nullptr); }

std::vector<Place> places_of(const CsvTable& table, const Roles& roles) {
    std::vector<Place> places;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const std::string& text = table.rows[row][roles.x];
        auto place = std::ranges::find(places, text, &Place::text);
        if (place == places.end()) place = places.insert(places.end(), {text, {}});
        place->rows[curve_name(table, roles, row)].push_back(row);
    }
    if (!roles.words)
        std::ranges::stable_sort(places, {}, [](const Place& p) { return number_in(p.text); });
    return places;
}

struct Mean {
    double value = std::nan("");
    double error = 0.0;
    std::size_t measured = 0;  ///< runs that are done and have a value
    std::size_t runs = 0;      ///< all that there are
};

/// The mean over runs that differ in their seed alone, with the standard error of the mean. A
/// single run has its own error.
Mean mean_of(const CsvTable& table, const TableQuantity& quantity, std::size_t status,
             const std::vector<std::size_t>& rows) {
    const std::size_t column = *table.column(quantity.column);
    std::vector<double> values;
    double own = 0.0;
    for (const std::size_t row : rows) {
        const double value = table.number(row, column);
        if (table.rows[row][status] != "done" || !std::isfinite(value)) continue;
        values.push_back(value);
        if (quantity.error) own = table.number(row, *table.column(*quantity.error));
    }
    if (values.empty()) return {std::nan(""), 0.0, 0, rows.size()};
    const auto n = static_cast<double>(values.size());
    double sum = 0.0;
    for (const double value : values) sum += value;
    const double mean = sum / n;
    if (values.size() == 1) return {mean, std::isfinite(own) ? own : 0.0, 1, rows.size()};
    double squares = 0.0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return {mean, std::sqrt(squares / (n - 1.0) / n), values.size(), rows.size()};
}

class SweepSheet {
public:
    SweepSheet(const CsvTable& table, const Roles& roles, const std::string& title,
               const std::string& x_unit)
        : table_(table), roles_(roles), title_(title), places_(places_of(table, roles)) {
        x_label_ = table_.header[roles_.x] + (x_unit.empty() ? "" : " (" + x_unit + ")");
        for (const Place& place : places_)
            for (const auto& [curve, rows] : place.rows)
                if (std::ranges::find(curves_, curve) == curves_.end()) curves_.push_back(curve);
    }

    /// Makes a plot with a panel for each quantity that has values.
    Plot plot(const std::string& name, const std::vector<TableQuantity>& quantities) const {
        Plot plot;
        plot.name = name;
        plot.title = title_;
        plot.of_runs = true;
        plot.x_is_words = roles_.words;
        plot.x_label = x_label_;
        plot.x_logarithmic = is_wide();
        plot.header = {plain_name(table_.header[roles_.x])};
        for (const Place& place : places_) plot.rows.push_back({place.text});
        for (const TableQuantity& quantity : quantities) add_panel(plot, quantity);
        plot.columns_of_panels = plot.panels.size() > 6 ? 3 : plot.panels.size() > 1 ? 2 : 1;
        return plot;
    }

    /// Makes a plot of the friction and the fraction of a shear flow over its inertial number.
    Plot friction_plot(const std::string& name,
                       const std::vector<TableQuantity>& quantities) const {
        const auto find = [&](const char* quantity) {
            return *std::ranges::find(quantities, quantity, &TableQuantity::name);
        };
        Plot result = plot(name, {find("mu"), find("fraction")});
        result.x_is_words = false;
        result.x_label = "inertial number I";
        result.columns_of_panels = 1;
        double low = HUGE_VAL;
        double high = 0.0;
        for (const std::string& curve : curves_) {
            const std::vector<Mean> means = means_of(find("I"), curve);
            const Curve x = add_curve(result, find("I"), curve, means);
            for (const Mean& mean : means) {
                if (mean.measured == 0) continue;
                low = std::min(low, mean.value);
                high = std::max(high, mean.value);
            }
            for (PlotPanel& panel : result.panels)
                for (Curve& drawn : panel.curves)
                    if (drawn.title == curve) {
                        drawn.x = x.column;
                        drawn.x_error = x.error;
                    }
        }
        result.x_logarithmic = low > 0.0 && high >= logarithmic_flow_from * low;
        return result;
    }

private:
    bool is_wide() const {
        if (roles_.words) return false;
        const double low = number_in(places_.front().text);
        return low > 0.0 && number_in(places_.back().text) >= logarithmic_from * low;
    }

    std::vector<Mean> means_of(const TableQuantity& quantity, const std::string& curve) const {
        std::vector<Mean> means;
        for (const Place& place : places_) {
            const auto rows = place.rows.find(curve);
            means.push_back(rows == place.rows.end()
                                ? Mean{}
                                : mean_of(table_, quantity, roles_.status, rows->second));
        }
        return means;
    }

    void add_panel(Plot& plot, const TableQuantity& quantity) const {
        PlotPanel panel{panel_label({quantity}), {}, false};
        for (const std::string& curve : curves_) {
            const std::vector<Mean> means = means_of(quantity, curve);
            if (std::ranges::any_of(means, [](const Mean& m) { return m.measured > 0; }))
                panel.curves.push_back(add_curve(plot, quantity, curve, means));
        }
        if (!panel.curves.empty()) plot.panels.push_back(std::move(panel));
    }

    /// Adds the columns of a curve to the table.
    static Curve add_curve(Plot& plot, const TableQuantity& quantity, const std::string& title,
                           const std::vector<Mean>& means) {
        const std::string more = title.empty() ? "" : " " + title;
        const std::string column = plain_name(quantity.column + more);
        const std::string error = plain_name(quantity.name + "_error" + more);
        CountColumns counts{plain_name(quantity.name + "_measured" + more),
                            plain_name(quantity.name + "_runs" + more)};
        plot.header.insert(plot.header.end(), {column, error, counts.measured, counts.runs});
        std::size_t measured = 0;
        std::size_t runs = 0;
        for (std::size_t k = 0; k < means.size(); ++k) {
            const Mean& mean = means[k];
            plot.rows[k].insert(plot.rows[k].end(),
                                {engine::number_text(mean.value), engine::number_text(mean.error),
                                 std::to_string(mean.measured), std::to_string(mean.runs)});
            measured += mean.measured;
            runs += mean.runs;
        }
        counts.incomplete = measured < runs;
        counts.words = std::to_string(measured) + " of " + std::to_string(runs) + " runs";
        return {title, column, error, false, std::move(counts)};
    }

    const CsvTable& table_;
    const Roles& roles_;
    std::string title_;
    std::string x_label_;
    std::vector<Place> places_;
    std::vector<std::string> curves_;
};

/// Whether a measurement is that of a shear flow.
bool is_flow(const std::vector<TableQuantity>& quantities) {
    return std::ranges::all_of(std::array{"mu", "I", "fraction"}, [&](const char* name) {
        return std::ranges::find(quantities, name, &TableQuantity::name) != quantities.end();
    });
}

/// The numbers of the summary, which every run has.
std::vector<TableQuantity> summary_quantities(const CsvTable& table) {
    std::vector<TableQuantity> quantities;
    for (const char* column : {"grains", "contacts", "max_overlap", "unbalanced_force",
                               "kinetic [J]", "residual [J]", "simulated [s]", "wall [s]"}) {
        if (!table.column(column)) continue;
        const auto [name, unit] = engine::split_unit(column);
        quantities.push_back({name, unit, column, {}});
    }
    return quantities;
}

/// The unit of a key according to the scene of a member; empty where it cannot be told.
std::string unit_in(const fs::path& member, const std::string& key) {
    try {
        const std::string text = engine::SummedFolder(member).text("scene.toml");
        const engine::Type* type =
            engine::type_at({engine::parse_toml(text, 0), {}}, engine::parse_toml_key(key, 0));
        return type == nullptr ? "" : type->unit;
    } catch (const engine::TomlError&) {
        return "";
    } catch (const FileError&) {
        return "";
    }
}

/// The header of the columns with results that are numbers. Swept keys and the notes of
/// measurements must be left out, because their names have dots too.
CsvTable results_of(const CsvTable& table, std::size_t status) {
    CsvTable results;
    results.header.assign(table.header.begin() + static_cast<std::ptrdiff_t>(status),
                          table.header.end());
    std::erase_if(results.header,
                  [](const std::string& column) { return column.ends_with(".note"); });
    return results;
}

}  // namespace

std::vector<Plot> sweep_plots(const CsvTable& table, const std::string& title,
                              const UnitOf& unit_of) {
    const auto status = table.column("status");
    if (table.header.front() != "member" || !status || *status < 2)
        throw std::invalid_argument("is not the table of a sweep");
    const auto done = static_cast<std::size_t>(
        std::ranges::count_if(table.rows, [&](const auto& row) { return row[*status] == "done"; }));
    if (done == 0) throw std::invalid_argument("has no member that is done");
    const Roles roles = roles_of(table, *status);
    const std::string unit = unit_of(table.header[roles.x]);
    const std::string counted =
        done < table.rows.size()
            ? " (" + std::to_string(done) + " of " + std::to_string(table.rows.size()) + " runs)"
            : "";
    std::vector<Plot> plots;
    const std::vector<QuantityGroup> groups = quantity_groups(results_of(table, *status));
    for (const auto& [name, quantities] : groups)
        if (is_flow(quantities))
            plots.push_back(SweepSheet(table, roles, name + ": " + title + counted, unit)
                                .friction_plot("friction_" + name, quantities));
    for (const auto& [name, quantities] : groups)
        plots.push_back(SweepSheet(table, roles, name + ": " + title + counted, unit)
                            .plot("measure_" + name, quantities));
    plots.push_back(
        SweepSheet(table, roles, title + counted, unit).plot("summary", summary_quantities(table)));
    std::erase_if(plots, [](const Plot& plot) { return plot.panels.empty(); });
    return plots;
}

std::vector<Plot> sweep_plots(const fs::path& folder) {
    const fs::path path = folder / "sweep.csv";
    const fs::path whole = folder.lexically_normal();
    const std::string name =
        (whole.has_filename() ? whole : whole.parent_path()).filename().string();
    try {
        const CsvTable table =
            engine::parse_csv(engine::SummedFolder(folder).text("sweep.csv"), path);
        return sweep_plots(table, name, [&](const std::string& key) {
            return unit_in(folder / table.rows.front().front(), key);
        });
    } catch (const std::invalid_argument& error) {
        throw FileError(FileError::Kind::damaged, path, error.what());
    }
}

}  // namespace scree::render

#include "render/plots/strain_plots.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/base/spec_error.h"

namespace scree::render {
namespace {

using engine::CsvTable;
using engine::MeasureKind;
using engine::MeasureSpec;

/// A curve has at most so many points, each the mean of as many rows: single rows of a force swing
/// by more than what is to be seen.
constexpr std::size_t most_points = 100;

/// A strain that changes by less is none.
constexpr double least_strain = 1e-4;

using Values = std::vector<double>;

/// The values of a column of a measure in the rows of its table, NaN where there is none; empty if
/// the table has no such column.
Values column_of(const CsvTable& table, const MeasureSpec& measure, const std::string& name) {
    Values values;
    for (std::size_t at = 0; at < table.header.size(); ++at) {
        if (engine::split_unit(table.header[at]).name != measure.name + "." + name) continue;
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            values.push_back(table.number(row, at));
    }
    return values;
}

double first_of(const Values& values) {
    const auto found = std::ranges::find_if(values, [](double v) { return std::isfinite(v); });
    return found == values.end() ? std::nan("") : *found;
}

/// How far the values reach from the least to the greatest; zero without values.
double range_of(const Values& values) {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    return std::max(high - low, 0.0);
}

/// f of the values of both columns, row by row.
Values row_by_row(const Values& a, const Values& b, const auto& f) {
    Values result;
    for (std::size_t row = 0; row < std::min(a.size(), b.size()); ++row)
        result.push_back(f(a[row], b[row]));
    return result;
}

/// A plot over a column, whose rows are means over equally many rows of the series.
class Sheet {
public:
    Sheet(std::string name, std::string title, std::string x_label, const std::string& column,
          Values x)
        : x_(std::move(x)) {
        plot_.name = std::move(name);
        plot_.title = std::move(title);
        plot_.x_label = std::move(x_label);
        for (std::size_t row = 0; row < x_.size(); ++row)
            if (std::isfinite(x_[row])) rows_.push_back(row);
        together_ = (rows_.size() + most_points - 1) / most_points;
        add(plain_name(column), x_);
    }

    void add_panel(const std::string& label) { plot_.panels.push_back({label, {}}); }

    /// Adds a curve to the last panel, unless it has no values.
    void add_curve(const std::string& title, const std::string& column, const Values& values) {
        if (std::ranges::none_of(rows_, [&](std::size_t row) {
                return row < values.size() && std::isfinite(values[row]);
            }))
            return;
        plot_.panels.back().curves.push_back({title, plain_name(column)});
        add(plain_name(column), values);
    }

    /// Ends the plot; none if it has no curves.
    void finish(std::vector<Plot>& plots) {
        std::erase_if(plot_.panels, [](const PlotPanel& panel) { return panel.curves.empty(); });
        if (plot_.panels.empty()) return;
        for (PlotPanel& panel : plot_.panels) {
            const std::string& title = panel.curves.front().title;
            if (panel.curves.size() == 1 && !plot_.title.starts_with(title + ":"))
                panel.label = title + ": " + panel.label;
        }
        plot_.columns_of_panels = plot_.panels.size() > 2 ? 2 : 1;
        if (together_ > 1)
            plot_.x_label += "; each point: mean of " + std::to_string(together_) + " rows";
        plots.push_back(std::move(plot_));
    }

private:
    void add(const std::string& name, const Values& values) {
        plot_.header.push_back(name);
        plot_.rows.resize(together_ == 0 ? 0 : (rows_.size() + together_ - 1) / together_);
        for (std::size_t k = 0; k < plot_.rows.size(); ++k) {
            double sum = 0.0;
            double count = 0.0;
            for (std::size_t at = k * together_; at < std::min((k + 1) * together_, rows_.size());
                 ++at)
                if (std::isfinite(values[rows_[at]])) {
                    sum += values[rows_[at]];
                    count += 1.0;
                }
            plot_.rows[k].push_back(count > 0.0 ? engine::number_text(sum / count) : "nan");
        }
    }

    Plot plot_;
    Values x_;
    std::vector<std::size_t> rows_;  ///< of the series that have an x
    std::size_t together_ = 0;       ///< rows that make a point
};

class Maker {
public:
    Maker(const engine::Scene& scene, const CsvTable& table, const std::string& title)
        : scene_(scene), table_(table), title_(title) {}

    std::vector<Plot> plots() {
        for (const MeasureSpec& measure : scene_.measures)
            if (measure.kind == MeasureKind::shear && measure.options.faces.size() == 2)
                add_shear(measure);
        if (plots_.empty()) add_compression();
        if (plots_.empty()) add_way();
        return std::move(plots_);
    }

private:
    /// The values of a column of a measure. The first of several stages prepares the sample.
    Values column(const MeasureSpec& measure, const std::string& name) const {
        Values values = column_of(table_, measure, name);
        const auto stage = table_.column("stage");
        for (std::size_t row = 0; scene_.stages.size() > 1 && stage && row < values.size(); ++row)
            if (table_.rows[row][*stage] == "1" && measure.stage != 0U) values[row] = std::nan("");
        return values;
    }

    /// Adds a column of all shear measures of a region as curves.
    void add_regions(Sheet& sheet, const std::string& name) const {
        for (const MeasureSpec& measure : scene_.measures)
            if (measure.kind == MeasureKind::shear && measure.options.faces.empty())
                sheet.add_curve(measure.name, measure.name + "." + name, column(measure, name));
    }

    void add_shear(const MeasureSpec& measure) {
        const Values strain = column(measure, "strain");
        if (range_of(strain) < least_strain) return;
        Sheet sheet("strain_" + measure.name, measure.name + ": " + title_, "shear strain",
                    measure.name + ".strain", strain);
        for (const char* name : {"mu", "fraction"}) {
            sheet.add_panel(name);
            sheet.add_curve(measure.name, measure.name + "." + name, column(measure, name));
            add_regions(sheet, name);
        }
        sheet.finish(plots_);
    }

    /// A sample between four walls: the pressure on one acts on the distance of the two others.
    struct Side {
        const MeasureSpec* measure = nullptr;
        Values pressure;
        Values length;
        double shrinks = 0.0;  ///< by how much the length does over all
    };

    /// The length that a pressure is taken over, from the force.
    Values length_of(const MeasureSpec& measure, const Values& pressure) const {
        const geometry::Vec2 normal = measure.options.faces[0].normal;
        const Values force =
            row_by_row(column(measure, "fx"), column(measure, "fy"),
                       [&](double x, double y) { return -(x * normal.x + y * normal.y); });
        return row_by_row(force, pressure,
                          [](double f, double p) { return p > 0.0 ? f / p : std::nan(""); });
    }

    std::vector<Side> sides() const {
        std::vector<Side> found;
        for (const MeasureSpec& measure : scene_.measures) {
            if (measure.kind != MeasureKind::wall_load || !measure.options.faces[0].grows) continue;
            Side side{&measure, column(measure, "pressure"), {}};
            side.length = length_of(measure, side.pressure);
            const auto last = std::find_if(side.length.rbegin(), side.length.rend(),
                                           [](double length) { return std::isfinite(length); });
            if (last == side.length.rend()) continue;
            side.shrinks = 1.0 - *last / first_of(side.length);
            const bool is_new = std::ranges::none_of(found, [&](const Side& other) {
                const auto& a = other.measure->options.faces[0];
                const auto& b = measure.options.faces[0];
                return std::abs(cross(a.across, b.across)) < 0.5;
            });
            if (is_new) found.push_back(std::move(side));
        }
        return found;
    }

    void add_compression() {
        std::vector<Side> pair = sides();
        if (pair.size() != 2) return;
        // The length that shrinks most is the height, which the pressure to the side acts on.
        const Side& lateral = pair[pair[0].shrinks > pair[1].shrinks ? 0 : 1];
        const Side& axial = pair[pair[0].shrinks > pair[1].shrinks ? 1 : 0];
        const double height = first_of(lateral.length);
        const double volume = height * first_of(axial.length);
        const auto percent = [](double part) { return 100.0 * part; };
        Values strain;
        for (const double length : lateral.length) strain.push_back(percent(1.0 - length / height));
        if (range_of(strain) < percent(least_strain)) return;
        Sheet sheet("compression", title_, "axial strain (%)", "strain [%]", strain);
        sheet.add_panel("q/p");
        sheet.add_curve("plates", "plates q_over_p",
                        row_by_row(axial.pressure, lateral.pressure,
                                   [](double a, double b) { return (a - b) / (a + b); }));
        for (const MeasureSpec& measure : scene_.measures)
            if (measure.kind == MeasureKind::stress)
                sheet.add_curve(measure.name, measure.name + ".q_over_p",
                                column(measure, "q_over_p"));
        sheet.add_panel("change of volume (%)");
        sheet.add_curve("plates", "volume [%]",
                        row_by_row(axial.length, lateral.length, [&](double a, double b) {
                            return percent(a * b / volume - 1.0);
                        }));
        sheet.finish(plots_);
    }

    /// The displacement of a wall, mm.
    Values way(const MeasureSpec& measure) const {
        Values values = column(measure, "displacement");
        for (double& value : values) value *= 1000.0;
        return values;
    }

    /// The wall that moves furthest.
    void add_way() {
        const MeasureSpec* furthest = nullptr;
        double most = 0.0;
        for (const MeasureSpec& measure : scene_.measures) {
            if (measure.kind != MeasureKind::wall_load) continue;
            const double range = range_of(way(measure));
            if (range > most) {
                most = range;
                furthest = &measure;
            }
        }
        if (furthest == nullptr) return;
        Sheet sheet("way_" + furthest->name, furthest->name + ": " + title_, "displacement (mm)",
                    furthest->name + ".displacement [mm]", way(*furthest));
        sheet.add_panel("pressure (N/m)");
        sheet.add_curve(furthest->name, furthest->name + ".pressure [N/m]",
                        column(*furthest, "pressure"));
        for (const char* name : {"mu", "fraction"}) {
            sheet.add_panel(name);
            add_regions(sheet, name);
        }
        sheet.add_panel("displacement (mm)");
        for (const MeasureSpec& measure : scene_.measures) {
            if (&measure != furthest && range_of(way(measure)) > 0.0)
                sheet.add_curve(measure.name, measure.name + ".displacement [mm]", way(measure));
        }
        sheet.finish(plots_);
    }

    const engine::Scene& scene_;
    const CsvTable& table_;
    const std::string& title_;
    std::vector<Plot> plots_;
};

}  // namespace

std::vector<Plot> strain_plots(const engine::Scene& scene, const CsvTable& table,
                               const std::string& title) {
    return Maker(scene, table, title).plots();
}

}  // namespace scree::render

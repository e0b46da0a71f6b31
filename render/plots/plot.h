#pragma once

#include <optional>
#include <string>
#include <vector>

namespace scree::render {

/// Where the points of a curve are means over runs: columns with the number of runs that have a
/// value, and of all runs.
struct CountColumns {
    std::string measured;
    std::string runs;
    bool incomplete = false;  ///< somewhere a run has no value
    std::string words{};      ///< "7 of 12 runs", of the whole curve
};

/// A column of a plot's table, drawn over the first.
struct Curve {
    std::string title;                   ///< in the key
    std::string column;                  ///< its name in the table
    std::optional<std::string> error{};  ///< the column with its uncertainty
    bool absolute = false;               ///< without its sign, for a logarithmic axis
    std::optional<CountColumns> counts{};
};

/// Axes, and what is drawn in them.
struct PlotPanel {
    std::string label;  ///< of the axis upwards, with its unit
    std::vector<Curve> curves;
    bool logarithmic = false;
    bool from_zero = false;  ///< the axis begins there
};

/// A sheet of panels, all over the same axis, and the table that it is drawn from.
struct Plot {
    std::string name;   ///< of its files
    std::string title;  ///< above the panels
    std::string x_label;
    std::vector<PlotPanel> panels;
    std::vector<std::string> header;             ///< of the table
    std::vector<std::vector<std::string>> rows;  ///< as they are written
    bool of_runs = false;                        ///< a row is a run of a sweep, not a moment of one
    bool x_is_words = false;                     ///< and its parameter no number
    bool bars = false;                           ///< of these words, instead of points
    bool tics_at_rows = false;                   ///< of runs: each number of the axis is written
    bool x_logarithmic = false;
    std::size_t columns_of_panels = 1;
};

/// "length" for "m", and so on; the unit itself where it is not known.
std::string quantity_of_unit(const std::string& unit);

/// A name that can be that of a column: without double quotes and what gnuplot would interpret.
std::string plain_name(const std::string& text);

/// The script for gnuplot, which reads NAME.csv and writes NAME.png and NAME.pdf beside itself.
std::string gnuplot_script(const Plot& plot);

/// NAME.csv: cells with commas are in quotes, and quotes in them are single ones.
std::string plot_table(const Plot& plot);

}  // namespace scree::render

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace scree::render {

/// For a curve whose points are means over runs: the columns with the number of runs that have a
/// value, and with the number of all runs.
struct CountColumns {
    std::string measured;
    std::string runs;
    bool incomplete = false;  ///< some run has no value
    std::string words{};      ///< "7 of 12 runs", for the whole curve
};

/// A column of a plot's table, drawn over the first.
struct Curve {
    std::string title;                   ///< in the key
    std::string column;                  ///< its name in the table
    std::optional<std::string> error{};  ///< the column with its uncertainty
    bool absolute = false;               ///< drawn without its sign, for a logarithmic axis
    std::optional<CountColumns> counts{};
    /// The columns that it is drawn over, and with their uncertainty, instead of the first.
    std::optional<std::string> x{};
    std::optional<std::string> x_error{};
    bool filled = false;  ///< of a polar plot
};

/// Axes, and what is drawn in them.
struct PlotPanel {
    std::string label;  ///< of the vertical axis, with its unit
    std::vector<Curve> curves;
    bool logarithmic = false;
    bool from_zero = false;  ///< the vertical axis begins at zero
};

/// A sheet of panels, all over the same axis, and the table that it is drawn from.
struct Plot {
    std::string name;   ///< of its files
    std::string title;  ///< above the panels
    std::string x_label;
    std::vector<PlotPanel> panels;
    std::vector<std::string> header;             ///< of the table
    std::vector<std::vector<std::string>> rows;  ///< cells as they are written
    /// Whether a row stands for runs of a sweep, not for a moment of a run.
    bool of_runs = false;
    /// Whether the values along the axis are words, not numbers.
    bool x_is_words = false;
    bool bars = false;          ///< a bar for each word, instead of points
    bool tics_at_rows = false;  ///< each row has its number on the axis
    bool x_logarithmic = false;
    bool polar = false;         ///< the first column is a direction in degrees
    std::vector<double> marks;  ///< where dotted lines cross the horizontal axis
    /// Whether errors are bars instead of a band, because some points may have none.
    bool error_bars = false;
    std::size_t columns_of_panels = 1;
};

/// The quantity that a unit measures, such as "length" for "m"; the unit itself where it is not
/// known.
std::string quantity_of_unit(const std::string& unit);

/// A text as the name of a column, without double quotes and other characters that gnuplot would
/// interpret.
std::string plain_name(const std::string& text);

/// The script for gnuplot, which reads NAME.csv and writes NAME.png and NAME.pdf beside itself.
std::string gnuplot_script(const Plot& plot);

/// The contents of NAME.csv. Cells with commas are in quotes, and quotes in them become single
/// ones.
std::string plot_table(const Plot& plot);

}  // namespace scree::render

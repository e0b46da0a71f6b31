#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "engine/base/spec_error.h"
#include "render/plots/plot.h"

namespace scree::render {
namespace {

/// Colours that the colour-blind tell apart (Okabe and Ito), without the yellow, which is hardly
/// seen on white.
constexpr std::array line_colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                  "#56b4e9", "#e69f00", "#000000", "#999999"};

/// A text in quotes for gnuplot. No text may become a command: gnuplot runs what is between
/// backquotes.
std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\' || c == '`')
            out += '\'';
        else
            out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
    return out + "\"";
}

/// Whether gnuplot would cut a cell off: it counts a cell in quotes as one, but ends its text at
/// the first comma. Such texts must be in the script, and columns with such names must be called by
/// their numbers.
bool is_cut_off(const std::string& cell) { return cell.find(',') != std::string::npos; }

/// A column of the table for gnuplot, by its name wherever that works, else by its number.
std::string name_of_column(const Plot& plot, const std::string& name) {
    if (!is_cut_off(name)) return quoted(name);
    const auto at = std::ranges::find(plot.header, name) - plot.header.begin();
    return std::to_string(at + 1);
}

std::string column(const Plot& plot, const std::string& name) {
    return "column(" + name_of_column(plot, name) + ")";
}

/// The column of the horizontal axis, in gnuplot's words.
std::string x_of(const Plot& plot, const Curve& curve) {
    if (curve.x) return name_of_column(plot, *curve.x);
    return plot.x_is_words ? "(column(0))" : name_of_column(plot, plot.header.front());
}

/// Whether the words along the axis cannot be read from the table.
bool has_words_in_script(const Plot& plot) {
    return std::ranges::any_of(plot.rows, [](const std::vector<std::string>& row) {
        return !row.empty() && is_cut_off(row.front());
    });
}

/// The words along the axis, as gnuplot reads them from the table; nothing where they are in the
/// script.
std::string words_from_table(const Plot& plot) {
    if (has_words_in_script(plot)) return "";
    return ":xtic(string" + column(plot, plot.header.front()) + ")";
}

constexpr std::size_t letters_across = 56;  ///< that fit across a small panel

/// The command that writes these words along the axis. Words that are too long to stand side by
/// side are slanted.
std::string words_in_script(const Plot& plot) {
    if (!has_words_in_script(plot) || !(plot.x_is_words || plot.tics_at_rows)) return "";
    std::string list;
    std::size_t letters = 0;
    for (std::size_t k = 0; k < plot.rows.size(); ++k) {
        const std::string& word = plot.rows[k].front();
        list += (k > 0 ? ", " : "") + quoted(word) + " " + std::to_string(k);
        letters += word.size() + 2;
    }
    return "set xtics " + std::string(letters > letters_across ? "rotate by 20 right " : "") + "(" +
           list + ")\n";
}

std::string curve_of_series(const Plot& plot, const Curve& curve, const std::string& file) {
    const std::string y = curve.absolute ? "(abs(" + column(plot, curve.column) + "))"
                                         : name_of_column(plot, curve.column);
    std::string bars;
    // A point whose error is not known has no bar.
    if (plot.error_bars && curve.error) {
        const auto at = std::ranges::find(plot.header, *curve.error) - plot.header.begin();
        bars = ":(valid(" + std::to_string(at + 1) + ") ? " + column(plot, *curve.error) + " : 0)";
    }
    return file + " using " + x_of(plot, curve) + ":" + y + bars + " with " +
           (curve.filled      ? "filledcurves closed fillstyle transparent solid 0.3"
            : !bars.empty()   ? "yerrorlines pointtype 7 pointsize 0.4"
            : plot.error_bars ? "linespoints pointtype 7 pointsize 0.4"
                              : "lines");
}

/// Draws a pale band of one standard error around a curve.
std::string band_of_series(const Plot& plot, const Curve& curve, const std::string& file) {
    const std::string y = column(plot, curve.column);
    const std::string error = column(plot, *curve.error);
    return file + " using " + x_of(plot, curve) + ":(" + y + " - " + error + "):(" + y + " + " +
           error + ") with filledcurves fillstyle transparent solid 0.2 noborder";
}

std::string curve_of_sweep(const Plot& plot, const Curve& curve, const std::string& file) {
    std::string bars;
    if (curve.x_error) bars.append(":").append(name_of_column(plot, *curve.x_error));
    if (curve.error) bars.append(":").append(name_of_column(plot, *curve.error));
    const std::string words = plot.x_is_words || plot.tics_at_rows ? words_from_table(plot) : "";
    return file + " using " + x_of(plot, curve) + ":" + name_of_column(plot, curve.column) + bars +
           words + " with " +
           (curve.x_error ? "xyerrorlines"
            : curve.error ? "yerrorlines"
                          : "linespoints") +
           " pointtype 7 pointsize 0.8";
}

/// Writes "3 of 4" beside the points that are means over fewer runs than there are.
std::string counts_of(const Plot& plot, const Curve& curve) {
    const std::string measured = column(plot, curve.counts->measured);
    const std::string runs = column(plot, curve.counts->runs);
    return "\"\" using " + x_of(plot, curve) + ":" + name_of_column(plot, curve.column) + ":(" +
           measured + " < " + runs + " ? sprintf(\"%d of %d\", " + measured + ", " + runs +
           ") : \"\") with labels left offset character 0.7,0.5 notitle";
}

/// The title of a curve in the key; empty where it needs none.
std::string title_of(const PlotPanel& panel, const Curve& curve) {
    const std::string title = panel.curves.size() == 1 ? "" : curve.title;
    if (!curve.counts || !curve.counts->incomplete) return title;
    return title.empty() ? curve.counts->words : title + " (" + curve.counts->words + ")";
}

/// Draws a bar for each word, next to the bars of the other curves.
std::string bars_of(const Plot& plot, const Curve& curve, const std::string& file) {
    return file + " using " + name_of_column(plot, curve.column) + words_from_table(plot);
}

/// The number of the line type of a curve, from 1 on. Curves with the same title have the same
/// colour in all panels, unless a run has several columns of panels.
std::size_t line_of(const Plot& plot, const PlotPanel& panel, const Curve& curve) {
    std::vector<std::string> titles;
    const auto add = [&](const PlotPanel& from) {
        for (const Curve& other : from.curves)
            if (std::ranges::find(titles, other.title) == titles.end())
                titles.push_back(other.title);
    };
    if (plot.of_runs || plot.columns_of_panels == 1)
        std::ranges::for_each(plot.panels, add);
    else
        add(panel);
    return static_cast<std::size_t>(std::ranges::find(titles, curve.title) - titles.begin()) + 1;
}

std::string plot_command(const Plot& plot, const PlotPanel& panel) {
    std::string text;
    const auto add = [&](const std::string& curve) {
        text += (text.empty() ? "    plot " : ", \\\n         ") + curve;
    };
    for (const Curve& curve : panel.curves) {
        const std::string file = text.empty() ? quoted(plot.name + ".csv") : "\"\"";
        const std::string colour = " linetype " + std::to_string(line_of(plot, panel, curve));
        if (curve.error && !plot.of_runs && !plot.error_bars)
            add(band_of_series(plot, curve, file) + colour + " notitle");
        const std::string title = title_of(panel, curve);
        const std::string source = text.empty() ? file : "\"\"";
        add((plot.bars      ? bars_of(plot, curve, source)
             : plot.of_runs ? curve_of_sweep(plot, curve, source)
                            : curve_of_series(plot, curve, source)) +
            colour + (title.empty() ? " notitle" : " title " + quoted(title)));
        if (curve.counts && curve.counts->incomplete) add(counts_of(plot, curve));
    }
    return text + "\n";
}

/// How many titles stand side by side above a small panel.
std::size_t key_columns(const PlotPanel& panel) {
    constexpr std::size_t letters_of_line = 6;
    std::size_t longest = 0;
    for (const Curve& curve : panel.curves)
        longest = std::max(longest, title_of(panel, curve).size());
    return std::max<std::size_t>(1, letters_across / (longest + letters_of_line));
}

/// The radius of a polar panel, with some room beyond its curves.
double reach_of(const Plot& plot, const PlotPanel& panel) {
    constexpr double room = 1.05;
    double largest = 0.0;
    for (const Curve& curve : panel.curves) {
        const auto at = static_cast<std::size_t>(std::ranges::find(plot.header, curve.column) -
                                                 plot.header.begin());
        for (const auto& row : plot.rows)
            largest = std::max(largest, std::strtod(row[at].c_str(), nullptr));
    }
    return largest > 0.0 ? room * largest : 1.0;
}

std::string panel_text(const Plot& plot, const PlotPanel& panel) {
    if (plot.polar)
        return "    set title " + quoted(panel.label) +
               "\n    set rrange [0:" + engine::number_text(reach_of(plot, panel)) + "]\n" +
               plot_command(plot, panel);
    std::string text = "    set ylabel " + quoted(panel.label) + "\n";
    if (plot.columns_of_panels > 1 && panel.curves.size() > 1)
        text += "    set key maxcols " + std::to_string(key_columns(panel)) + "\n";
    text += panel.logarithmic ? "    set logscale y\n    set format y \"%g\"\n"
                              : "    unset logscale y\n    set format y \"%h\"\n";
    text += panel.from_zero ? "    set yrange [0:*]\n" : "    set yrange [*:*]\n";
    // Leaves room around points. A logarithmic axis has room anyway, since it ends at powers of
    // ten.
    if (plot.of_runs && !plot.bars)
        text += std::string("    set offsets graph 0.05, graph 0.05, ") +
                (panel.logarithmic ? "0, 0\n"
                 : panel.from_zero ? "graph 0.08, 0\n"
                                   : "graph 0.08, graph 0.08\n");
    return text + plot_command(plot, panel);
}

/// Defines the line types: twice through the colours, the second time with dashes.
std::string line_types() {
    std::string text;
    for (std::size_t k = 0; k < 2 * line_colours.size(); ++k)
        text += "set linetype " + std::to_string(k + 1) + " linecolor rgb \"" +
                line_colours[k % line_colours.size()] + "\" linewidth 1.8" +
                (k < line_colours.size() ? "" : " dashtype 2") + "\n";
    return text + "set linetype cycle " + std::to_string(2 * line_colours.size()) + "\n";
}

/// A cell of a CSV file, in quotes where they are needed. Quotes in the text become single ones,
/// which mean the same in TOML, because gnuplot does not understand doubled ones.
std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string cell = text;
    for (char& c : cell) {
        if (c == '"') c = '\'';
        if (static_cast<unsigned char>(c) < 32) c = ' ';
    }
    return '"' + cell + '"';
}

void add_row(std::string& text, const std::vector<std::string>& cells) {
    for (std::size_t k = 0; k < cells.size(); ++k)
        text.append(k > 0 ? "," : "").append(csv_cell(cells[k]));
    text += '\n';
}

}  // namespace

std::string quantity_of_unit(const std::string& unit) {
    static constexpr std::array<std::pair<const char*, const char*>, 15> names{
        {{"m", "length"},
         {"m2", "area"},
         {"rad", "angle"},
         {"deg", "angle"},
         {"m/s", "velocity"},
         {"rad/s", "spin"},
         {"N", "force"},
         {"N m", "torque"},
         {"N/m", "stress"},
         {"J", "energy"},
         {"kg", "mass"},
         {"s", "time"},
         {"1/s", "rate"},
         {"kg/s", "mass flow"},
         {"m2/s2", "temperature"}}};
    for (const auto& [known, name] : names)
        if (unit == known) return name;
    return unit;
}

std::string plain_name(const std::string& text) {
    std::string name = text;
    for (char& c : name) {
        if (c == '"') c = '\'';
        if (c == '\\' || c == '`' || static_cast<unsigned char>(c) < 32) c = '_';
    }
    return name;
}

std::string gnuplot_script(const Plot& plot) {
    const std::size_t columns = plot.columns_of_panels;
    const std::size_t rows = (plot.panels.size() + columns - 1) / columns;
    const bool small = columns > 1;
    const std::size_t width = plot.polar ? 400 * columns : small ? 560 * columns : 1000;
    const bool is_single = plot.panels.size() == 1;
    const std::size_t panel_height = is_single ? 560 : small && !plot.polar ? 360 : 420;
    const std::size_t height = panel_height * rows + 40;
    std::string text =
        "# Made by scree. After changes: gnuplot " + plot.name +
        ".gp\n\nset datafile separator comma\nset datafile columnheaders\n"
        "set grid linetype 1 linewidth 0.5 linecolor rgb \"#d0d0d0\"\nset tics nomirror\nset "
        "border 3\n"
        "set autoscale xfix\nset format x \"%g\"\nset key " +
        std::string(small       ? "above left horizontal samplen 2"
                    : plot.bars ? "above center horizontal maxcols 2 samplen 2"
                                : "outside right top") +
        "\nset xlabel " + quoted(plot.x_label) + "\n";
    text += words_in_script(plot) + line_types();
    if (plot.x_logarithmic) text += "set logscale x\n";
    if (plot.polar)
        text +=
            "set polar\nset angles degrees\nset size square\nset grid polar 30 "
            "linetype 1 linewidth 0.5 linecolor rgb \"#d0d0d0\"\nunset border\nunset xtics\n"
            "unset ytics\nunset xlabel\nset key below\n";
    for (const double mark : plot.marks) {
        const std::string x = engine::number_text(mark);
        text += "set arrow from first " + x + ", graph 0 to first " + x +
                ", graph 1 nohead back dashtype 3 linecolor rgb \"#606060\"\n";
    }
    if (plot.bars)
        text +=
            "set style data histograms\nset style histogram clustered gap 1\n"
            "set style fill solid 0.8 noborder\nset grid noxtics\n";
    const auto points = [](std::size_t pixels) {
        const std::size_t millimetres = pixels * 16 / 100;
        return std::to_string(millimetres / 10) + "." + std::to_string(millimetres % 10) + "cm";
    };
    text +=
        "\ndo for [form in \"png pdf\"] {\n"
        "    if (form eq \"png\") {\n"
        "        set terminal pngcairo noenhanced font \"DejaVu Sans,11\" size " +
        std::to_string(width) + "," + std::to_string(height) +
        "\n    } else {\n"
        "        set terminal pdfcairo noenhanced font \"DejaVu Sans,8\" size " +
        points(width) + "," + points(height) + "\n    }\n    set output " +
        quoted(plot.name + ".") + ".form\n    set multiplot layout " + std::to_string(rows) + "," +
        std::to_string(columns) + " title " + quoted(plot.title) +
        (small || plot.bars ? ".\"\\n\"" : "") + "\n";  // leaves room for keys below the title
    for (const PlotPanel& panel : plot.panels) text.append("\n").append(panel_text(plot, panel));
    return text + "\n    unset multiplot\n    unset output\n}\n";
}

std::string plot_table(const Plot& plot) {
    std::string text;
    add_row(text, plot.header);
    for (const auto& row : plot.rows) add_row(text, row);
    return text;
}

}  // namespace scree::render

#include "render/plots/sweep_plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace scree::render {
namespace {

using engine::CsvTable;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

std::vector<Plot> plots_of(const CsvTable& table) {
    return sweep_plots(table, "heaps",
                       [](const std::string& key) { return key == "run.duration" ? "s" : ""; });
}

const Plot& plot_called(const std::vector<Plot>& plots, const std::string& name) {
    for (const Plot& plot : plots)
        if (plot.name == name) return plot;
    throw std::runtime_error("no plot " + name);
}

TEST(SweepPlots, SecondParameterMakesCurves) {
    CsvTable table{{"member", "run.duration", "materials.a.friction", "materials.b.friction",
                    "status", "contacts", "repose.angle [deg]", "repose.angle_error [deg]"},
                   {}};
    for (const char* duration : {"3", "1", "200"})
        for (const char* friction : {"0.1", "0.5"})
            table.rows.push_back({"m", duration, friction, "0.2", "done", "10",
                                  std::to_string(std::stod(duration) + std::stod(friction)),
                                  "0.25"});
    const std::vector<Plot> plots = plots_of(table);
    const Plot& plot = plot_called(plots, "measure_repose");
    EXPECT_EQ(plot.x_label, "run.duration (s)");
    EXPECT_TRUE(plot.x_logarithmic);
    ASSERT_THAT(plot.panels, SizeIs(1));
    EXPECT_EQ(plot.panels[0].label, "angle (deg)");
    ASSERT_THAT(plot.panels[0].curves, SizeIs(2));
    // As much of the key as tells it from the others; what does not vary is not named.
    EXPECT_EQ(plot.panels[0].curves[0].title, "a.friction = 0.1");
    EXPECT_EQ(plot.panels[0].curves[1].title, "a.friction = 0.5");
    // In the order of the numbers, with the errors of single runs.
    ASSERT_THAT(plot.rows, SizeIs(3));
    EXPECT_THAT(plot.rows[0], ElementsAre("1", "1.1", "0.25", "1.5", "0.25"));
    EXPECT_EQ(plot.rows[1][0], "3");
    EXPECT_EQ(plot.rows[2][0], "200");
    EXPECT_EQ(plot_called(plots, "summary").panels.size(), 1u);
}

TEST(SweepPlots, SeedsAreAveraged) {
    CsvTable table{{"member", "f", "seed", "status", "q.x"}, {}};
    const std::vector<const char*> values{"1", "2", "4", "5"};
    for (std::size_t seed = 0; seed < 4; ++seed)
        table.rows.push_back({"m", "0.5", std::to_string(seed), "done", values[seed]});
    table.rows.push_back({"m", "0.7", "0", "done", "nan"});
    table.rows.push_back({"m", "0.7", "1", "failed", "9"});
    table.rows.push_back({"m", "0.7", "2", "interrupted", "9"});
    const std::vector<Plot> plots = plots_of(table);
    ASSERT_THAT(plots, SizeIs(1));
    EXPECT_THAT(plots[0].title, HasSubstr("(5 of 7 runs)"));
    ASSERT_THAT(plots[0].rows, SizeIs(2));
    EXPECT_DOUBLE_EQ(std::stod(plots[0].rows[0][1]), 3.0);
    EXPECT_DOUBLE_EQ(std::stod(plots[0].rows[0][2]), std::sqrt(10.0 / 3.0 / 4.0));
    EXPECT_EQ(plots[0].rows[1][1], "nan");
}

TEST(SweepPlots, WordsAndSeedsAloneRunAlongTheAxis) {
    CsvTable words{{"member", "run.integrator", "status", "q.x"},
                   {{"a", "gear3", "done", "1"}, {"b", "gear5", "done", "2"}}};
    const Plot plot = plots_of(words).front();
    EXPECT_TRUE(plot.x_is_words);
    EXPECT_THAT(gnuplot_script(plot), HasSubstr("xtic(stringcolumn(\"run.integrator\"))"));
    CsvTable seeds{{"member", "seed", "status", "q.x"},
                   {{"a", "1", "done", "1"}, {"b", "2", "done", "2"}}};
    EXPECT_EQ(plots_of(seeds).front().x_label, "seed");
    EXPECT_THAT(plots_of(seeds).front().rows, SizeIs(2));
    CsvTable one{{"member", "f", "status", "q.x"}, {{"a", "1", "done", "1"}}};
    EXPECT_THAT(plots_of(one).front().rows, SizeIs(1));
}

TEST(SweepPlots, RefusesOtherTables) {
    EXPECT_THROW(plots_of({{"time", "status"}, {}}), std::invalid_argument);
    EXPECT_THROW(plots_of({{"member", "f", "x"}, {}}), std::invalid_argument);
    EXPECT_THROW(plots_of({{"member", "f", "status"}, {{"a", "1", "waiting"}}}),
                 std::invalid_argument);
}

TEST(GnuplotScript, NamesCannotLeaveTheirQuotes) {
    Plot plot;
    plot.name = "p";
    plot.title = "a \"title\" with \\ and `date`\nsystem(\"date\")";
    plot.header = {"time [s]", plain_name("q\",\n.x")};
    plot.panels = {{"y", {{"t\"", plot.header[1], {}, false}}, false}};
    const std::string script = gnuplot_script(plot);
    EXPECT_THAT(script, HasSubstr("a 'title' with ' and "));
    EXPECT_THAT(script, Not(HasSubstr("`")));
    EXPECT_THAT(script, Not(HasSubstr("\nsystem")));
    EXPECT_EQ(plot.header[1], "q___.x");
}

}  // namespace
}  // namespace scree::render

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
    EXPECT_THAT(plot.rows[0], ElementsAre("1", "1.1", "0.25", "1", "1", "1.5", "0.25", "1", "1"));
    EXPECT_EQ(plot.rows[1][0], "3");
    EXPECT_EQ(plot.rows[2][0], "200");
    EXPECT_EQ(plot_called(plots, "summary").panels.size(), 1u);
}

TEST(SweepPlots, FrictionIsDrawnOverTheInertialNumber) {
    CsvTable table{{"member", "motion.velocity", "kind", "status", "flow.mu", "flow.mu_error",
                    "flow.I", "flow.I_error", "flow.fraction", "flow.fraction_error"},
                   {}};
    for (const char* velocity : {"[1.0, 0.0]", "[9.0, 0.0]"})
        for (const char* kind : {"disc", "stone"})
            table.rows.push_back({"m", velocity, kind, "done", kind[0] == 'd' ? "0.2" : "0.4",
                                  "0.01", velocity[1] == '1' ? "0.01" : "0.09", "0.001", "0.8",
                                  "nan"});
    const std::vector<Plot> plots = plots_of(table);
    const Plot& plot = plots.front();  // the main result comes first
    EXPECT_EQ(plot.name, "friction_flow");
    EXPECT_EQ(plot.x_label, "inertial number I");
    EXPECT_TRUE(plot.x_logarithmic);
    ASSERT_THAT(plot.panels, SizeIs(2));
    EXPECT_EQ(plot.panels[0].label, "mu");
    EXPECT_EQ(plot.panels[1].label, "fraction");
    ASSERT_THAT(plot.panels[0].curves, SizeIs(2));
    EXPECT_EQ(plot.panels[0].curves[1].title, "kind = stone");
    EXPECT_EQ(plot.panels[0].curves[1].x, "flow.I kind = stone");
    const std::string script = gnuplot_script(plot);
    EXPECT_THAT(script, HasSubstr("using \"flow.I kind = stone\":\"flow.mu kind = stone\":"
                                  "\"I_error kind = stone\":\"mu_error kind = stone\" "
                                  "with xyerrorlines"));
    // The words of the swept key do not belong on this axis.
    EXPECT_THAT(script, Not(HasSubstr("set xtics (")));
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

TEST(SweepPlots, SaysHowManyRunsAreInAMean) {
    CsvTable table{{"member", "f", "seed", "status", "q.x", "q.note", "contacts"}, {}};
    const auto add = [&](const char* f, const char* status, const char* x) {
        const std::string seed = std::to_string(table.rows.size());
        table.rows.push_back({"m", f, seed, status, x, "too rough, or 1", "5"});
    };
    for (const char* x : {"1", "2", "nan", "3"}) add("0.5", "done", x);
    for (const char* x : {"nan", "nan"}) add("0.6", "done", x);
    add("0.7", "done", "4");
    add("0.7", "failed", "");
    const std::vector<Plot> plots = plots_of(table);
    const Plot& plot = plot_called(plots, "measure_q");
    EXPECT_THAT(plot.header, ElementsAre("f", "q.x", "x_error", "x_measured", "x_runs"));
    ASSERT_THAT(plot.rows, SizeIs(3));
    EXPECT_THAT(std::vector(plot.rows[0].begin() + 3, plot.rows[0].end()), ElementsAre("3", "4"));
    EXPECT_THAT(plot.rows[1], ElementsAre("0.6", "nan", "0", "0", "2"));
    EXPECT_THAT(std::vector(plot.rows[2].begin() + 3, plot.rows[2].end()), ElementsAre("1", "2"));
    const std::string script = gnuplot_script(plot);
    EXPECT_THAT(script, HasSubstr(" title \"4 of 8 runs\""));
    EXPECT_THAT(script, HasSubstr("sprintf(\"%d of %d\", column(\"x_measured\"), "
                                  "column(\"x_runs\"))"));
    // Where all runs count there is nothing to say.
    table.rows.pop_back();
    const Plot whole = plot_called(plots_of(table), "summary");
    EXPECT_THAT(gnuplot_script(whole), Not(HasSubstr("of %d")));
    EXPECT_THAT(gnuplot_script(whole), HasSubstr(" notitle"));
}

TEST(SweepPlots, VectorsAndTablesStayReadable) {
    const std::string disc = "{ kind = \"disc\" }";
    const std::string block = "{ kind = \"rectangle\", aspect = 2.0 }";
    CsvTable table{{"member", "run.gravity", "grains.a.shape", "status", "q.x"}, {}};
    for (const char* gravity : {"[0.1, 0.0]", "[0.1, 0.5]"})
        for (const std::string& shape : {disc, block})
            table.rows.push_back({"m", gravity, shape, "done", "1"});
    const Plot plot = plots_of(table).front();
    const std::string text = plot_table(plot);
    EXPECT_THAT(text, HasSubstr("\n\"[0.1, 0.0]\",1,"));
    EXPECT_THAT(text, HasSubstr("\n\"[0.1, 0.5]\",1,"));
    EXPECT_THAT(text, HasSubstr("\"q.x shape = { kind = 'rectangle', aspect = 2.0 }\""));
    EXPECT_THAT(text, Not(HasSubstr("_ ")));
    // gnuplot cuts texts off at commas: it must not read these from the table.
    const std::string script = gnuplot_script(plot);
    EXPECT_THAT(script, HasSubstr("set xtics (\"[0.1, 0.0]\" 0, \"[0.1, 0.5]\" 1)"));
    EXPECT_THAT(script, Not(HasSubstr("xtic(")));
    EXPECT_THAT(script, HasSubstr("using (column(0)):6:7 "));
    EXPECT_THAT(script, HasSubstr("using (column(0)):\"q.x shape = { kind = 'disc' }\":"));
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
    EXPECT_EQ(plot.header[1], "q',_.x");
}

}  // namespace
}  // namespace scree::render

// scree plot: scripts, data and pictures of runs and sweeps.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/files/csv_table.h"
#include "tests/cli/export_run.h"
#include "tests/cli/gnuplot.h"
#include "tests/engine/files_by_path.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class PlotCommand : public ExportedRun {
public:
    Outcome plot(std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"plot", path("run")});
        return command(std::move(more));
    }
    // With no gnuplot to be found.
    Outcome plot_without(std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"plot", path("run")});
        return command(std::move(more), {"PATH=" + path("bin")});
    }
};

TEST_F(PlotCommand, DrawsARun) {
    if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
    const Outcome outcome = plot();
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, IsEmpty());
    for (const char* name : {"energy", "contacts", "unbalanced_force", "measure_contacts",
                             "trace_block", "trace_paddle"}) {
        EXPECT_THAT(outcome.err, HasSubstr(name));
        const std::string base = "run/plots/" + std::string(name);
        EXPECT_THAT(text_of(path(base + ".png")), StartsWith("\x89PNG")) << name;
        EXPECT_GT(fs::file_size(path(base + ".png")), 10'000u) << name;
        EXPECT_THAT(text_of(path(base + ".pdf")), StartsWith("%PDF")) << name;
    }
    // By hand, in that folder, as the script says.
    fs::remove(path("run/plots/energy.png"));
    const Outcome again =
        cli::run({"/usr/bin/gnuplot", "energy.gp"}, search_path(), path("run/plots"));
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_TRUE(fs::exists(path("run/plots/energy.png")));
}

TEST_F(PlotCommand, NamesThePackageAndLeavesTheScripts) {
    const Outcome outcome = plot_without();
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err,
                AllOf(HasSubstr("gnuplot is not installed: apt-get install gnuplot-nox"),
                      HasSubstr("scripts and their data are in")));
    EXPECT_THAT(names_in("run/plots"),
                AllOf(Contains("energy.gp"), Contains("energy.csv"), Not(Contains("energy.png"))));
}

TEST_F(PlotCommand, DataAreThoseOfTheSeries) {
    plot_without();
    const auto series = engine::read_csv(path("run/series.csv"));
    const auto energy = engine::read_csv(path("run/plots/energy.csv"));
    const auto column = [](const engine::CsvTable& table, const std::string& name) {
        const auto at = table.column(name);
        EXPECT_TRUE(at) << name;
        return at.value_or(0);
    };
    ASSERT_EQ(energy.rows.size(), series.rows.size());
    ASSERT_GT(energy.rows.size(), 40u);
    for (std::size_t row = 0; row < energy.rows.size(); ++row) {
        for (const char* name : {"time [s]", "kinetic [J]", "gravity [J]", "sliding [J]"})
            EXPECT_EQ(energy.rows[row][column(energy, name)],
                      series.rows[row][column(series, name)]);
        EXPECT_DOUBLE_EQ(energy.number(row, column(energy, "elastic [J]")),
                         series.number(row, column(series, "elastic_normal [J]")) +
                             series.number(row, column(series, "elastic_tangential [J]")));
        EXPECT_DOUBLE_EQ(energy.number(row, column(energy, "damping [J]")),
                         series.number(row, column(series, "normal_damping [J]")) +
                             series.number(row, column(series, "tangential_damping [J]")));
    }
    const std::string script = text_of(path("run/plots/energy.gp"));
    EXPECT_THAT(script,
                AllOf(HasSubstr("set ylabel \"energy (J)\""), HasSubstr("set xlabel \"time (s)\""),
                      HasSubstr("set logscale y"), HasSubstr("Energy: small")));
    EXPECT_THAT(text_of(path("run/plots/trace_block.gp")),
                AllOf(HasSubstr("velocity (m/s)"), HasSubstr("torque (N m)")));
}

TEST_F(PlotCommand, ChoosesPlotsAndOverwritesNothing) {
    plot_without({"energy", "block"});
    EXPECT_THAT(names_in("run/plots"),
                ElementsAre("energy.csv", "energy.gp", "trace_block.csv", "trace_block.gp"));
    std::ofstream(path("run/plots/energy.gp")) << "mine";
    const Outcome refused = plot_without({"energy"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.err, HasSubstr("is there already"));
    EXPECT_EQ(text_of(path("run/plots/energy.gp")), "mine");
    // A measurement may have the name of another plot.
    plot_without({"contacts"});
    EXPECT_THAT(names_in("run/plots"),
                AllOf(Contains("contacts.gp"), Contains("measure_contacts.gp")));
    plot_without({"energy", "--force"});
    EXPECT_NE(text_of(path("run/plots/energy.gp")), "mine");
}

TEST_F(PlotCommand, TellsUsageAndWhatCannotBeRead) {
    const Outcome unknown = plot({"enrgy"});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("there is no plot `enrgy`; did you mean `energy`?"));
    EXPECT_EQ(command({"plot"}).exit_code, 2);
    EXPECT_EQ(plot({"--frames", "1"}).exit_code, 2);
    const Outcome none = command({"plot", path("none")});
    EXPECT_EQ(none.exit_code, 5);
    EXPECT_THAT(none.err, HasSubstr("holds neither a run nor a sweep"));
    EXPECT_FALSE(fs::exists(path("run/plots")));

    // A row that is being written is left out; a damaged one is not.
    fs::remove(path("run/sums.txt"));  // which know that the run has ended
    std::ofstream(path("run/series.csv"), std::ios::app) << "123,0.5";
    EXPECT_EQ(plot_without({"energy"}).exit_code, 1);
    EXPECT_EQ(engine::read_csv(path("run/plots/energy.csv")).rows.size(), 51u);
    std::ofstream(path("run/series.csv"), std::ios::app) << "\n1,2,3\n";
    const Outcome damaged = plot_without({"energy", "--force"});
    EXPECT_EQ(damaged.exit_code, 5);
    EXPECT_THAT(damaged.err, HasSubstr("series.csv: damaged: row 52 has 2 cells"));
    fs::remove(path("run/series.csv"));
    EXPECT_EQ(plot_without({"energy", "--force"}).exit_code, 5);
}

TEST_F(PlotCommand, TellsWhatGnuplotSaidAndAFullDisk) {
    stand_in("gnuplot", "echo 'line 7: no such thing' >&2; exit 2");
    const Outcome outcome =
        command({"plot", path("run"), "energy"}, {"PATH=" + path("bin") + ":/usr/bin"});
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_THAT(outcome.err, HasSubstr("energy.gp: gnuplot failed: line 7: no such thing"));
    EXPECT_FALSE(fs::exists(path("run/plots")));
    if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
    for (const char* limit : {"--fsize=1000", "--fsize=20000"}) {
        const Outcome full =
            cli::run({"/usr/bin/prlimit", limit, SCREE_PROGRAM, "plot", path("run"), "energy"},
                     search_path());
        EXPECT_EQ(full.exit_code, 5) << full.err;
        EXPECT_FALSE(fs::exists(path("run/plots"))) << limit;
    }
}

TEST_F(PlotCommand, NothingToMeasureIsNoFailure) {
    if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
    // One grain in free flight: no contact, no unbalanced force, no angle.
    std::ofstream(path("bare.toml")) << small_scene.substr(0, small_scene.find("[[walls]]")) << R"(
[[grains]]
name = "one"
material = "rubber"
shape = { kind = "disc" }
size = { kind = "mono", value = 0.04 }
place = { kind = "list", at = [[0, 1]] }
[[measure]]
name = "heap"
kind = "angle_of_repose"
)";
    const Outcome ran =
        scree({"run", path("bare.toml"), "-o", path("bare"), "--set", "run.duration=0.1"});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
    const Outcome outcome = command({"plot", path("bare")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(fs::exists(path("bare/plots/energy.png")));
    EXPECT_FALSE(fs::exists(path("bare/plots/unbalanced_force.gp")));
}

TEST_F(PlotCommand, DrawsAProfileOverThePlace) {
    const Outcome run =
        scree({"run", (fs::path(SCREE_SCENES) / "shear_periodic.toml").string(), "-o",
               path("shear"), "--quiet", "--set", "run.duration=0.02", "--set",
               "output.every.frames=0.01", "--set", "measure.profile.from=0"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const Outcome outcome = command({"plot", path("shear")});
    ASSERT_EQ(outcome.exit_code, has_gnuplot() ? 0 : 1) << outcome.err;
    const auto data = engine::read_csv(path("shear/plots/profile_profile.csv"));
    ASSERT_GT(data.header.size(), 7u);
    EXPECT_THAT(std::vector(data.header.begin(), data.header.begin() + 7),
                ElementsAre("position [m]", "vx [m/s]", "vx_error [m/s]", "vy [m/s]",
                            "vy_error [m/s]", "spin [rad/s]", "spin_error [rad/s]"));
    ASSERT_EQ(data.rows.size(), 14u);
    EXPECT_NEAR(data.number(0, 0), 0.008, 1e-12);
    // What the run itself says.
    const std::string summary = text_of(path("shear/summary.json"));
    for (std::size_t k = 0; k < data.rows.size(); ++k)
        if (data.rows[k][1] != "nan") {
            EXPECT_THAT(summary, HasSubstr(data.rows[k][1])) << k;
        }
    if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
    EXPECT_GT(fs::file_size(path("shear/plots/profile_profile.png")), 10'000u);
}

TEST_F(PlotCommand, DrawsASweep) {
    const Outcome swept =
        scree({"run", scene(), "-o", path("sweep"), "--quiet", "--set", "run.duration=0.1",
               "--sweep", "materials.rubber.friction=0.1,0.4", "--sweep", "seed=1..2", "-j", "2"});
    ASSERT_EQ(swept.exit_code, 0) << swept.err;
    const Outcome outcome = command({"plot", path("sweep")});
    ASSERT_EQ(outcome.exit_code, has_gnuplot() ? 0 : 1) << outcome.err;
    EXPECT_THAT(names_in("sweep/plots"),
                AllOf(Contains("measure_contacts.gp"), Contains("summary.gp")));
    // The mean over the seeds, and its error.
    const auto table = engine::read_csv(path("sweep/sweep.csv"));
    const auto data = engine::read_csv(path("sweep/plots/measure_contacts.csv"));
    ASSERT_EQ(data.rows.size(), 2u);
    EXPECT_EQ(data.header.front(), "materials.rubber.friction");
    const auto mean = data.column("contacts.mean");
    const auto error = data.column("mean_error");
    ASSERT_TRUE(mean && error);
    const std::size_t from = *table.column("contacts.mean");
    for (std::size_t k = 0; k < 2; ++k) {
        const double a = table.number(2 * k, from);
        const double b = table.number(2 * k + 1, from);
        EXPECT_NEAR(data.number(k, *mean), 0.5 * (a + b), 1e-12);
        EXPECT_NEAR(data.number(k, *error), 0.5 * std::abs(a - b), 1e-12);
    }
    if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
    EXPECT_GT(fs::file_size(path("sweep/plots/summary.png")), 10'000u);
}

// A mean says how many of the runs are in it, and the table why the others are not.
TEST_F(PlotCommand, DrawsASweepOfVectorsThatCannotAlwaysBeMeasured) {
    std::ofstream(scene(), std::ios::app) << "[[measure]]\nname = \"repose\"\n"
                                             "kind = \"angle_of_repose\"\n";
    const std::string place = "grains.block.place.at=[[0.1, 0.1]],[[0.0, 0.1]]";
    const Outcome swept = scree({"run", scene(), "-o", path("sweep"), "--quiet", "--set",
                                 "run.duration=0.1", "--sweep", place, "--sweep", "seed=1..2"});
    ASSERT_EQ(swept.exit_code, 0) << swept.err;
    const auto table = engine::read_csv(path("sweep/sweep.csv"));
    const auto note = table.column("repose.note");
    const auto angle = table.column("repose.angle [deg]");
    ASSERT_TRUE(note && angle);
    for (const auto& row : table.rows) {
        EXPECT_EQ(row[*angle], "nan");
        EXPECT_THAT(row[*note], HasSubstr("angle not measurable: "));
    }
    const Outcome outcome = command({"plot", path("sweep")});
    ASSERT_EQ(outcome.exit_code, has_gnuplot() ? 0 : 1) << outcome.err;
    const auto data = engine::read_csv(path("sweep/plots/measure_contacts.csv"));
    ASSERT_EQ(data.rows.size(), 2u);
    EXPECT_EQ(data.rows[0][0], "[[0.1, 0.1]]");
    EXPECT_EQ(data.rows[1][0], "[[0.0, 0.1]]");
    ASSERT_TRUE(data.column("mean_measured") && data.column("mean_runs"));
    EXPECT_EQ(data.rows[0][*data.column("mean_measured")], "2");
    EXPECT_EQ(data.rows[0][*data.column("mean_runs")], "2");
    EXPECT_THAT(text_of(path("sweep/plots/measure_contacts.gp")),
                HasSubstr("set xtics (\"[[0.1, 0.1]]\" 0, \"[[0.0, 0.1]]\" 1)"));
    EXPECT_THAT(outcome.err, Not(HasSubstr("warning")));
    if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
    EXPECT_GT(fs::file_size(path("sweep/plots/measure_contacts.png")), 10'000u);
}

}  // namespace
}  // namespace scree::cli

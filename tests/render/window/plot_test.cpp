// Curves: the terms of the energy, the balance of forces and all that a scene measures, of live
// runs and of run folders.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "engine/files/csv_table.h"
#include "render/window/records.h"
#include "render/window/replay.h"
#include "tests/cli/small_run.h"
#include "tests/engine/files_by_path.h"
#include "tests/render/window/watching.h"

namespace scree::window {
namespace {

TEST_F(Watching, TheEnergyIsPlottedTermByTerm) {
    viewer().go_to(0.1);
    pump([this] { return view().frame.time >= 0.1 && !view().way; });
    const engine::Ledger& ledger = *view().ledger;
    const double now = view().frame.time;
    const auto value = [&](const std::string& name) {
        return viewer().watched().series(name).at(now);
    };
    EXPECT_EQ(value("kinetic"), ledger.kinetic);
    EXPECT_EQ(value("gravity"), ledger.gravity);
    EXPECT_EQ(value("total"), ledger.mechanical());
    EXPECT_EQ(value("damping"), ledger.normal_damping + ledger.tangential_damping);
    EXPECT_EQ(value("sliding"), ledger.sliding);
    EXPECT_EQ(value("wall work"), 0.0);
    EXPECT_NEAR(value("kinetic") + value("gravity") + value("elastic"), value("total"), 1e-12);
    EXPECT_GT(value("damping"), 0.0);
    EXPECT_THROW(value("love"), std::out_of_range);
    EXPECT_EQ(viewer().watched().groups()[0].name, "energy");
}

TEST_F(Watching, CurvesMissNothingOfAFastRun) {
    viewer().go_to(0.5);
    pump([this] { return view().frame.time >= 0.5 && !view().way; });
    const Series elastic = viewer().watched().series("elastic");
    ASSERT_GT(elastic.times.size(), 90u);
    const double dt = view().frame.time / static_cast<double>(view().frame.step);
    for (std::size_t k = 1; k < elastic.times.size(); ++k)
        EXPECT_LE(elastic.times[k] - elastic.times[k - 1], 2.0 / 500.0 + dt);
    // What the scene measures is known only at moments that were shown.
    EXPECT_LT(viewer().watched().series("contacts: mean").times.size(), elastic.times.size());
    viewer().restart();
    pump([this] { return view().frame.step == 0; });
    EXPECT_EQ(viewer().watched().series("elastic").times.size(), 1u);
}

TEST_F(Watching, AClickOnTheLegendHidesACurve) {
    viewer().go_to(0.1);
    pump([this] { return view().frame.time >= 0.1 && !view().way; });
    click(control("View"));  // it is shut, and makes room
    pump(3);
    const Screenshot before = shoot();
    click(control("##energytotal"));
    EXPECT_TRUE(viewer().plot_choice().hidden["total"]);
    EXPECT_GT(shoot().difference(before), 100u);
    mouse({"click", "1"});
    EXPECT_FALSE(viewer().plot_choice().hidden["total"]);
}

TEST_F(Watching, EveryNumberOfAMeasurementCanBeChosen) {
    const WatchedSeries& watched = viewer().watched();
    const SeriesGroup& measured = watched.groups().back();
    EXPECT_EQ(measured.name, "contacts");
    ASSERT_GT(measured.count, 1u);
    std::set<std::string> names;
    for (std::size_t k = 0; k < measured.count; ++k)
        names.insert(watched.series(measured.first + k).name);
    EXPECT_EQ(names.size(), measured.count);
    EXPECT_TRUE(names.contains("contacts: mean"));
    click(control("View"));
    pump(3);
    const std::size_t built_in = watched.groups()[1].first;
    EXPECT_EQ(watched.groups()[1].name, measured.name);
    click(control("##plot" + std::to_string(measured.first)));
    pump(3);
    const std::string second = watched.series(measured.first + 1).name;
    click(control(second, "##Combo_00"));
    EXPECT_EQ(viewer().plot_choice().column[measured.first], 1u);
    EXPECT_EQ(viewer().plot_choice().column[built_in], 0u);  // another list with the same name
}

class WatchingAProfile : public Watching {
public:
    WatchingAProfile()
        : Watching(dozen +
                   "[[measure]]\nname = \"fall\"\nkind = \"velocity_profile\"\nslices = 3\n"
                   "x = [-0.5, 0.5]\ny = [0.0, 0.3]\n") {}
};

TEST_F(WatchingAProfile, ItIsOfTheMomentThatIsShown) {
    ASSERT_EQ(viewer().watched().profiles().size(), 1u);
    const Profile& profile = viewer().watched().profiles()[0];
    for (const double time : {0.02, 0.0, 0.02}) {
        viewer().go_to(time);
        pump([&] { return std::abs(view().frame.time - time) < 0.001 && !view().way; });
        ASSERT_EQ(profile.slices.rows.size(), 3u);
        const Series vy = profile.series(2);
        EXPECT_EQ(vy.name, "fall: vy");
        EXPECT_EQ(vy.unit, "m/s");
        const auto& grains = frame_view()->frame().grains;
        for (std::size_t slice = 0; slice < 3; ++slice) {
            double mass = 0.0;
            double momentum = 0.0;
            for (std::size_t row = 0; row < grains.body.size(); ++row) {
                if (std::floor(grains.position[row].y / 0.1) != static_cast<double>(slice))
                    continue;
                mass += frame_view()->facts().grains[row].mass;
                momentum += frame_view()->facts().grains[row].mass * grains.velocity[row].y;
            }
            EXPECT_NEAR(vy.times[slice], 0.05 + 0.1 * static_cast<double>(slice), 1e-12);
            EXPECT_NEAR(vy.values[slice], momentum / mass, 1e-9) << time << " " << slice;
        }
    }
    const std::size_t place = viewer().watched().series_count();
    click(control("View"));  // it is shut, and makes room
    pump(3);
    mouse({"click", "--repeat", "30", "5"});  // down to the end
    pump(3);
    click(control("##plot" + std::to_string(place)));
    pump(3);
    click(control("fall: spin", "##Combo_00"));
    EXPECT_EQ(viewer().plot_choice().column[place], 2u);
}

/// An undisturbed run in its folder.
class Recorded : public cli::SmallRun {
public:
    Recorded() { EXPECT_EQ(scree({"run", scene(), "-o", path("whole"), "--quiet"}).exit_code, 0); }
};

TEST_F(Recorded, ReplaysHaveTheLedgerAndTheBalanceOfForces) {
    Replay replay(path("whole"));
    Viewer viewer(replay);
    const engine::CsvTable table = engine::read_csv(path("whole") + "/series.csv");
    int compared = 0;
    for (const double time : {0.3, 1.0, 5.0}) {
        viewer.go_to(time);
        const auto start = std::chrono::steady_clock::now();
        while (!viewer.refresh(0.0))
            ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
        ASSERT_TRUE(viewer.frame_view()->view().ledger.has_value());
        const double now = viewer.frame_view()->frame().time;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            if (table.number(row, *table.column("step")) !=
                static_cast<double>(viewer.frame_view()->frame().step))
                continue;
            ++compared;
            const auto number = [&](const char* name) {
                return table.number(row, *table.column(name));
            };
            EXPECT_EQ(viewer.watched().series("kinetic").at(now), number("kinetic [J]"));
            EXPECT_EQ(viewer.watched().series("sliding").at(now), number("sliding [J]"));
            EXPECT_EQ(viewer.watched().series("wall work").at(now), number("wall_work [J]"));
            EXPECT_NEAR(viewer.watched().series("residual").at(now), number("residual [J]"), 1e-9);
            EXPECT_EQ(viewer.watched().series("unbalanced force").at(now),
                      number("unbalanced_force"));
        }
    }
    EXPECT_GE(compared, 2);
}

TEST_F(Recorded, WhatIsNotThereIsNotKnown) {
    std::filesystem::remove(path("whole") + "/series.csv");
    Replay replay(path("whole"));
    Viewer viewer(replay);
    const auto start = std::chrono::steady_clock::now();
    while (!viewer.refresh(0.0))
        ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    EXPECT_FALSE(viewer.frame_view()->view().ledger.has_value());
    const double now = viewer.frame_view()->frame().time;
    EXPECT_GT(viewer.watched().series("kinetic").at(now), 0.0);  // known from the frame itself
    EXPECT_TRUE(std::isnan(viewer.watched().series("gravity").at(now)));
    EXPECT_TRUE(std::isnan(viewer.watched().series("unbalanced force").at(now)));
}

TEST_F(Recorded, CurvesAreThereFromTheBeginning) {
    Replay replay(path("whole"));
    Viewer viewer(replay);
    const auto start = std::chrono::steady_clock::now();
    while (!viewer.refresh(0.0))
        ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    const engine::CsvTable table = engine::read_csv(path("whole") + "/series.csv");
    ASSERT_EQ(viewer.frame_view()->frame().step, 0u);
    for (const auto& [name, column] : {std::pair{"kinetic", "kinetic [J]"},
                                       {"sliding", "sliding [J]"},
                                       {"contacts", "contacts"},
                                       {"unbalanced force", "unbalanced_force"},
                                       {"contacts: mean", "contacts.mean"}}) {
        const Series series = viewer.watched().series(name);
        ASSERT_EQ(series.values.size(), table.rows.size()) << name;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const double expected = table.number(row, *table.column(column));
            EXPECT_EQ(series.times[row], table.number(row, *table.column("time [s]")));
            if (std::isnan(expected))
                EXPECT_TRUE(std::isnan(series.values[row]));
            else
                EXPECT_EQ(series.values[row], expected) << name << " at " << series.times[row];
        }
    }
}

/// Gives a column of series.csv another name.
void rename_column(const std::filesystem::path& file, const std::string& from,
                   const std::string& to) {
    std::string text = cli::text_of(file);
    text.replace(text.find(from), from.size(), to);
    std::ofstream(file) << text;
}

TEST_F(Recorded, MeasurementsThatWereNotWrittenAreKnownWhereSomebodyLooked) {
    rename_column(path("whole") + "/series.csv", "contacts.mean", "contacts.meen");
    ASSERT_EQ(scree({"verify", "--accept", path("whole")}).exit_code, 0);
    Replay replay(path("whole"));
    Viewer viewer(replay);
    const auto start = std::chrono::steady_clock::now();
    while (!viewer.refresh(0.0))
        ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    EXPECT_EQ(viewer.watched().series("contacts: mean").values.size(), 1u);
    EXPECT_GT(viewer.watched().series("kinetic").values.size(), 100u);
}

/// Numbers with and without uncertainties, and a profile.
class RecordedInFull : public cli::SmallRun {
public:
    RecordedInFull() {
        std::ofstream(path("full.toml"))
            << cli::small_scene
            << "[[measure]]\nname = \"heap\"\nkind = \"angle_of_repose\"\n"
               "[[measure]]\nname = \"fall\"\nkind = \"velocity_profile\"\nslices = 3\n"
               "x = [-0.5, 0.5]\ny = [0.0, 0.3]\n"
               "[[measure]]\nname = \"ledger\"\nkind = \"energy\"\n";
        EXPECT_EQ(scree({"run", path("full.toml"), "-o", path("full"), "--quiet"}).exit_code, 0);
    }
};

TEST_F(RecordedInFull, EveryMeasurementIsThereFromTheBeginningAndStays) {
    Replay replay(path("full"));
    Viewer viewer(replay);
    const engine::CsvTable table = engine::read_csv(path("full") + "/series.csv");
    // Looking at frames does not change the curves.
    for (const double time : {0.0, 0.4, 1.1, 5.0}) {
        viewer.go_to(time);
        const auto start = std::chrono::steady_clock::now();
        while (!viewer.refresh(0.0))
            ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    }
    std::size_t compared = 0;
    for (std::size_t k = 0; k < viewer.watched().series_count(); ++k) {
        const Series series = viewer.watched().series(k);
        const auto colon = series.name.find(": ");
        if (colon == std::string::npos) continue;
        const std::string column = series.name.substr(0, colon) + "." +
                                   series.name.substr(colon + 2) +
                                   (series.unit.empty() ? "" : " [" + series.unit + "]");
        ASSERT_TRUE(table.column(column).has_value()) << column;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const double expected = table.number(row, *table.column(column));
            const double value = series.at(table.number(row, *table.column("time [s]")));
            EXPECT_TRUE(value == expected || (std::isnan(value) && std::isnan(expected)))
                << column << " in row " << row << ": " << value << ", not " << expected;
            compared += !std::isnan(expected);
        }
    }
    EXPECT_GT(compared, 10 * table.rows.size());
    EXPECT_EQ(viewer.watched().profiles()[0].slices.rows.size(), 3u);  // of the moment
}

TEST(RecordsOfARun, AreOfTheStepItself) {
    const engine::TemporaryFolder folder;
    const engine::Scene scene = engine::load(dozen);
    const std::string energies =
        ",kinetic [J],gravity [J],elastic_normal [J],elastic_tangential [J],normal_damping [J],"
        "tangential_damping [J],sliding [J],wall_work [J],added [J]";
    const auto seen = [&](const std::string& text, std::uint64_t step) {
        std::ofstream(folder / "series.csv") << text;
        engine::LiveView view;
        view.frame.step = step;
        Records(folder.path(), scene).tell(view);
        return view;
    };
    const std::string good = "step,time [s],contacts,unbalanced_force" + energies +
                             "\n10,0.1,3,nan,1,2,3,4,5,6,7,8,9\n20,0.2,4,0.5,2,2,3,4,5,6,7,8,9\n";
    EXPECT_FALSE(seen(good, 9).ledger.has_value());
    EXPECT_EQ(seen(good, 10).ledger->kinetic, 1.0);
    EXPECT_EQ(seen(good, 10).ledger->added, 9.0);
    EXPECT_FALSE(seen(good, 10).unbalanced.has_value());
    EXPECT_EQ(seen(good, 20).unbalanced, 0.5);
    for (const std::uint64_t other : {11u, 19u, 21u, 1'000'000u}) {
        EXPECT_FALSE(seen(good, other).ledger.has_value()) << other;
        EXPECT_FALSE(seen(good, other).unbalanced.has_value()) << other;
    }
    for (const char* bad : {"", "step\n1\n", "step,unbalanced_force\n1,2\n", "\"", "\xff\xfe\n"})
        EXPECT_FALSE(seen(bad, 100).ledger.has_value()) << bad;
    const std::string odd = "step,time [s],contacts,unbalanced_force" + energies +
                            "\n-1,0,0,0,1,1,1,1,1,1,1,1,1\nnan,0,0,0,1,1,1,1,1,1,1,1,1\n"
                            "1e300,0,0,0,1,1,1,1,1,1,1,1,1\n100,nan,0,0,1,1,1,1,1,1,1,1,1\n";
    EXPECT_FALSE(seen(odd, 100).ledger.has_value());
}

}  // namespace
}  // namespace scree::window

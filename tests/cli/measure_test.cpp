// scree measure: what it finds in a run folder.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "engine/files/csv_table.h"
#include "tests/cli/small_run.h"

namespace scree::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// A run of half a second in the folder `run`.
class Measure : public SmallRun {
public:
    Measure() {
        const Outcome outcome =
            scree({"run", scene(), "-o", path("run"), "--quiet", "--set", "run.duration=0.5"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    }

    Outcome measure(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"measure", path("run")});
        return scree(std::move(arguments));
    }
    json measured(std::vector<std::string> arguments) const {
        arguments.emplace_back("--json");
        const Outcome outcome = measure(std::move(arguments));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return json::parse(outcome.out);
    }
};

double area_of(const engine::BodyShape& shape) {
    if (shape.vertices.empty()) return std::numbers::pi * shape.radius * shape.radius;
    double twice = 0.0;
    for (std::size_t k = 0; k < shape.vertices.size(); ++k)
        twice += cross(shape.vertices[k], shape.vertices[(k + 1) % shape.vertices.size()]);
    return 0.5 * twice;
}

TEST_F(Measure, FindsWhatTheSummarySays) {
    const json of = measured({});
    const json summary = json::parse(text_of(folder_ / "run/summary.json"));
    EXPECT_EQ(of["measurements"], summary["measurements"]);
    EXPECT_EQ(of["time"], summary["simulated_s"]);
    EXPECT_EQ(of["frame"], summary["frames"].get<int>() - 1);
    EXPECT_EQ(of["frames"], summary["frames"]);
}

TEST_F(Measure, PrintsATable) {
    const Outcome outcome = measure({"energy"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.out, AllOf(StartsWith("measurement  quantity"),
                                   ContainsRegex("\nenergy +kinetic +[0-9.e-]+ +J\n"),
                                   ContainsRegex("\nenergy +wall_work +not measurable +J\n")));
    EXPECT_THAT(outcome.err, ContainsRegex("frame 10 of 11, at t = 0.5"));
}

TEST_F(Measure, TakesAllKindsWhereTheSceneNamesNone) {
    std::ofstream(folder_ / "bare.toml") << small_scene.substr(0, small_scene.find("[[measure]]"));
    ASSERT_EQ(scree({"run", path("bare.toml"), "-o", path("bare"), "--quiet", "--set",
                     "run.duration=0.05"})
                  .exit_code,
              0);
    const json of = json::parse(scree({"measure", path("bare"), "--json"}).out)["measurements"];
    for (const char* kind : {"angle_of_repose", "coordination", "energy", "unbalanced_force"})
        EXPECT_EQ(of[kind]["kind"], kind);
    EXPECT_EQ(of.size(), 4u);
}

TEST_F(Measure, FindsAllGrainsInALargeRegion) {
    engine::TrajectoryReader reader(folder_ / "run");
    const engine::Frame last = reader.read(reader.frames() - 1);
    double area = 0.0;
    for (const auto body : last.grains.body) area += area_of(reader.shape(body));
    const auto grain_area = [&](const std::string& x, const std::string& y) {
        return measured({"packing", "--x", x, "--y", y})["measurements"]["packing"]["grain_area"]
            .get<double>();
    };
    EXPECT_NEAR(grain_area("-9,9", "-9,9"), area, 1e-12);
    const double left = grain_area("-9,0", "-9,9");
    EXPECT_GT(left, 0.0);
    EXPECT_NEAR(left + grain_area("0,9", "-9,9"), area, 1e-12);
    // Without a region: the domain.
    EXPECT_NEAR(measured({"packing"})["measurements"]["packing"]["grain_area"], area, 1e-12);
}

TEST_F(Measure, ChoosesTheFrame) {
    EXPECT_EQ(measured({"--frame", "0"})["time"], 0.0);
    EXPECT_EQ(measured({"--time", "0"})["frame"], 0);
    EXPECT_EQ(measured({"--time", "0.12"})["frame"], 2);
    EXPECT_EQ(measured({"--time", "0.13"})["frame"], 3);
    EXPECT_EQ(measured({"--time", "77"})["frame"], 10);
    // The block has fallen since.
    const auto kinetic = [&](const char* frame) {
        return measured({"energy", "--frame", frame})["measurements"]["energy"]["kinetic"]
            .get<double>();
    };
    EXPECT_NE(kinetic("0"), kinetic("3"));
}

TEST_F(Measure, TellsUsage) {
    const auto refuses = [&](std::vector<std::string> arguments, const char* message) {
        const Outcome outcome = measure(std::move(arguments));
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_THAT(outcome.err, HasSubstr(message));
        EXPECT_THAT(outcome.out, IsEmpty());
    };
    refuses({"coordinaton"}, "no measurement `coordinaton`; did you mean `coordination`?");
    refuses({"colour"},
            "known: angle_of_repose, coordination, packing, velocity_profile, energy, "
            "unbalanced_force");
    refuses({"--frame", "11"}, "there is no frame 11: they are 0 to 10");
    refuses({"--frame", "1", "--time", "0.1"}, "excludes");
    refuses({"--frame", "-1"}, "--frame");
    refuses({"energy", "--x", "0,1"},
            "a region is for a kind that is measured in one, such as packing");
    refuses({"packing", "--x", "1,0"}, "must be the smaller");
    refuses({"packing", "--x", "1"}, "--x");
    EXPECT_EQ(scree({"measure"}).exit_code, 2);
}

/// What needs every step, and what has a time.
const std::string measures_over_time = R"([[measure]]
name = "push"
kind = "wall_load"
wall = "floor"
[[measure]]
name = "sigma"
kind = "stress"
x = [-0.3, 0.2]
y = [0.0, 0.1]
from = 0.2
[[measure]]
name = "dense"
kind = "packing"
until = 0.3
[[measure]]
name = "fall"
kind = "flow"
line = [[-0.3, 0.1], [0.3, 0.1]]
[[measure]]
name = "layers"
kind = "profile"
y = [0.0, 0.2]
slices = 4
)";

class MeasureOverTime : public SmallRun {
public:
    MeasureOverTime() {
        std::ofstream(folder_ / "timed.toml") << small_scene << measures_over_time;
    }
    void make(const std::string& folder, const std::string& duration) const {
        const Outcome outcome = scree({"run", path("timed.toml"), "-o", path(folder), "--quiet",
                                       "--set", "run.duration=" + duration});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    }
};

TEST_F(MeasureOverTime, HasMeansOfTheRowsWithErrors) {
    make("run", "0.6");
    const json summary = json::parse(text_of(folder_ / "run/summary.json"))["measurements"];
    const engine::CsvTable series =
        engine::parse_csv(text_of(folder_ / "run/series.csv"), folder_ / "run/series.csv");
    const auto mean = [&](const char* column, double from, double until) {
        double sum = 0.0;
        double count = 0.0;
        for (std::size_t row = 0; row < series.rows.size(); ++row) {
            const double time = series.number(row, series.column("time [s]").value());
            const double value = series.number(row, series.column(column).value());
            if (time < from || time > until || !std::isfinite(value)) continue;
            sum += value;
            count += 1.0;
        }
        return sum / count;
    };
    EXPECT_NEAR(summary["push"]["fy"], mean("push.fy [N]", 1e-9, 1.0), 1e-9);
    EXPECT_LT(summary["push"]["fy"], -0.1);
    EXPECT_EQ(summary["push"]["rows"], 60);
    EXPECT_TRUE(summary["push"].contains("fy_error"));
    EXPECT_NEAR(summary["sigma"]["yy"], mean("sigma.yy [N/m]", 0.2, 1.0), 1e-9);
    EXPECT_NEAR(summary["dense"]["fraction"], mean("dense.fraction", 0.0, 0.3), 1e-12);
    EXPECT_EQ(summary["dense"]["rows"], 30);   // that of 0.3 s came with a step after it
    EXPECT_EQ(summary["layers"]["rows"], 13);  // frames
    EXPECT_EQ(summary["layers"]["slices"]["vx_error"].size(), 4u);
    // What has fallen through the line lies below it.
    const double fallen = summary["fall"]["mass"].get<double>() * 0.6;
    EXPECT_GT(fallen, 0.0);
    EXPECT_NEAR(summary["fall"]["mass_forward"].get<double>() -
                    summary["fall"]["mass_backward"].get<double>(),
                summary["fall"]["mass"], 1e-9);
    const json again = json::parse(scree({"measure", path("run"), "--json"}).out)["measurements"];
    EXPECT_EQ(again, summary);
    const json moment =
        json::parse(scree({"measure", path("run"), "--json", "--frame", "9"}).out)["measurements"];
    EXPECT_FALSE(moment["push"].contains("rows"));
    EXPECT_TRUE(moment["fall"]["mass"].is_null());
}

TEST_F(MeasureOverTime, GoesOnToTheSameRows) {
    make("whole", "0.5");
    make("parts", "0.234");  // between two rows
    EXPECT_EQ(scree({"resume", path("parts"), "--duration", "0.5", "--quiet"}).exit_code, 0);
    EXPECT_EQ(text_of(folder_ / "parts/series.csv"), text_of(folder_ / "whole/series.csv"));
    EXPECT_EQ(json::parse(text_of(folder_ / "parts/summary.json"))["measurements"],
              json::parse(text_of(folder_ / "whole/summary.json"))["measurements"]);
}

TEST_F(Measure, TellsFoldersThatCannotBeRead) {
    const Outcome none = scree({"measure", path("none")});
    EXPECT_EQ(none.exit_code, 5);
    EXPECT_THAT(none.err, HasSubstr("holds no run"));
    EXPECT_EQ(scree({"measure", scene()}).exit_code, 5);

    namespace fs = std::filesystem;
    for (const auto& entry : fs::directory_iterator(folder_ / "run/trajectory"))
        fs::resize_file(entry.path(), fs::file_size(entry.path()) - 1);
    EXPECT_EQ(measure({}).exit_code, 5);
    fs::remove(folder_ / "run/trajectory.h5");
    EXPECT_EQ(measure({}).exit_code, 5);
    std::ofstream(folder_ / "run/scene.toml") << "scree = ";
    EXPECT_EQ(measure({}).exit_code, 5);
}

}  // namespace
}  // namespace scree::cli

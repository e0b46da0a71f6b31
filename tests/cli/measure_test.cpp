// scree measure: what it finds in a run folder.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

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
    refuses({"energy", "--x", "0,1"}, "a region is for packing and velocity_profile only");
    refuses({"packing", "--x", "1,0"}, "must be the smaller");
    refuses({"packing", "--x", "1"}, "--x");
    EXPECT_EQ(scree({"measure"}).exit_code, 2);
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

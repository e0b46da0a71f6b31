// scree plan: what it prints for a power law and for a scene, and what it refuses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "tests/cli/process.h"
#include "tests/engine/temporary_folder.h"

namespace scree::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<std::string> spheres{"--dim", "3",          "--exponent", "-3",         "--ratio",
                                       "100",   "--fraction", "0.7",        "--overhead", "0.2"};

// Small discs and large ones, of as much area, without gravity in a square of 1 m2.
const std::string gas = R"(scree = 1
title = "Gas"
[run]
duration = 0.01
gravity = [0, 0]
[domain]
x = [0, 1]
y = [0, 1]
[materials.rock]
density = 1000
stiffness = 1e8
friction = 0.4
damping = 0.3
[[grains]]
name = "small"
material = "rock"
count = 900
shape = { kind = "disc" }
size = { kind = "mono", value = 0.01 }
place = { kind = "random", x = [0, 1], y = [0, 1] }
[[grains]]
name = "large"
material = "rock"
count = 1
shape = { kind = "rectangle" }
size = { kind = "mono", value = 0.3 }
place = { kind = "list", at = [[0.5, 0.5]] }
)";

class PlanCommand : public ::testing::Test {
public:
    Outcome plan(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {SCREE_PROGRAM, "plan"});
        return run(std::move(arguments), {}, folder_.path());
    }
    Outcome law(const std::vector<std::string>& more) const {
        std::vector<std::string> arguments = spheres;
        arguments.insert(arguments.end(), more.begin(), more.end());
        return plan(arguments);
    }
    Outcome scene(const std::string& text, std::vector<std::string> arguments = {}) const {
        std::ofstream(folder_ / "scene.toml") << text;
        arguments.insert(arguments.begin(), "scene.toml");
        return plan(arguments);
    }
    static json parsed(const Outcome& outcome) {
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_THAT(outcome.err, IsEmpty());
        return json::parse(outcome.out);
    }
    void expect_usage_error(const Outcome& outcome, const std::string& text) const {
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_THAT(outcome.out, IsEmpty());
        EXPECT_THAT(outcome.err, HasSubstr(text));
    }

protected:
    engine::TemporaryFolder folder_;
};

TEST_F(PlanCommand, PrintsATable) {
    const Outcome outcome = law({"--rule", "exponential"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err, IsEmpty());
    EXPECT_THAT(
        outcome.out,
        AllOf(HasSubstr("r^-3, the largest 100 times the smallest, in 3 dimensions"),
              ContainsRegex("cells +exponential, search top_down"), ContainsRegex("\n +1 +6.3246 "),
              ContainsRegex("\n +4 +200 "), ContainsRegex("cost +12.13 per grain"),
              ContainsRegex("linked cell +9.115e\\+04 per grain, 7.51e\\+03 times")));
}

TEST_F(PlanCommand, HasTheNumbersOfThePaperAsJson) {
    const json of = parsed(law({"--rule", "constant", "--json"}));
    EXPECT_EQ(of["sizes"], (json{{"kind", "power_law"}, {"exponent", -3.0}, {"ratio", 100.0}}));
    EXPECT_EQ(of["unit"], "smallest radius");
    EXPECT_EQ(of["dimension"], 3);
    EXPECT_EQ(of["fraction"], 0.7);
    EXPECT_EQ(of["overhead"], 0.2);
    EXPECT_EQ(of["search"], "top_down");
    EXPECT_EQ(of["rule"], "constant");
    ASSERT_EQ(of["levels"].size(), 12u);
    EXPECT_EQ(of["levels"][11]["cell"], 200.0);
    EXPECT_NEAR(of["levels"][3]["particles_per_cell"], of["levels"][0]["particles_per_cell"], 1e-8);
    EXPECT_NEAR(of["cost"], 11.60, 0.0051);
    EXPECT_NEAR(of["candidates"].get<double>() + 0.2 * of["accesses"].get<double>(), of["cost"],
                1e-12);
    EXPECT_GT(of["linked_cell_cost"], 9e4);

    EXPECT_EQ(parsed(law({"--json"}))["rule"], "optimal");
    EXPECT_EQ(parsed(law({"--json", "--levels", "5"}))["levels"].size(), 5u);
    const json up = parsed(law({"--json", "--search", "bottom_up"}));
    EXPECT_EQ(up["search"], "bottom_up");
    EXPECT_GT(up["cost"], of["cost"]);
}

TEST_F(PlanCommand, PlansInTwoDimensionsByDefault) {
    const json of =
        parsed(plan({"--exponent", "-3", "--ratio", "20", "--fraction", "0.4", "--json"}));
    EXPECT_EQ(of["dimension"], 2);
    EXPECT_EQ(of["overhead_measured"], true);
    EXPECT_GT(of["overhead"], 0.0);
    EXPECT_GE(of["levels"].size(), 2u);
}

TEST_F(PlanCommand, PlansForTheGrainsOfAScene) {
    const json of = parsed(scene(gas, {"--json"}));
    const json& sizes = of["sizes"];
    EXPECT_EQ(sizes["kind"], "grains");
    EXPECT_EQ(sizes["title"], "Gas");
    EXPECT_EQ(sizes["count"], 901);
    EXPECT_NEAR(sizes["smallest_radius_m"], 0.005, 1e-12);
    // Half of the diagonal of the square with the area of a disc of 0.3 m.
    const double area = std::numbers::pi * 0.0225;
    const double radius = std::sqrt(area / 2.0);
    EXPECT_NEAR(sizes["largest_radius_m"], radius, 1e-12);
    EXPECT_EQ(sizes["fraction_from"], "domain");
    EXPECT_NEAR(sizes["fraction"], 2.0 * area, 1e-12);
    EXPECT_NEAR(of["fraction"], area + std::numbers::pi * radius * radius, 1e-12);
    EXPECT_EQ(of["unit"], "m");
    ASSERT_EQ(of["levels"].size(), 2u);
    EXPECT_NEAR(of["levels"][0]["share"], 900.0 / 901.0, 1e-12);
    EXPECT_DOUBLE_EQ(of["levels"][1]["cell"], 2.0 * sizes["largest_radius_m"].get<double>());
}

TEST_F(PlanCommand, SaysWhatItAssumesOfAScene) {
    EXPECT_THAT(scene(gas).out, HasSubstr("of the area, spread over the whole domain"));
    const Outcome pulled = scene(gas, {"--set", "run.gravity=[0, -9.81]"});
    EXPECT_THAT(pulled.out,
                AllOf(HasSubstr("901, in circles of radius 5 to 188"),
                      HasSubstr("0.8 of the area, which is assumed"),
                      ContainsRegex("overhead +[0-9.]+, as measured here"), HasSubstr("cell [m]")));
    const json asked = parsed(scene(gas, {"--fraction", "0.5", "--json", "--overhead", "1"}));
    EXPECT_EQ(asked["sizes"]["fraction"], 0.5);
    EXPECT_EQ(asked["sizes"]["fraction_from"], "asked for");
    EXPECT_EQ(asked["overhead"], 1.0);
}

TEST_F(PlanCommand, TakesWhatTheSceneSaysOfItsGrid) {
    const auto with = [&](const std::string& keys, std::vector<std::string> more = {}) {
        std::vector<std::string> arguments{"--json", "--set",
                                           "broad_phase={kind=\"hgrid\", " + keys + "}"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return parsed(scene(gas, arguments));
    };
    const json of = with("cells=\"linear\", levels=2, search=\"bottom_up\", overhead=0.7");
    EXPECT_EQ(of["rule"], "linear");
    EXPECT_EQ(of["levels"].size(), 2u);
    EXPECT_EQ(of["search"], "bottom_up");
    EXPECT_EQ(of["overhead"], 0.7);
    EXPECT_EQ(of["overhead_measured"], false);
    const json listed = with("cells=[0.02, 0.3]");
    EXPECT_EQ(listed["rule"], "list");
    ASSERT_EQ(listed["levels"].size(), 2u);
    EXPECT_EQ(listed["levels"][0]["cell"], 0.02);
    EXPECT_GT(listed["levels"][1]["cell"], 0.3) << "widened for the largest";
    // The command line has the last word.
    EXPECT_EQ(with("cells=[0.02, 0.3]", {"--rule", "constant"})["rule"], "constant");
    EXPECT_EQ(with("overhead=0.7", {"--overhead", "2"})["overhead"], 2.0);
}

TEST_F(PlanCommand, TakesGrainsThatRainAndTheFirstOfASweep) {
    const std::string rain = "grains.small.place={kind=\"rain\", x=[0.1, 0.2], y=0.1, rate=1000}";
    EXPECT_EQ(parsed(scene(gas, {"--json", "--set", rain}))["sizes"]["count"], 901);
    const Outcome swept = scene(gas + "[sweep]\n\"grains.small.count\" = [100, 200]\n", {"--json"});
    EXPECT_EQ(swept.exit_code, 0);
    EXPECT_THAT(swept.err, AllOf(HasSubstr("a sweep of 2 runs"), HasSubstr("count=100")));
    EXPECT_EQ(json::parse(swept.out)["sizes"]["count"], 101);
}

TEST_F(PlanCommand, PlansForEverySceneThatShips) {
    for (const auto& entry : std::filesystem::directory_iterator(SCREE_SCENES)) {
        if (entry.path().extension() != ".toml") continue;
        const json of = parsed(plan({entry.path(), "--json", "--set", "sweep={}"}));
        EXPECT_GE(of["linked_cell_cost"].get<double>(), 0.999 * of["cost"].get<double>())
            << entry.path();
    }
}

TEST_F(PlanCommand, RefusesWhatIsNoLaw) {
    expect_usage_error(plan({}), "give a scene, or a power law by --exponent, --ratio and");
    expect_usage_error(plan({"--exponent", "-3", "--ratio", "9"}), "--fraction");
    expect_usage_error(law({"--exponent", "-3"}), "--exponent");
    expect_usage_error(law({"--rule", "quadratic"}), "quadratic");
    expect_usage_error(law({"--search", "sideways"}), "sideways");
    expect_usage_error(law({"--levels", "0"}), "levels must be from 1 to 1000, not 0");
    expect_usage_error(law({"--levels", "-2"}), "-2");
    expect_usage_error(law({"--levels", "2.5"}), "2.5");
    expect_usage_error(law({"--set", "seed=2"}), "--set");
    const auto with = [&](std::size_t which, const char* value) {
        std::vector<std::string> arguments = spheres;
        arguments[which] = value;
        return plan(arguments);
    };
    expect_usage_error(with(1, "4"), "dimension must be 2 or 3, not 4");
    expect_usage_error(with(3, "nan"), "exponent must be from -100 to 100, not nan");
    expect_usage_error(with(3, "steep"), "steep");
    expect_usage_error(with(5, "0.5"),
                       "ratio of the largest radius to the smallest must be at "
                       "least 1, not 0.5");
    expect_usage_error(with(5, "nan"), "not nan");
    expect_usage_error(with(5, "inf"), "inf");
    expect_usage_error(with(7, "-0.7"), "fraction must be from");
    expect_usage_error(with(9, "-1"), "overhead must be from 0");
}

TEST_F(PlanCommand, RefusesBadScenes) {
    EXPECT_EQ(plan({"none.toml"}).exit_code, 5);
    const Outcome bad = scene(gas, {"--set", "grains.small.count=-1"});
    EXPECT_EQ(bad.exit_code, 3);
    EXPECT_THAT(bad.out, IsEmpty());
    EXPECT_THAT(bad.err, HasSubstr("count"));
    expect_usage_error(scene(gas, {"--ratio", "3"}), "--ratio");
    expect_usage_error(scene(gas, {"--dim", "3"}), "--dim");
    // What was asked for on the command line, not what the scene says.
    expect_usage_error(scene(gas, {"--levels", "0"}), "levels must be from 1");
    expect_usage_error(scene(gas, {"--fraction", "nan"}), "fraction must be");
    expect_usage_error(scene(gas, {"--overhead", "-1"}), "overhead must be");
}

}  // namespace
}  // namespace scree::cli

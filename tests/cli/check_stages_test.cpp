// scree check: what it says of loads on walls, of stages, and of runs that begin where others
// ended.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/cli/checking.h"

namespace scree::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// A lid above the two discs, 1 m wide, that presses with 1000 N/m.
std::string with_lid(const std::string& more = "", const std::string& along = "[0, -1]") {
    return Check::quiet + R"([[walls]]
name = "lid"
material = "rock"
shape = { kind = "box", x = [-0.5, 0.5], y = [0.5, 0.7] }
motion = { kind = "load", pressure = 1000, length = 1, along = )" +
           along + more + " }\n";
}

constexpr double mass = 1000 * std::numbers::pi / 4 * 0.01;
constexpr double height = 2 * std::numbers::pi / 4 * 0.01 / 0.8;
const std::string long_enough = "run.duration=5";

// The formulas are those of docs/physics.md, "Walls under load".
TEST_F(Check, KnowsLoads) {
    const json of = facts(with_lid(), {long_enough});
    EXPECT_THAT(of["warnings"], IsEmpty());
    ASSERT_EQ(of["loads"].size(), 1u);
    const json load = of["loads"][0];
    EXPECT_EQ(load["wall"], "lid");
    EXPECT_EQ(load["stage"], "");
    EXPECT_NEAR(load["force_N"], 1000.0, 1e-9);
    EXPECT_NEAR(load["mass_kg"], 10 * mass, 1e-9);
    EXPECT_EQ(load["mass_kg"], load["layer_kg"]);
    EXPECT_EQ(load["step_factor"], 1.0);
    EXPECT_EQ(load["damping_N_s_per_m"], 0.0);
    EXPECT_TRUE(load["damping_takes_all_at_m_per_s"].is_null());
    EXPECT_NEAR(load["ramp_s"], 8 * height / std::sqrt(0.5 * 1e8 / (0.8 * 1000)), 1e-9);
    const double speed = 0.1 * 0.1 * std::sqrt(1000 / mass);
    EXPECT_NEAR(load["max_speed_m_per_s"], speed, 1e-9);
    EXPECT_NEAR(load["stiffness_over_pressure"], 1e5, 1e-3);
    // The overlap of a disc on a wall, whose stiffness is that of the filling.
    const json filling = of["filling_overlap"];
    EXPECT_NEAR(load["overlap_share"].get<double>() / filling["share"].get<double>(),
                1000 / (1000 * 9.81 * 0.8 * filling["height_m"].get<double>()), 1e-6);
    EXPECT_NEAR(load["height_m"], height, 1e-9);
    EXPECT_NEAR(load["way_m"], 0.5 - height, 1e-9);
    // It speeds up by 1000 N over its mass, and has its limit of speed then.
    const double reach = (0.5 - height + 0.5 * speed * speed * 10 * mass / 1000) / speed;
    EXPECT_NEAR(load["reach_s"], reach, 1e-9);

    const Outcome outcome = check(with_lid(), {"--set", long_enough});
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("load            lid: 1000 N/m on 1 m, 1000 N"),
                      HasSubstr("mass 78.5 kg (a layer of grains), no damping"),
                      HasSubstr("changes take 0.000628 s, at most 0.113 m/s"),
                      HasSubstr("stiffness over pressure 1e+05"),
                      HasSubstr("about 0.48 m before the grains, which it reaches in 4.3 s")));
}

TEST_F(Check, WarnsOfWallsThatAreTooFarAway) {
    const Outcome outcome = check(with_lid(), {"--set", "run.duration=4"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err,
                HasSubstr("warning: the wall `lid` needs about 4.26 s to reach the grains, 0.48 m "
                          "away at 0.113 m/s at most, and the run lasts 4 s: let it begin nearer "
                          "to them, give it a larger max_speed, or more time"));
    EXPECT_THAT(warnings(with_lid(), {"run.duration=4"}), ElementsAre("far_wall"));
    EXPECT_THAT(warnings(with_lid(", max_speed = 0.2"), {"run.duration=4"}), IsEmpty());
    // Its damper slows it down to 5 mm/s.
    EXPECT_THAT(warnings(with_lid(", damping = \"matched\""), {long_enough}),
                ElementsAre("far_wall"));
    EXPECT_THAT(warnings(with_lid(", travel = [0, 0.4]"), {long_enough}), ElementsAre("travel"));
    EXPECT_THAT(warnings(with_lid(", travel = [0, 0.49]"), {long_enough}), IsEmpty());
}

// Each of two walls that come towards each other has half of the way.
TEST_F(Check, LetsBothWallsComeTogether) {
    const std::string other = R"([[walls]]
name = "table"
material = "rock"
shape = { kind = "box", x = [-0.5, 0.5], y = [-0.35, -0.2] }
motion = { kind = "load", pressure = 1000, length = 1, along = [0, 1] }
)";
    std::string scene = with_lid() + other;
    scene.replace(scene.find("y = [-0.2, 0] }"), 15, "y = [-0.5, -0.4] }\none_sided = true\n");
    const json loads = facts(scene, {long_enough})["loads"];
    ASSERT_EQ(loads.size(), 2u);
    EXPECT_NEAR(loads[0]["way_m"], 0.7 - height, 1e-9);
    EXPECT_NEAR(loads[0]["reach_s"].get<double>() * 0.11284, 0.5 * (0.7 - height), 1e-3);
}

TEST_F(Check, WarnsOfWallsWithoutResistance) {
    EXPECT_THAT(warnings(with_lid("", "[0, 1]"), {long_enough}), ElementsAre("no_resistance"));
    // A pull goes the other way.
    EXPECT_THAT(warnings(with_lid("", "[0, 1]"), {"walls.lid.motion.pressure=-1000", long_enough}),
                Not(Contains("no_resistance")));
    EXPECT_THAT(check(with_lid("", "[0, 1]")).err,
                HasSubstr("the wall `lid` has no grains before it, in the direction of its load"));
}

TEST_F(Check, WarnsOfSoftGrains) {
    EXPECT_THAT(warnings(with_lid(), {"walls.lid.motion.pressure=9e4", long_enough}), IsEmpty());
    const std::string high = "walls.lid.motion.pressure=2e5";
    EXPECT_THAT(warnings(with_lid(), {high, long_enough}), ElementsAre("soft"));
    EXPECT_THAT(check(with_lid(), {"--set", high}).err,
                HasSubstr("presses with 2e+05 N/m, and the stiffness of the grains is only 500 "
                          "times as large: take a stiffness of 2e+08 N/m or more"));
}

// I = v / height sqrt(m / P) is 0.01 at 2.2 mm/s.
TEST_F(Check, WarnsOfShearThatIsNotQuasiStatic) {
    const json slow = facts(with_lid(", velocity = [0.002, 0]"), {long_enough});
    EXPECT_NEAR(slow["loads"][0]["inertial_number"], 0.002 / height * std::sqrt(mass / 1000), 1e-9);
    EXPECT_THAT(slow["warnings"], IsEmpty());
    EXPECT_THAT(warnings(with_lid(", velocity = [-0.0025, 0]"), {long_enough}),
                ElementsAre("inertial"));
    // What counts is how fast the walls pass each other.
    const std::string both = "walls.floor.motion={ kind = \"constant\", velocity = [-0.0025, 0] }";
    EXPECT_THAT(warnings(with_lid(", velocity = [-0.0025, 0]"), {both, long_enough}), IsEmpty());
    EXPECT_THAT(warnings(with_lid(", velocity = [0.001, 0], damping = \"matched\""), {long_enough}),
                Contains("damping"));
}

TEST_F(Check, WarnsOfAWallThatMakesTheTimeStepSmaller) {
    const json usual = facts(with_lid(), {long_enough});
    const json light = facts(with_lid(", mass = 1"), {long_enough});
    const double factor = std::sqrt(2 / (1 + 10 * mass));
    EXPECT_NEAR(light["loads"][0]["step_factor"], factor, 1e-9);
    EXPECT_NEAR(light["dt"].get<double>() / usual["dt"].get<double>(), factor, 1e-9);
    EXPECT_EQ(light["warnings"].size(), 1u);
    EXPECT_THAT(light["warnings"].dump(),
                AllOf(HasSubstr("light_wall"), HasSubstr("makes the time step 6.31 times smaller"),
                      HasSubstr("a layer of grains with 78.5 kg")));
    EXPECT_THAT(warnings(with_lid(", mass = 100"), {long_enough}), IsEmpty());
}

TEST_F(Check, WarnsOfLoadsThatAreNeverReached) {
    EXPECT_THAT(warnings(with_lid(", ramp = 6"), {long_enough}), ElementsAre("ramp"));
    EXPECT_THAT(warnings(with_lid(", ramp = 4"), {long_enough}), IsEmpty());
}

/// The discs with a lid and two stages.
std::string staged(const std::string& first = "", const std::string& second = "") {
    std::string scene = with_lid() + R"([[measure]]
name = "dense"
kind = "packing"
[[stage]]
name = "press"
duration = 5
)" + first + R"(
[[stage]]
name = "shear"
duration = 2
)" + second + "\n";
    return scene.erase(scene.find("duration = 0.01\n"), 16);
}

TEST_F(Check, KnowsStages) {
    const std::string scene = staged(
        "until = { measure = \"dense.fraction\", above = 0.8 }\n"
        "set = { \"run.gravity\" = [0, 0] }",
        "set = { \"walls.lid.motion\" = { kind = \"load\", pressure = 500, length = 1, along = [0, "
        "-1], velocity = [0.001, 0] } }\nramp = { \"materials.rock.friction\" = 0.1, "
        "\"run.gravity\" = [0, -1] }");
    const json of = facts(scene);
    EXPECT_THAT(of["warnings"], IsEmpty());
    EXPECT_EQ(of["duration_s"], 7.0);
    EXPECT_NEAR(of["steps"].get<double>() * of["dt"].get<double>(), 7.0, 1e-3);
    EXPECT_NEAR(of["grain_steps"], 2 * of["steps"].get<double>(), 10.0);
    ASSERT_EQ(of["stages"].size(), 2u);
    EXPECT_EQ(of["stages"][0]["until"], "`dense.fraction` is above 0.8");
    EXPECT_EQ(of["stages"][0]["set"]["run.gravity"], "[0, 0]");
    EXPECT_TRUE(of["stages"][1]["until"].is_null());
    EXPECT_EQ(of["stages"][1]["ramp"]["materials.rock.friction"], "0.1");
    ASSERT_EQ(of["loads"].size(), 2u);
    EXPECT_EQ(of["loads"][1]["stage"], "shear");
    EXPECT_EQ(of["loads"][1]["pressure_N_per_m"], 500.0);
    // The lid was moved before, so that nobody knows where it is.
    EXPECT_TRUE(of["loads"][1]["reach_s"].is_null());
    // Gravity of the second stage counts.
    EXPECT_FALSE(of["filling_overlap"].is_null());

    const Outcome outcome = check(scene);
    EXPECT_THAT(
        outcome.out,
        AllOf(
            HasSubstr("steps           at most "), HasSubstr("time            at most about "),
            HasSubstr("stages          press: at most 5 s, or until `dense.fraction` is above 0.8"),
            HasSubstr("  sets run.gravity = [0, 0]"), HasSubstr("shear: 2 s\n"),
            HasSubstr("  sets walls.lid.motion = \"load\"\n"),
            HasSubstr("  ramps up to materials.rock.friction = 0.1, run.gravity = [0, -1]"),
            HasSubstr("load            lid from press on: 1000 N/m"),
            HasSubstr("load            lid from shear on: 500 N/m")));
}

TEST_F(Check, WarnsOfConditionsThatNobodySees) {
    const std::string until = "until = { measure = \"dense.fraction\", above = 0.8 }";
    std::string scene = staged(until);
    scene.replace(scene.find("kind = \"packing\""), 16, "kind = \"packing\"\nstage = \"shear\"");
    EXPECT_THAT(warnings(scene), ElementsAre("until"));
    EXPECT_THAT(check(scene).err,
                HasSubstr("the stage `press` ends by `dense.fraction`, a measure that is limited "
                          "to the stage `shear`"));
    EXPECT_THAT(warnings(staged("until = { wall = \"floor\", displacement = 0.1 }")),
                ElementsAre("until"));
    EXPECT_THAT(warnings(staged("until = { wall = \"lid\", displacement = 0.1 }")), IsEmpty());
}

TEST_F(Check, JudgesAStageByItsOwnDuration) {
    EXPECT_THAT(warnings(staged(), {"walls.lid.motion.max_speed=0.09"}), ElementsAre("far_wall"));
    const std::string away = "set = { \"walls.lid.present\" = false }";
    EXPECT_THAT(warnings(staged(away)), ElementsAre("gate"));
    EXPECT_THAT(warnings(staged(away, "set = { \"walls.lid.present\" = true }")),
                ElementsAre("far_wall"));
    const json later = facts(staged(away, "set = { \"walls.lid.present\" = true }"));
    EXPECT_NEAR(later["loads"][0]["way_m"], 0.5 - height, 1e-9);
}

TEST_F(Check, LooksIntoTheFolderOfAStart) {
    EXPECT_EQ(check(quiet).exit_code, 0);
    EXPECT_EQ(
        run({SCREE_PROGRAM, "run", "scene.toml", "-o", "first", "--quiet"}, {}, folder_.path())
            .exit_code,
        0);
    const std::string none = quiet.substr(0, quiet.find("[[grains]]"));
    const json of = facts(none + "[start]\nrun = \"first\"\n" + rain);
    EXPECT_EQ(of["grains"], 22);
    EXPECT_EQ(of["groups"][0]["name"], "discs");
    EXPECT_GT(of["trial_begun"]["steps"], 0);
    EXPECT_THAT(of["warnings"], IsEmpty());
    // The time goes on from 0.01 s.
    const json later =
        facts(quiet + "[start]\nrun = \"first\"\nkeep_time = true\n", {"run.duration=0.03"});
    EXPECT_NEAR(later["grain_steps"].get<double>() * later["dt"].get<double>(), 2 * 0.02, 1e-4);
    const Outcome missing = check(none + "[start]\nrun = \"second\"\n");
    EXPECT_EQ(missing.exit_code, 5);
    EXPECT_THAT(missing.err, HasSubstr("second"));
}

}  // namespace
}  // namespace scree::cli

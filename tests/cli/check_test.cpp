// scree check: what it says of a scene, and of each thing that may be wrong with one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <set>

#include "tests/cli/process.h"
#include "tests/engine/temporary_folder.h"

namespace scree::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

// Two discs that lie on a floor: nothing to warn of.
const std::string quiet = R"(scree = 1
title = "Two discs"
[run]
duration = 0.01
threads = 1
[domain]
x = [-1, 1]
y = [-0.5, 2]
[materials.rock]
density = 1000
stiffness = 1e8
friction = 0.4
damping = 0.3
[[walls]]
name = "floor"
material = "rock"
shape = { kind = "box", x = [-0.8, 0.8], y = [-0.2, 0] }
[[grains]]
name = "discs"
material = "rock"
shape = { kind = "disc" }
size = { kind = "mono", value = 0.1 }
place = { kind = "list", at = [[-0.3, 0.05], [0.3, 0.05]] }
)";

const std::string rain = R"([[grains]]
name = "drops"
material = "rock"
count = 20
shape = { kind = "irregular", corners = [5, 7] }
size = { kind = "mono", value = 0.05 }
place = { kind = "rain", x = [-0.5, 0.5], y = 0.01, rate = 4000 }
)";

class Check : public ::testing::Test {
public:
    Outcome check(const std::string& scene, std::vector<std::string> arguments = {}) const {
        std::ofstream(folder_ / "scene.toml") << scene;
        arguments.insert(arguments.begin(), {SCREE_PROGRAM, "check", "scene.toml"});
        return run(std::move(arguments), {}, folder_.path());
    }
    // The facts, with the scene changed by --set.
    json facts(const std::string& scene, const std::vector<std::string>& sets = {}) const {
        std::vector<std::string> arguments{"--json"};
        for (const std::string& set : sets) arguments.insert(arguments.end(), {"--set", set});
        const Outcome outcome = check(scene, arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return json::parse(outcome.out);
    }
    std::set<std::string> warnings(const std::string& scene,
                                   const std::vector<std::string>& sets = {}) const {
        std::set<std::string> kinds;
        const json all = facts(scene, sets);
        for (const json& warning : all["warnings"])
            kinds.insert(warning["kind"].get<std::string>());
        return kinds;
    }

    engine::TemporaryFolder folder_;
};

TEST_F(Check, SaysAllThereIsToKnow) {
    const Outcome outcome = check(quiet + rain);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err, IsEmpty());
    EXPECT_THAT(
        outcome.out,
        AllOf(HasSubstr("scene.toml: Two discs"), HasSubstr("grains          22, 54.98 kg"),
              HasSubstr("discs: 2, 100 mm, 15.71 kg"), HasSubstr("drops: 20, rain, 50 mm, 39.27"),
              HasSubstr("1 of 1 pieces"), ContainsRegex("time step +[0-9.e-]+ s, automatic"),
              HasSubstr("decides the automatic one"), HasSubstr(" for 0.01 s"),
              HasSubstr("gear3, broad phase sweep"), ContainsRegex("memory +about [0-9]+ MB"),
              HasSubstr("trial as it begins"), HasSubstr("trial packed densely"),
              HasSubstr("a grain of rain counts from when it is due"), HasSubstr("on impact"),
              HasSubstr("under the weight"), HasSubstr("warnings        none")));
}

TEST_F(Check, SaysTheSameAsJson) {
    const json of = facts(quiet + rain);
    EXPECT_EQ(of["grains"], 22);
    EXPECT_NEAR(of["mass_kg"], 1000 * std::numbers::pi / 4 * (2 * 0.01 + 20 * 0.0025), 1e-9);
    EXPECT_EQ(of["steps"], std::ceil(0.01 / of["dt"].get<double>()));
    EXPECT_EQ(of["dt"], of["dt_automatic"]);
    EXPECT_EQ(of["dt_given"], false);
    EXPECT_GT(of["wall_s"], 0.0);
    EXPECT_EQ(of["trial_packed"]["grains"], 22);
    EXPECT_GE(of["trial_begun"]["grains"], 2);
    // The discs count all the time, a grain of rain from when it is due.
    const double steps = 0.01 / of["dt"].get<double>();
    EXPECT_NEAR(of["grain_steps"], steps * (2 + 20 * 0.75), 1e-6 * steps);
    EXPECT_THAT(of["warnings"], IsEmpty());
    EXPECT_THAT(of["errors"], IsEmpty());
}

TEST_F(Check, OfASweepAllMembersAreCheckedAndTheFirstIsShown) {
    const std::string swept = quiet + "[sweep]\n\"materials.rock.friction\" = [0.1, 0.2]\n";
    const Outcome outcome = check(swept, {"--sweep", "run.duration=0.02,0.03"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(
        outcome.out,
        AllOf(HasSubstr("4 runs; what follows is for the first, friction=0.1,duration=0.02"),
              HasSubstr(" for 0.02 s")));
    const Outcome wrong = check(quiet, {"--sweep", "contact.law=area,linear", "--sweep",
                                        "grains.discs.shape.kind=disc,rectangle"});
    EXPECT_EQ(wrong.exit_code, 3);
    EXPECT_THAT(wrong.err, AllOf(StartsWith("law=linear,kind=rectangle: "),
                                 Not(HasSubstr("law=area")), Not(HasSubstr("kind=disc"))));
}

TEST_F(Check, LeavesNothingBehind) {
    check(quiet + rain);
    const std::filesystem::directory_iterator files(folder_.path());
    EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

// The limits are those of docs/physics.md, "Automatic time step" and "Limits of stability".
TEST_F(Check, NamesThePairThatDecidesTheTimeStep) {
    const json soft = facts(quiet)["decided_by"];
    EXPECT_EQ(soft["limit"], "friction");
    EXPECT_EQ(soft["first"], "discs");
    EXPECT_EQ(soft["second"], "discs");
    const auto limit = [&](const std::string& damping, const std::string& integrator) {
        return facts(quiet, {"contact.law=linear", "materials.rock.damping=" + damping,
                             "run.integrator=" + integrator})["decided_by"]["limit"];
    };
    EXPECT_EQ(limit("0.3", "gear3"), "stiffness");
    EXPECT_EQ(limit("0.63", "gear3"), "stiffness");
    EXPECT_EQ(limit("0.65", "gear3"), "stability");
    EXPECT_EQ(limit("0.74", "verlet"), "stiffness");
    EXPECT_EQ(limit("0.76", "verlet"), "damping");
    // The wall is so hard that it decides the time step, although its shape makes the contact
    // softer.
    const std::string steel =
        "[contacts.rock.steel]\nstiffness = 1e10\n[materials.steel]\n"
        "density = 1\nstiffness = 1e10\nfriction = 0\ndamping = 0\n";
    EXPECT_EQ(facts(quiet + steel, {"walls.floor.material=steel"})["decided_by"]["second"],
              "floor");
}

TEST_F(Check, JudgesATimeStepOfTheScene) {
    const json of = facts(quiet);
    const auto with = [&](double share, const char* limit) {
        return "run.dt=" + json(share * of[limit].get<double>()).dump();
    };
    EXPECT_THAT(warnings(quiet, {with(0.9, "dt_automatic")}), IsEmpty());
    EXPECT_THAT(warnings(quiet, {with(0.95, "dt_stable")}), ElementsAre("time_step"));
    EXPECT_EQ(facts(quiet, {with(0.9, "dt_automatic")})["dt_given"], true);

    const Outcome beyond = check(quiet, {"--set", with(1.05, "dt_stable")});
    EXPECT_EQ(beyond.exit_code, 3);
    EXPECT_THAT(beyond.err,
                AllOf(HasSubstr("run.dt"), HasSubstr("between two grains like those of `discs`"),
                      HasSubstr("auto")));
    EXPECT_THAT(beyond.out, IsEmpty());
}

// The stiffness of a disc on a wall, Y b / (4 R), with the chord b of an overlap that is 2 % of the
// diameter deep (docs/physics.md, "Automatic time step").
const double disc_on_wall = 1e8 * 2.0 * std::sqrt(0.02 * 2.0 * (2.0 - 0.04)) / 4.0;

// v sqrt(m / k) over the diameter.
double impact(double height) {
    const double mass = 1000 * std::numbers::pi / 4 * 0.01;
    return std::sqrt(2 * 9.81 * height) * std::sqrt(mass / disc_on_wall) / 0.1;
}

TEST_F(Check, WarnsOfOverlapOnImpact) {
    const std::string low = "grains.discs.place.at=[[-0.3, 0.11], [0.3, 0.05]]";
    const std::string high = "grains.discs.place.at=[[-0.3, 0.55], [0.3, 0.05]]";
    const json gentle = facts(quiet, {low});
    EXPECT_NEAR(gentle["impact_overlap"]["height_m"], 0.06, 1e-12);
    EXPECT_NEAR(gentle["impact_overlap"]["share"], impact(0.06), 1e-12);
    EXPECT_THAT(gentle["warnings"], IsEmpty());
    EXPECT_THAT(warnings(quiet, {high}), ElementsAre("impact"));

    const Outcome outcome = check(quiet, {"--set", high});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("scene.toml: warning: grains of `discs` overlap by"),
                                   HasSubstr("2.35 %"), HasSubstr("3.13 m/s"),
                                   HasSubstr("height of 0.5 m"), HasSubstr("stiffness 5.5 times")));
    EXPECT_THAT(outcome.out, HasSubstr("warnings        1"));
}

TEST_F(Check, TakesTheHeightOfRainAndSpeedsToo) {
    EXPECT_THAT(warnings(quiet + rain, {"grains.drops.place.y=0.1"}), IsEmpty());
    EXPECT_THAT(warnings(quiet + rain, {"grains.drops.place.y=0.6"}), ElementsAre("impact"));
    const std::string thrown = "grains.discs.place.velocity=[[3.2, 0], [0, 0]]";
    EXPECT_THAT(warnings(quiet, {thrown, "run.gravity=[0, 0]"}), ElementsAre("impact"));
    EXPECT_TRUE(facts(quiet, {"run.gravity=[0, 0]"})["impact_overlap"].is_null());
}

TEST_F(Check, LetsGrainsFallAlongGravityAndThroughGates) {
    // Gravity is turned by 90 degrees: the floor is beside the grains, and nothing is below them.
    EXPECT_TRUE(facts(quiet, {"run.gravity=[9.81, 0]"})["impact_overlap"].is_null());
    const std::string beside = R"([[walls]]
name = "beside"
material = "rock"
shape = { kind = "box", x = [0.8, 1.0], y = [0, 0.3] }
)";
    const json sideways = facts(quiet + beside, {"run.gravity=[9.81, 0]"});
    // The right grain falls by 0.45 m; the left one lands on it, and falls by all the gaps under
    // it.
    EXPECT_NEAR(sideways["impact_overlap"]["height_m"], 1.1 - 0.05 - 0.1, 1e-9);

    const std::string gate = R"([[walls]]
name = "gate"
material = "rock"
shape = { kind = "box", x = [-0.5, 0.5], y = [0.3, 0.5] }
until = 0.005
)";
    const std::string above = "grains.discs.place.at=[[-0.3, 0.55], [0.3, 0.55]]";
    EXPECT_THAT(warnings(quiet + gate, {above}), ElementsAre("impact"));
    EXPECT_THAT(warnings(quiet + gate, {above, "walls.gate.until=1"}), IsEmpty());
}

// Contacts of other shapes rebound nearly as much as face-on squares do (docs/physics.md,
// "Restitution").
TEST_F(Check, SaysHowMuchContactsReallyRebound) {
    const json round = facts(quiet, {"materials.rock={ density = 1000, stiffness = 1e8, friction = "
                                     "0.4, restitution = 0.5 }"})["restitutions"];
    ASSERT_EQ(round.size(), 2u);
    EXPECT_EQ(round[0]["first"], "discs");
    EXPECT_EQ(round[0]["second"], "discs");
    EXPECT_EQ(round[0]["contact"], "round");
    EXPECT_NEAR(round[0]["restitution"], 0.47, 0.02);
    EXPECT_EQ(round[1]["second"], "floor");

    const std::string square = "grains.discs.shape={ kind = \"regular\", corners = 4 }";
    const json flat = facts(quiet, {square, "materials.rock.damping=0.2"})["restitutions"];
    ASSERT_EQ(flat.size(), 4u);
    EXPECT_EQ(flat[0]["contact"], "face on face");
    EXPECT_NEAR(flat[0]["restitution"], 0.7441, 0.005);
    EXPECT_EQ(flat[1]["contact"], "corner on face");
    EXPECT_NEAR(flat[1]["restitution"], 0.74, 0.05);
    EXPECT_NEAR(flat[2]["restitution"], 0.7441, 0.005);

    // A step that is set by hand changes the accuracy only.
    const json fine = facts(quiet, {square, "materials.rock.damping=0.2", "run.dt=1e-7"});
    EXPECT_NEAR(fine["restitutions"][0]["restitution"], 0.7441, 0.002);

    const Outcome outcome = check(quiet + rain, {"--set", square});
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("restitution     discs and discs: 0.6"),
                      HasSubstr(" face on face, 0."), HasSubstr("discs and floor: 0.")));
}

TEST_F(Check, WarnsOfOverlapUnderTheFilling) {
    const json of = facts(quiet)["filling_overlap"];
    const double height = std::sqrt(2 * std::numbers::pi / 4 * 0.01 / 0.8 * 0.5);
    EXPECT_NEAR(of["height_m"], height, 1e-12);
    EXPECT_NEAR(of["share"], 1000 * 9.81 * 0.8 * height / disc_on_wall, 1e-12);
    EXPECT_THAT(warnings(quiet, {"materials.rock.stiffness=5.6e5"}), IsEmpty());
    EXPECT_THAT(warnings(quiet, {"materials.rock.stiffness=5.5e5"}), ElementsAre("filling"));
    EXPECT_TRUE(facts(quiet, {"run.gravity=[0, 0]"})["filling_overlap"].is_null());
}

TEST_F(Check, KnowsTheHeightOfATower) {
    std::string at;
    for (int k = 0; k < 10; ++k) at += "[0, " + std::to_string(0.05 + 0.1 * k) + "], ";
    const std::string tower =
        quiet.substr(0, quiet.find("[[grains]]")) +
        "[[grains]]\nname = \"blocks\"\nmaterial = \"rock\"\n"
        "shape = { kind = \"polygon\", vertices = [[0, 0], [0.1, 0], [0.1, 0.1], [0, 0.1]] }\n"
        "place = { kind = \"list\", at = [" +
        at + "] }\n";
    const json of = facts(tower)["filling_overlap"];
    EXPECT_NEAR(of["height_m"], 1.0, 1e-9);
    // On the floor: k = Y b / (4 R), with the side b of the square and R = b / sqrt(pi).
    EXPECT_NEAR(of["share"], 1000 * 9.81 * 1.0 / (1e8 * std::sqrt(std::numbers::pi) / 4.0), 1e-9);
}

TEST_F(Check, NamesGrainsInsideEachOtherAndInWalls) {
    const std::string at = "grains.discs.place.at=";
    const Outcome pair = check(quiet, {"--set", at + "[[-0.3, 0.05], [-0.21, 0.05]]"});
    EXPECT_EQ(pair.exit_code, 0);
    // The lens of two circles of radius 0.05 at a distance of 0.09: 2.936e-4 / 0.04359.
    EXPECT_THAT(pair.err, HasSubstr("discs 1 in discs 0 by 0.00674 m (6.74 % of the size)"));
    EXPECT_THAT(check(quiet, {"--set", at + "[[-0.3, 0.05], [0.3, 0.04]]"}).err,
                AllOf(HasSubstr("discs 1 in floor by 0.00"), Not(HasSubstr("discs 0 in"))));
    EXPECT_THAT(warnings(quiet, {at + "[[-0.3, 0.05], [-0.20001, 0.05]]"}), IsEmpty());
    // A wall that comes later is not in the way yet.
    const std::string later = R"([[walls]]
name = "later"
material = "rock"
shape = { kind = "box", x = [-0.5, 0.5], y = [0.0, 0.2] }
from = 0.005
)";
    EXPECT_THAT(warnings(quiet + later), Not(Contains("placed_overlap")));
    EXPECT_THAT(warnings(quiet + later, {"walls.later.from=0"}), Contains("placed_overlap"));
}

TEST_F(Check, NamesTheFirstFewOfManyPairs) {
    const std::string crowd =
        "grains.discs.place.at=[[0, 0.05], [0.01, 0.05], [0.02, 0.05], "
        "[0.03, 0.05]]";
    EXPECT_THAT(check(quiet, {"--set", crowd}).err, HasSubstr(", and 1 more"));
}

TEST_F(Check, WarnsOfATrialThatBreaksDown) {
    const json of = facts(quiet, {"grains.discs.place.at=[[0, 0.05], [0, 0.05]]"});
    const std::string all = of["warnings"].dump();
    EXPECT_THAT(all, AllOf(HasSubstr("broke down in the trial"), HasSubstr("`discs ")));
}

TEST_F(Check, WarnsOfGrainsOutsideTheDomain) {
    const std::string outside = "grains.discs.place.at=[[-0.3, 0.05], [1.3, 0.05]]";
    EXPECT_THAT(warnings(quiet, {outside}), Contains("outside"));
    EXPECT_THAT(check(quiet, {"--set", outside}).err,
                AllOf(HasSubstr("1 of the 2 grains of `discs` start outside the domain, number 1"),
                      HasSubstr("which ends the run")));
    EXPECT_THAT(check(quiet, {"--set", outside, "--set", "domain.outflow=remove"}).err,
                HasSubstr("and are removed"));
    EXPECT_THAT(warnings(quiet + rain, {"grains.drops.place.x=[0.5, 1.2]"}), Contains("outside"));
}

TEST_F(Check, WarnsOfRainThatLastsTooLong) {
    EXPECT_THAT(warnings(quiet + rain, {"grains.drops.place.rate=1500"}), ElementsAre("rain"));
}

TEST_F(Check, WarnsOfGatesThatAreNeverThere) {
    const std::string gate = R"([[walls]]
name = "gate"
material = "rock"
shape = { kind = "box", x = [0.5, 0.7], y = [0.5, 0.7] }
)";
    EXPECT_THAT(warnings(quiet + gate + "from = 0.005\n"), IsEmpty());
    EXPECT_THAT(warnings(quiet + gate + "from = 0.02\n"), ElementsAre("gate"));
}

TEST_F(Check, WarnsOfWallsThatAreTooFast) {
    const std::string fan = R"([[walls]]
name = "fan"
material = "rock"
shape = { kind = "box", x = [0.5, 0.7], y = [0.9, 1.1] }
from = 0.005
)";
    // The discs have an inradius of 0.05 m.
    const double fast = 0.05 / facts(quiet)["dt"].get<double>();
    const auto with = [&](double share, const std::string& motion) {
        return quiet + fan + "motion = { " + motion + " = " + std::to_string(share * fast) + " }\n";
    };
    const std::string turned = "kind = \"constant\", about = [0.6, 0], spin";
    EXPECT_THAT(warnings(with(0.95, turned)), Not(Contains("fast_wall")));
    EXPECT_THAT(warnings(with(1.05, turned)), Contains("fast_wall"));
    const std::string shaken = "kind = \"oscillate\", amplitude = [0.1591549, 0], frequency";
    EXPECT_THAT(warnings(with(0.95, shaken)), Not(Contains("fast_wall")));
    EXPECT_THAT(warnings(with(1.05, shaken)), Contains("fast_wall"));
}

TEST_F(Check, WarnsOfRegionsOutsideTheDomain) {
    const std::string measure = "[[measure]]\nname = \"dense\"\nkind = \"packing\"\n";
    EXPECT_THAT(warnings(quiet + measure), IsEmpty());
    EXPECT_THAT(warnings(quiet + measure + "x = [0.5, 1.5]\n"), IsEmpty());
    EXPECT_THAT(warnings(quiet + measure + "x = [1.5, 2.5]\n"), ElementsAre("region"));
}

TEST_F(Check, RefusesThinWallsUnlessTheyAreOneSided) {
    const std::string thin = "walls.floor.shape.y=[-0.05, 0]";
    EXPECT_EQ(check(quiet, {"--set", thin}).exit_code, 3);
    EXPECT_EQ(check(quiet, {"--set", thin, "--set", "walls.floor.one_sided=true"}).exit_code, 0);
}

TEST_F(Check, ListsAllErrors) {
    const Outcome outcome =
        check(quiet, {"--json", "--set", "run.duraton=1", "--set", "materials.rock.density=-1"});
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("did you mean `duration`"), HasSubstr("density")));
    const json errors = json::parse(outcome.out)["errors"];
    ASSERT_EQ(errors.size(), 2u);
    EXPECT_EQ(errors[0]["file"], "--set 1");
    // Errors that are found only once the grains are placed are reported too.
    const Outcome late = check(
        quiet, {"--json", "--set", "domain.x=[-0.1, 0.1]", "--set", "domain.periodic=[\"x\"]"});
    EXPECT_EQ(late.exit_code, 3);
    EXPECT_THAT(json::parse(late.out)["errors"][0]["message"], HasSubstr("periodic"));
}

TEST_F(Check, FindsNoErrorInTheScenesThatShip) {
    int scenes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(SCREE_SCENES)) {
        if (entry.path().extension() != ".toml") continue;
        ++scenes;
        const Outcome outcome = run({SCREE_PROGRAM, "check", entry.path(), "--json"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        const json of = json::parse(outcome.out);
        EXPECT_GT(of["wall_s"], 0.0) << entry.path();
        // Warnings about overlaps are accepted in shipped scenes; any other warning is an error in
        // the scene.
        for (const json& warning : of["warnings"])
            EXPECT_THAT(warning["kind"], ::testing::AnyOf("impact", "filling")) << entry.path();
    }
    EXPECT_GT(scenes, 0);
}

// Grains whose sizes differ by a factor of thirty: the packed trial must not put one into another.
TEST_F(Check, TimesGrainsOfVeryDifferentSizes) {
    const json of = facts(quiet + rain, {"grains.drops.count=200", "run.duration=0.1",
                                         "grains.drops.size={kind=\"bidisperse\", small=0.003, "
                                         "large=0.1, fraction=0.5}"});
    EXPECT_GT(of["trial_packed"]["ns_per_grain_step"], 0.0);
}

TEST_F(Check, TellsUsageFromUnreadableFiles) {
    EXPECT_EQ(run({SCREE_PROGRAM, "check"}).exit_code, 2);
    EXPECT_EQ(run({SCREE_PROGRAM, "check", folder_ / "none.toml"}).exit_code, 5);
    EXPECT_EQ(check(quiet, {"more.toml"}).exit_code, 2);
}

}  // namespace
}  // namespace scree::cli

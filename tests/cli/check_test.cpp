// scree check: what it says of a scene, and of errors in one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>
#include <set>

#include "tests/cli/checking.h"

namespace scree::cli {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

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
        EXPECT_EQ(of["warnings"].size(), 0u) << entry.path() << of["warnings"];
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

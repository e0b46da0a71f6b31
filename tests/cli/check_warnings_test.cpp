// scree check: what it warns of.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "tests/cli/checking.h"

namespace scree::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

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

}  // namespace
}  // namespace scree::cli

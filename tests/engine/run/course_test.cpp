#include "engine/run/course.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "engine/run/checkpoint.h"
#include "engine/run/measures.h"
#include "engine/run/run.h"
#include "engine/run/setup.h"
#include "tests/engine/run/staged_scene.h"
#include "tests/engine/temporary_folder.h"

namespace scree::engine {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr std::size_t lid = 3;
constexpr std::size_t shelf = 4;

World staged(const std::string& stages, const std::vector<std::string>& sets = {}) {
    return World(load(staged_box + stages, sets));
}

double friction(const World& world) { return world.simulation().friction(1, 1); }

TEST(Course, AStageSetsWhatItSaysFromItsFirstStepOn) {
    World world = staged(R"([[stage]]
name = "one"
duration = 0.01
set = { "materials.stone.friction" = 0.25 }
[[stage]]
name = "two"
duration = 0.02
set = { "run.gravity" = [1.0, -2.0], "materials.stone.cohesion" = 3.0, "walls.lid.motion" = { kind = "constant", velocity = [0.0, -0.1] } }
[[stage]]
name = "three"
duration = 0.01
set = { "materials.stone.friction" = 0.75 }
)");
    const double dt = world.step_choice().dt;
    EXPECT_EQ(friction(world), 0.25) << "of the first stage, at once";
    EXPECT_EQ(world.course().stage().name, "one");
    step_to_stage(world, 1);
    EXPECT_NEAR(world.simulation().time(), 0.01 + dt, dt);
    EXPECT_EQ(world.simulation().gravity(), (Vec2{1.0, -2.0}));
    EXPECT_EQ(friction(world), 0.25) << "it stays";
    EXPECT_EQ(world.simulation().contact_table().at(1, 1).cohesion, 3.0);
    const double begin = static_cast<double>(world.course().first_step(1)) * dt;
    EXPECT_NEAR(world.simulation().wall_place(lid).shift.y,
                -0.1 * (world.simulation().time() - begin), 1e-15)
        << "its clock begins with the stage";
    const double grown = world.simulation().ledger().residual();
    step_to_stage(world, 2);
    EXPECT_EQ(friction(world), 0.75);
    EXPECT_EQ(world.simulation().gravity(), (Vec2{1.0, -2.0}));
    EXPECT_EQ(world.simulation().wall_place(lid).velocity, (Vec2{0.0, -0.1}));
    EXPECT_NEAR(world.simulation().ledger().residual(), grown, 1e-3);
    run_to_the_end(world);
    EXPECT_NEAR(world.simulation().time(), 0.04, 3.0 * dt);
    EXPECT_NEAR(world.expected_end(), world.simulation().time(), 1e-12);
}

TEST(Course, RampsAreLinearAndEndAtTheirValues) {
    World world = staged(R"([[stage]]
name = "one"
duration = 0.02
ramp = { "run.gravity" = [2.0, 0.0], "materials.stone.friction" = 0.1, "walls.lid.motion.velocity" = [0.0, 0.5] }
[[stage]]
name = "two"
duration = 0.02
set = { "walls.lid.motion" = { kind = "load", force = 10.0, along = [0.0, 1.0], ramp = 0.001, mass = 50.0 } }
[[stage]]
name = "three"
duration = 0.02
ramp = { "walls.lid.motion.force" = 30.0 }
)");
    const double dt = world.step_choice().dt;
    while (world.course().now() == 0) {
        world.step();
        if (world.course().now() != 0) break;
        const double share = std::min(1.0, world.simulation().time() / 0.02);
        ASSERT_NEAR(world.simulation().gravity().x, 2.0 * share, 1e-12);
        ASSERT_NEAR(world.simulation().gravity().y, -9.81 * (1.0 - share), 1e-12);
        ASSERT_NEAR(friction(world), 0.5 - 0.4 * share, 1e-12);
        ASSERT_NEAR(world.simulation().wall_place(lid).velocity.y, 0.5 * share, 1e-12);
        ASSERT_NEAR(world.simulation().wall_place(lid).shift.y,
                    0.25 * share * world.simulation().time(), 0.5 * dt);
    }
    EXPECT_EQ(world.simulation().gravity(), (Vec2{2.0, 0.0}));
    EXPECT_EQ(friction(world), 0.1);
    step_to_stage(world, 2);
    const auto begin = static_cast<double>(world.course().first_step(2)) * dt;
    while (!world.over()) {
        world.step();
        const double now = world.simulation().time();
        ASSERT_NEAR(world.simulation().walls().load_value(lid, now),
                    10.0 + 20.0 * std::min(1.0, (now - begin) / 0.02), 1e-9);
        ASSERT_NEAR(world.simulation().walls().loads().acting(lid),
                    world.simulation().walls().load_value(lid, now), 1e-12);
    }
    EXPECT_NEAR(world.simulation().walls().load_value(lid, 1.0), 30.0, 1e-12);
}

TEST(Course, WhatIsRampedJumpsToItsEndWhereAStageEndsEarly) {
    World world = staged(R"([[stage]]
name = "one"
duration = 0.02
ramp = { "materials.stone.friction" = 0.1, "walls.lid.motion.velocity" = [0.0, 0.5] }
[[stage]]
name = "two"
duration = 0.02
)");
    step_to(world, 0.01);
    world.change(EndStage{});
    world.step();
    EXPECT_EQ(world.course().now(), 1u);
    EXPECT_EQ(friction(world), 0.1);
    EXPECT_EQ(world.simulation().wall_place(lid).velocity, (Vec2{0.0, 0.5}));
    EXPECT_THROW(world.change(EndStage{}), std::invalid_argument) << "the last ends with the run";
}

/// Where a scene of two stages goes over to the second, and what it says of it.
struct Ending {
    explicit Ending(const std::string& until, const std::string& more = "",
                    const std::vector<std::string>& sets = {})
        : world(staged("[[stage]]\nname = \"one\"\nduration = 0.3\nuntil = " + until + "\n" + more +
                           "[[stage]]\nname = \"two\"\nduration = 0.001\n",
                       sets)) {
        while (world.course().now() == 0 && !world.course().stage_is_over(steps())) {
            last = world.simulation().wall_place(lid).shift;
            world.step();
        }
        time = world.simulation().time();
        early = world.course().ends_early();
        run_to_the_end(world);
        news = world.take_news();
    }
    std::uint64_t steps() const { return world.simulation().steps(); }

    World world;
    double time = 0.0;
    bool early = false;
    Vec2 last;
    std::vector<std::string> news;
};

const std::string rising_lid =
    R"(set = { "walls.lid.motion" = { kind = "constant", velocity = [0.03, 0.04] } }
)";

TEST(CourseUntil, AWallIsDisplaced) {
    const Ending ending("{ wall = \"lid\", displacement = 0.004 }", rising_lid);
    EXPECT_TRUE(ending.early);
    EXPECT_NEAR(ending.time, 0.08, ending.world.step_choice().look_period * 1.01);
    EXPECT_GE(ending.time, 0.08);
    EXPECT_THAT(ending.news, Contains(HasSubstr("stage `two` begins at t = 0.08")));
    EXPECT_THAT(ending.news, Not(Contains(HasSubstr("warning"))));
}

/// It counts from where the wall was when the stage began.
TEST(CourseUntil, AWallIsDisplacedInThisStage) {
    World world = staged(R"([[stage]]
name = "one"
duration = 0.05
set = { "walls.lid.motion" = { kind = "constant", velocity = [0.03, 0.04] } }
[[stage]]
name = "two"
duration = 0.3
until = { wall = "lid", displacement = 0.001 }
)");
    run_to_the_end(world);
    EXPECT_NEAR(world.simulation().time(), 0.07, 2.0 * world.step_choice().look_period);
    EXPECT_TRUE(world.ended_early());
    EXPECT_FALSE(world.at_rest());
}

TEST(CourseUntil, TheDurationIsOverFirst) {
    const Ending ending("{ wall = \"lid\", displacement = 0.04 }", rising_lid);
    EXPECT_FALSE(ending.early);
    EXPECT_NEAR(ending.time, 0.3, ending.world.step_choice().dt);
    EXPECT_THAT(ending.news,
                Contains(HasSubstr("warning: stage `one` reached its duration of 0.3 s before the "
                                   "condition of its `until`")));
}

TEST(CourseUntil, AColumnPassesALimit) {
    const auto fraction_at = [](double time) {
        World world = staged("[[stage]]\nname = \"one\"\nduration = 0.3\n");
        step_to(world, time - 1e-9);
        ShapeBook shapes(world.simulation().walls().all());
        return measure_now(world, 0, shapes).at("fraction").value.value();
    };
    const Ending above("{ measure = \"density.fraction\", above = 0.55 }");
    EXPECT_TRUE(above.early);
    EXPECT_GT(above.time, 0.005);
    const StepChoice& step = above.world.step_choice();
    EXPECT_GT(fraction_at(above.time), 0.55);
    EXPECT_LT(fraction_at(above.time - step.look_period), 0.55) << "at the look before";
    const Ending below("{ measure = \"density.fraction\", below = 0.55 }");
    EXPECT_TRUE(below.early);
    EXPECT_LT(below.time, step.look_period + step.dt) << "it is so from the first look on";
    const Ending never("{ measure = \"density.fraction\", above = 0.99 }");
    EXPECT_FALSE(never.early);
    EXPECT_THAT(never.news, Contains(HasSubstr("before the condition")));
}

/// A stage that a user ends is not over because of its condition, also after it was resumed.
TEST(CourseUntil, AHandIsNoCondition) {
    const std::string stages = R"([[stage]]
name = "one"
duration = 0.3
until = { measure = "density.fraction", above = 0.99 }
[[stage]]
name = "two"
duration = 0.001
)";
    World world = staged(stages);
    step_to(world, 0.01);
    world.change(EndStage{});
    World resumed = staged(stages);
    resumed.restore(decode_checkpoint(encode({"seed = 1\n", world.state(), {}})).live);
    for (World* run : {&world, &resumed}) {
        run_to_the_end(*run);
        EXPECT_THAT(run->take_news(), Contains("stage `one` is ended by hand"));
    }
    EXPECT_EQ(resumed.state_hash(), world.state_hash());
}

TEST(CourseUntil, AColumnIsSteady) {
    const Ending ending("{ measure = \"density.fraction\", steady = 0.002, over = 0.03 }");
    EXPECT_TRUE(ending.early);
    EXPECT_GT(ending.time, 0.06) << "the stones fall first";
    EXPECT_LT(ending.time, 0.3);
    const Ending longer("{ measure = \"density.fraction\", steady = 0.002, over = 0.1 }");
    EXPECT_GT(longer.time, ending.time);
}

TEST(CourseUntil, GrainsAreAtRest) {
    const Ending ending("{ at_rest = 0.5 }", "", {"materials.stone.damping=2"});
    EXPECT_TRUE(ending.early);
    EXPECT_GT(ending.time, 0.05);
    EXPECT_LT(ending.time, 0.3);
}

/// Grains at rest under a lid that has not come down yet will not stay so.
TEST(CourseUntil, NothingIsAtRestBeforeItsLoadIsBorne) {
    const std::string slow_lid =
        R"(set = { "walls.lid.motion" = { kind = "load", force = 20.0, along = [0.0, -1.0], max_speed = 0.1, ramp = 0.0 } }
)";
    const Ending ending("{ at_rest = 0.9 }", slow_lid, {"materials.stone.damping=2"});
    EXPECT_FALSE(ending.early) << ending.time;
    EXPECT_EQ(ending.world.simulation().wall_force(lid), Vec2{}) << "the lid has not found them";
    // One that hangs at its stop is borne by that.
    const std::string held_lid =
        R"(set = { "walls.lid.motion" = { kind = "load", force = 20.0, along = [0.0, -1.0], max_speed = 0.1, ramp = 0.0, travel = [0.0, 0.001] } }
)";
    EXPECT_TRUE(Ending("{ at_rest = 0.9 }", held_lid, {"materials.stone.damping=2"}).early);
}

TEST(Course, WallsComeAndGo) {
    World world = staged(R"([[stage]]
name = "one"
duration = 0.01
[[stage]]
name = "two"
duration = 0.01
set = { "walls.shelf.present" = true, "walls.left.present" = false }
[[stage]]
name = "three"
duration = 0.01
set = { "walls.shelf.present" = false, "walls.left.present" = true }
)");
    const auto there = [&](std::size_t wall) { return world.simulation().is_there(wall); };
    EXPECT_FALSE(there(shelf));
    step_to_stage(world, 1);
    EXPECT_TRUE(there(shelf));
    EXPECT_FALSE(there(1));
    step_to_stage(world, 2);
    EXPECT_FALSE(there(shelf));
    EXPECT_TRUE(there(1));
}

TEST(Course, AWallThatComesBeginsItsMotionThen) {
    World world = staged(
        "[[stage]]\nname = \"one\"\nduration = 0.01\n[[stage]]\nname = \"two\"\nduration = 0.01\n"
        "set = { \"walls.shelf.present\" = true }\n",
        {"walls.shelf.motion={ kind = \"constant\", velocity = [0.0, 0.5] }"});
    step_to(world, 0.0099);
    EXPECT_EQ(world.simulation().wall_place(shelf).shift, Vec2{});
    run_to_the_end(world);
    EXPECT_NEAR(world.simulation().wall_place(shelf).shift.y, 0.005, 1e-4);
}

TEST(Course, ALoadGoesOnFromWhatAPrescribedWallBore) {
    World world = staged(R"([[stage]]
name = "press"
duration = 0.2
set = { "walls.lid.motion" = { kind = "ramp", velocity = [0.0, -0.6], rise = 0.05 } }
[[stage]]
name = "hold"
duration = 0.01
set = { "walls.lid.motion" = { kind = "load", force = 10.0, along = [0.0, -1.0], ramp = 0.01, max_speed = 5.0 } }
)");
    while (world.course().now() == 0 &&
           !world.course().stage_is_over(world.simulation().steps() + 1))
        world.step();
    world.step();
    const double borne = world.simulation().wall_force(lid).y;
    ASSERT_GT(borne, 20.0) << "the stones are compressed";
    world.step();
    EXPECT_NEAR(world.simulation().walls().loads().acting(lid), borne, 0.02 * borne);
}

std::uint64_t hash_of_busy_run(const std::vector<std::string>& sets) {
    World world = staged(busy_stages, sets);
    run_to_the_end(world);
    return world.state_hash();
}

TEST(CourseBits, NeitherWorkersNorBroadPhasesChangeThem) {
    const std::uint64_t hash = hash_of_busy_run({});
    for (const char* threads : {"2", "3", "8"})
        EXPECT_EQ(hash_of_busy_run({std::string("run.threads=") + threads}), hash) << threads;
    for (const char* kind :
         {"hgrid", "linked_cell", "verlet", "quadtree", "loose_quadtree", "brute_force", "auto"})
        EXPECT_EQ(hash_of_busy_run({std::string("broad_phase.kind=") + kind}), hash) << kind;
}

TEST(CourseBits, LanesDoNotChangeThem) {
    const Scene scene = load(staged_box + busy_stages);
    const auto hash_with = [&](int lanes) {
        RunSetup setup = set_up(scene);
        setup.settings.lanes_at_once = lanes;
        World world(scene, std::move(setup));
        run_to_the_end(world);
        return world.state_hash();
    };
    const std::uint64_t hash = hash_with(1);
    for (int lanes = 2; lanes <= most_lanes_at_once(); lanes *= 2)
        EXPECT_EQ(hash_with(lanes), hash) << lanes;
}

/// The hash of a run that writes its folder.
std::uint64_t hash_of_recorded_run(const std::vector<std::string>& sets,
                                   const std::string& of_stage = "") {
    const TemporaryFolder folder;
    std::string stages = busy_stages;
    stages.insert(stages.find("\"walls.shelf.present\""), of_stage);
    auto world = std::make_unique<World>(load(staged_box + stages, sets));
    const World& live = *world;
    RunObserver nobody;
    Run run(std::move(world), RunFolder::create(folder / "run", false), "test");
    run.go({}, nobody);
    return live.state_hash();
}

/// Conditions are looked at on a period of their own.
TEST(CourseBits, OutputsDoNotChangeThem) {
    const std::uint64_t hash = hash_of_busy_run({});
    EXPECT_EQ(hash_of_recorded_run({"output.every.series=0.1", "output.every.frames=0.1"}), hash);
    EXPECT_EQ(hash_of_recorded_run({"output.every.series=0.0007", "output.every.frames=0.0013",
                                    "output.every.checkpoint=0.05", "output.trace=[\"lid\"]"}),
              hash);
    EXPECT_EQ(hash_of_recorded_run({}, R"("output.every.series" = 0.0003, )"), hash);
    EXPECT_NE(hash_of_recorded_run({}, R"("materials.steel.friction" = 0.31, )"), hash)
        << "the check can tell another stage";
}

}  // namespace
}  // namespace scree::engine

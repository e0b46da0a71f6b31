// What a hand may change between two steps: each against what must come of it.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/run/world.h"
#include "tests/engine/small_scene.h"

namespace scree::engine {
namespace {

/// One hexagon far above the floor, in steps so small that what the integrator makes of a sudden
/// force is not seen.
Scene alone(std::vector<std::string> more = {}) {
    std::vector<std::string> sets = {"run.threads=1", "run.dt=1e-5", "grains.pebbles.count=1",
                                     "grains.pebbles.size.value=0.05",
                                     "grains.pebbles.place={ kind = \"list\", at = [[0.0, 1.0]] }"};
    sets.insert(sets.end(), more.begin(), more.end());
    return load(small_scene, sets);
}

void run_until(World& live, double time) {
    while (live.simulation().time() < time) live.step();
}

TEST(Changes, GravityTurns) {
    World live(alone());
    run_until(live, 0.1);
    live.change(ChangeGravity{{5.0, 0.0}});
    const Vec2 before = live.simulation().velocity(0);
    EXPECT_NEAR(live.simulation().ledger().residual(), 0.0, 1e-9);
    run_until(live, 0.3);
    const Vec2 gained = live.simulation().velocity(0) - before;
    EXPECT_NEAR(gained.x, 1.0, 1e-3);
    EXPECT_NEAR(gained.y, 0.0, 1e-3);
    EXPECT_NEAR(live.simulation().ledger().residual(), 0.0, 1e-3);  // of 20 J
}

TEST(Changes, APullIsADampedSpring) {
    World live(alone({"run.gravity=[0.0, 0.0]"}));
    const double mass = live.simulation().mass(0);
    const double omega = 40.0;
    const double zeta = 0.1;
    live.change(
        ChangePull{Pull{0, {}, {0.1, 1.0}, mass * omega * omega, 2.0 * zeta * mass * omega}});
    run_until(live, 0.2);
    const double t = live.simulation().time();
    const double damped = omega * std::sqrt(1.0 - zeta * zeta);
    const double x =
        0.1 - 0.1 * std::exp(-zeta * omega * t) *
                  (std::cos(damped * t) + zeta * omega / damped * std::sin(damped * t));
    EXPECT_NEAR(live.simulation().position(0).x, x, 1e-5);
    EXPECT_NEAR(live.simulation().position(0).y, 1.0, 1e-12);
    // What the hand gave is what the grain has.
    EXPECT_NEAR(live.simulation().ledger().residual(), 0.0,
                1e-4 * live.simulation().ledger().kinetic);
    live.change(ChangePull{});
    const Vec2 v = live.simulation().velocity(0);
    run_until(live, 0.25);
    EXPECT_NEAR(live.simulation().velocity(0).x, v.x, 1e-4 * std::abs(v.x));
}

TEST(Changes, APullAtACornerTurnsTheGrain) {
    World live(alone({"run.gravity=[0.0, 0.0]"}));
    live.change(ChangePull{Pull{0, {0.02, 0.0}, {0.02, 1.1}, 100.0, 0.0}});
    live.step();
    live.step();
    EXPECT_GT(live.simulation().spin(0), 0.0);
    EXPECT_GT(live.simulation().velocity(0).y, 0.0);
}

TEST(Changes, FrictionDecidesWhetherItSlides) {
    const std::vector<std::string> sets = {
        "grains.pebbles.place={ kind = \"list\", at = [[0.0, 0.0216]] }",
        "grains.pebbles.shape={ kind = \"rectangle\", aspect = 1.4 }"};
    World live(alone(sets));
    run_until(live, 0.3);
    live.change(ChangeGravity{{2.0, -9.81}});  // friction 0.5 holds it
    run_until(live, 0.5);
    EXPECT_NEAR(live.simulation().velocity(0).x, 0.0, 5e-3);
    live.change(ChangeFriction{0, 0, 0.0});
    run_until(live, 0.7);
    EXPECT_NEAR(live.simulation().velocity(0).x, 0.4, 0.02);
}

TEST(Changes, AWallGoesOnFromWhereItIs) {
    Scene scene = alone({"walls.floor.motion={ kind = \"constant\", velocity = [0.2, 0.0] }"});
    World live(scene);
    run_until(live, 0.1);
    const double before = live.simulation().wall_place(0).shift.x;
    live.change(ChangeWallRate{0, -3.0});
    EXPECT_EQ(live.simulation().wall_place(0).shift.x, before);
    EXPECT_DOUBLE_EQ(live.simulation().wall_place(0).velocity.x, -0.6);
    run_until(live, 0.2);
    EXPECT_NEAR(live.simulation().wall_place(0).shift.x, before - 0.06, 1e-4);
    live.change(ChangeWallRate{0, 0.0});
    const double stopped = live.simulation().wall_place(0).shift.x;
    run_until(live, 0.3);
    EXPECT_EQ(live.simulation().wall_place(0).shift.x, stopped);
}

TEST(Changes, ADroppedGrainHasANameAndComesBackFromAState) {
    World live(alone());
    live.change(DropGrain{{geometry::Disc(0.02), 0, {0.3, 0.5}, 0.0, {}, 0.0}});
    EXPECT_EQ(live.name_of(1), "dropped 0");
    for (int k = 0; k < 100; ++k) live.step();
    const WorldState state = live.state();
    const std::uint64_t hash = live.state_hash();
    const std::vector<LoggedChange> changes = {
        {0, DropGrain{{geometry::Disc(0.02), 0, {0.3, 0.5}, 0.0, {}, 0.0}}}};
    World other(alone());
    other.restore(state, changes);
    EXPECT_EQ(other.state_hash(), hash);
    EXPECT_EQ(other.name_of(1), "dropped 0");
    live.step();
    other.step();
    EXPECT_EQ(other.state_hash(), live.state_hash());
    // Without the change the grain has no shape.
    World third(alone());
    EXPECT_THROW(third.restore(state), std::invalid_argument);
}

TEST(Changes, WhatCannotBeIsRefused) {
    const double nan = std::nan("");
    World live(alone());
    const std::uint64_t hash = live.state_hash();
    EXPECT_THROW(live.change(ChangeGravity{{nan, 0.0}}), std::invalid_argument);
    EXPECT_THROW(live.change(ChangeFriction{0, 0, -0.1}), std::invalid_argument);
    EXPECT_THROW(live.change(ChangeFriction{1, 0, 0.1}), std::invalid_argument);
    EXPECT_THROW(live.change(ChangeWallRate{1, 1.0}), std::invalid_argument);
    EXPECT_THROW(live.change(ChangeWallRate{0, nan}), std::invalid_argument);
    EXPECT_THROW(live.change(ChangePull{Pull{0, {}, {nan, 0.0}, 1.0, 0.0}}), std::invalid_argument);
    EXPECT_THROW(live.change(DropGrain{{geometry::Disc(0.02), 3, {}, 0.0, {}, 0.0}}),
                 std::invalid_argument);
    EXPECT_EQ(live.state_hash(), hash);
    live.change(ChangePull{Pull{77, {}, {}, 1.0, 0.0}});  // a grain that is gone: nothing happens
    live.step();
    World untouched(alone());
    untouched.step();
    EXPECT_EQ(live.state_hash(), untouched.state_hash());
}

}  // namespace
}  // namespace scree::engine

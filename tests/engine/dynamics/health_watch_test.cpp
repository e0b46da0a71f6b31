#include "engine/dynamics/health_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

template <class Task>
std::string breakdown_of(const Task& task) {
    try {
        task();
    } catch (const Breakdown& breakdown) {
        return breakdown.what();
    }
    return "";
}

Settings with_step(double dt) {
    Settings settings;
    settings.dt = dt;
    return settings;
}

/// A floor whose top is at the height zero.
Wall named_floor() {
    Wall wall = standing(rectangle(9.0, 1.0), {0.0, -0.5});
    wall.name = "floor";
    return wall;
}

TEST(HealthWatch, ABreakdownNamesTheWallAndTheGrain) {
    Simulation simulation(world(plain(1e5, 0.3, 0.3), {named_floor()}), with_step(1e-4));
    simulation.add_grain(square(1.0, {5.0, 5.0}));
    simulation.add_grain(square(1.0, {0.0, 0.1}));
    EXPECT_THAT(breakdown_of([&] { simulation.step(); }),
                AllOf(HasSubstr("grain 1 overlaps with wall `floor`"),
                      HasSubstr("take a smaller time step")));
}

TEST(HealthWatch, ABreakdownNamesBothGrainsByTheirIds) {
    Simulation simulation(world(plain(1e5, 0.3, 0.3)), with_step(1e-4));
    const GrainId first = simulation.add_grain(square(1.0, {9.0, 9.0}));
    simulation.add_grain(square(1.0, {0.0, 0.0}));
    simulation.add_grain(square(1.0, {0.2, 0.0}));
    simulation.remove_grain(first);
    EXPECT_THAT(breakdown_of([&] { simulation.step(); }),
                HasSubstr("grain 1 overlaps with grain 2"));
}

TEST(HealthWatch, GrainsThatCouldPassThroughEachOtherAreTooFast) {
    Simulation simulation(world(plain(1e5, 0.3, 0.3)), with_step(1e-3));
    NewGrain slow = square(1.0, {-5.0, 0.0});
    slow.velocity = {499.0, 0.0};  // the inradius is 0.5 m
    NewGrain fast = square(1.0, {500.0, 0.0});
    fast.velocity = {0.0, 501.0};
    simulation.add_grain(slow);
    EXPECT_NO_THROW(simulation.step());
    simulation.add_grain(fast);
    EXPECT_THAT(breakdown_of([&] { simulation.step(); }),
                AllOf(HasSubstr("grain 1 moves by 0.50"), HasSubstr("unnoticed")));
}

TEST(HealthWatch, AWallMayNotMoveFurtherThanItIsThick) {
    Wall thin = standing(rectangle(0.01, 9.0), {-9.0, 0.0});
    thin.name = "blade";
    thin.motion.kind = WallMotion::Kind::constant;
    thin.motion.velocity = {9.0, 0.0};
    Simulation slow(world(plain(1e5, 0.3, 0.3), {thin}), with_step(1e-3));
    slow.add_grain(square(1.0));
    EXPECT_NO_THROW(slow.step());
    thin.motion.velocity = {11.0, 0.0};
    Simulation fast(world(plain(1e5, 0.3, 0.3), {thin}), with_step(1e-3));
    fast.add_grain(square(1.0));
    EXPECT_THAT(breakdown_of([&] { fast.step(); }), HasSubstr("wall `blade` moves by 0.011"));
}

TEST(HealthWatch, NineGrainsInOnePlaceAreACrowd) {
    for (const int grains : {8, 9}) {
        Simulation simulation(world(plain(1e5, 0.3, 0.3)), with_step(1e-4));
        for (int k = 0; k < grains; ++k)
            simulation.add_grain(square(1.0, {100.1 + 1e-3 * k, -7.7}));
        EXPECT_THAT(breakdown_of([&] { simulation.step(); }),
                    grains == 8 ? HasSubstr("grain 0")
                                : HasSubstr("grain 0 and grain 8 are two of "
                                            "many grains in the same place"));
    }
    // Small grains around a large one, and a dense row, are none.
    Simulation simulation(world(plain(1e5, 0.3, 0.3)), with_step(1e-4));
    simulation.add_grain(square(100.0, {0.0, -50.0}));
    for (int k = 0; k < 90; ++k) simulation.add_grain(square(1.0, {0.99 * k - 45.0, 0.5}));
    EXPECT_NO_THROW(simulation.step());
}

TEST(HealthWatch, AStateThatIsNotFiniteNamesItsGrain) {
    const HealthWatch watch({1.0, 1.0, 1.0});
    EXPECT_THAT(breakdown_of([&] { watch.report_not_finite(17, 0.5); }),
                AllOf(HasSubstr("t = 0.5"), HasSubstr("grain 17 is no longer finite")));
}

TEST(HealthWatch, BodiesThatGoAroundTooFarAreNamed) {
    const Period period{{0.0, 0.0}, {1.0, 0.0}};
    const Domain domain(period);
    Bodies bodies(1e-3, 6);
    const Walls walls({named_floor()}, 1, IntegratorKind::gear3, 1e-3, Domain{Period{}}, bodies);
    bodies.add(square(0.1, {0.5, 0.5}), 1.0, {});
    const HealthWatch watch({1.0, 1.0, 1.0});
    EXPECT_NO_THROW(watch.check_reach(bodies, walls, period, 0.0));
    bodies.move(0, {{1e9, 0.5}, {}}, {}, 0.0);
    EXPECT_THAT(breakdown_of([&] { watch.check_reach(bodies, walls, period, 0.0); }),
                HasSubstr("grain 0 goes around a periodic domain too fast"));
    bodies.move(wall_body(0), {{-1e9, 0.5}, {}}, {}, 0.0);
    EXPECT_THAT(breakdown_of([&] { watch.check_reach(bodies, walls, period, 0.0); }),
                HasSubstr("wall `floor` has gone around"));
}

TEST(HealthWatch, StabilityIsInASnapshot) {
    HealthWatch watch({1.0, 1.0, 1.0});
    Snapshot snapshot;
    snapshot.stability_share = 0.25;
    snapshot.stability_grain = 3;
    snapshot.stability_step = 1000;
    watch.check(snapshot);
    watch.read(snapshot);
    EXPECT_EQ(watch.stability().share, 0.25);
    Snapshot again;
    watch.write(again);
    EXPECT_EQ(again.stability_grain, 3u);
    EXPECT_EQ(again.stability_step, 1000u);
    snapshot.stability_share = HUGE_VAL;
    EXPECT_THROW(watch.check(snapshot), std::invalid_argument);
}

}  // namespace
}  // namespace scree::engine

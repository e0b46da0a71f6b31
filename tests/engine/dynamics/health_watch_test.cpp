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

TEST(HealthWatch, AStateThatIsNotFiniteNamesItsGrain) {
    const HealthWatch watch(1.0);
    EXPECT_THAT(breakdown_of([&] { watch.report_not_finite(17, 0.5); }),
                AllOf(HasSubstr("t = 0.5"), HasSubstr("grain 17 is no longer finite")));
}

TEST(HealthWatch, BodiesThatGoAroundTooFarAreNamed) {
    const Period period{{0.0, 0.0}, {1.0, 0.0}};
    const Domain domain(period);
    Bodies bodies(1e-3, 6);
    const Walls walls({named_floor()}, 1, Domain{Period{}}, bodies);
    bodies.add(square(0.1, {0.5, 0.5}), 1.0, {});
    const HealthWatch watch(1.0);
    EXPECT_NO_THROW(watch.check_reach(bodies, walls, period, 0.0));
    bodies.move(0, {{1e9, 0.5}, {}}, {}, 0.0);
    EXPECT_THAT(breakdown_of([&] { watch.check_reach(bodies, walls, period, 0.0); }),
                HasSubstr("grain 0 goes around a periodic domain too fast"));
    bodies.move(wall_body(0), {{-1e9, 0.5}, {}}, {}, 0.0);
    EXPECT_THAT(breakdown_of([&] { watch.check_reach(bodies, walls, period, 0.0); }),
                HasSubstr("wall `floor` has gone around"));
}

TEST(HealthWatch, StabilityIsInASnapshot) {
    HealthWatch watch(0.5);
    Snapshot snapshot;
    snapshot.stability_drag = 0.25;
    snapshot.stability_grain = 3;
    snapshot.stability_step = 1000;
    watch.check(snapshot);
    watch.read(snapshot);
    EXPECT_EQ(watch.stability().drag, 0.25);
    EXPECT_EQ(watch.stability().limit, 0.5);
    Snapshot again;
    watch.write(again);
    EXPECT_EQ(again.stability_grain, 3u);
    EXPECT_EQ(again.stability_step, 1000u);
    snapshot.stability_drag = HUGE_VAL;
    EXPECT_THROW(watch.check(snapshot), std::invalid_argument);
}

}  // namespace
}  // namespace scree::engine

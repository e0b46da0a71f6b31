#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/physics/pressing.h"

// Walls that a load moves: a piston on a grain, free fall, stops, rest, and how loads change.

namespace scree::engine {
namespace {

using geometry::Vec2;

/// The mean period of a coordinate that swings about zero, from where it crosses zero upwards.
template <class Step>
double mean_period(int periods, double dt, const Step& step) {
    double before = step();
    double first = 0.0;
    int crossings = 0;
    for (int n = 0; n < 100000; ++n) {
        const double now = step();
        if (before < 0.0 && now >= 0.0) {
            const double time = (n + before / (before - now)) * dt;
            if (crossings == 0) first = time;
            if (crossings++ == periods) return (time - first) / periods;
        }
        before = now;
    }
    return 0.0;
}

TEST(Load, APistonOnAGrainSwingsWithBothFrequencies) {
    for (const LawKind law : {LawKind::linear, LawKind::area})
        for (const IntegratorKind integrator : all_integrators)
            for (const double sign : {-1.0, 1.0}) {
                const Column column(law);
                const double omega = column.frequency(sign);
                const double swing = 0.05 * column.sink();
                const Settings settings = weightless(0.03 / column.fast(), law, integrator);
                Simulation simulation(column.model(0.0, swing), settings);
                simulation.add_grain(column.grain(swing * column.share_of_grain(omega)));
                const double period = mean_period(8, settings.dt, [&] {
                    simulation.step();
                    return swing - simulation.walls().loads().way(1);
                });
                EXPECT_NEAR(period * omega / (2.0 * std::numbers::pi), 1.0, 1e-3)
                    << static_cast<int>(law) << ' ' << static_cast<int>(integrator) << ' ' << sign;
            }
}

TEST(Load, APistonComesToRestWhereTheSpringsBearIt) {
    for (const LawKind law : {LawKind::linear, LawKind::area})
        for (const IntegratorKind integrator : all_integrators) {
            const Column column(law);
            const double sink = column.sink();
            // It begins where nothing is compressed.
            Simulation simulation(column.model(0.3, 2.0 * sink),
                                  weightless(0.05 / column.fast(), law, integrator));
            simulation.add_grain(column.grain(sink));
            run_until(simulation, 400.0 / column.slow());
            EXPECT_NEAR(simulation.walls().loads().way(1), 2.0 * sink, 2e-6 * sink);
            EXPECT_NEAR(simulation.position(0).y, 0.5 - sink, 1e-6 * sink);
            EXPECT_NEAR(simulation.wall_force(1).y, column.load, 1e-6 * column.load);
            EXPECT_NEAR(simulation.wall_force(0).y, -column.load, 1e-6 * column.load);
        }
}

TEST(Load, AFreePistonFallsAndIsHeldAtItsLargestSpeed) {
    for (const IntegratorKind integrator : all_integrators) {
        Wall wall = pressed(rectangle(1.0, 1.0), {}, 0.0, 3.0);
        wall.motion.load.weight = true;
        wall.motion.load.max_speed = 2.0;
        Settings settings = few(1e-3);
        settings.integrator = integrator;
        Simulation simulation(world(plain(1e4, 0.0, 0.0), {wall}), settings);
        const WallLoads& loads = simulation.walls().loads();
        run_until(simulation, 0.05);
        const double speed = loads.speed(0);
        const double way = loads.way(0);
        const double time = simulation.time();
        run_until(simulation, 0.15);
        const double passed = simulation.time() - time;
        EXPECT_NEAR((loads.speed(0) - speed) / passed, gravity, 1e-9);
        EXPECT_NEAR((loads.way(0) - way - speed * passed) / (0.5 * passed * passed), gravity, 1e-9);
        EXPECT_NEAR(loads.speed(0), gravity * simulation.time(), gravity * settings.dt)
            << "it begins with the first step";
        EXPECT_EQ(simulation.ledger().limiter, 0.0);
        EXPECT_NEAR(simulation.ledger().residual(), 0.0, 1e-4 * simulation.ledger().load_work);

        run_until(simulation, 0.5);
        EXPECT_EQ(loads.speed(0), 2.0);
        const Ledger held = simulation.ledger();
        EXPECT_NEAR(held.wall_kinetic, 0.5 * 3.0 * 4.0, 1e-12);
        run_until(simulation, 1.0);
        const Ledger ledger = simulation.ledger();
        const double taken = 3.0 * gravity * 2.0 * 0.5;
        EXPECT_NEAR(ledger.limiter - held.limiter, taken, 1e-9) << "all that the weight does";
        EXPECT_NEAR(ledger.load_work - held.load_work, taken, 1e-9);
        EXPECT_NEAR(ledger.residual(), held.residual(), 1e-9);
    }
}

/// The limit is no drag: it holds the wall only where the load drives it.
TEST(Load, TheLimitOfSpeedIsOneSided) {
    Wall wall = pressed(rectangle(1.0, 1.0), {}, -3.0, 1.0);
    wall.motion.load.max_speed = 0.5;
    Simulation simulation(world(plain(1e4, 0.0, 0.0), {wall}), weightless(1e-3));
    run_until(simulation, 1.0);
    EXPECT_NEAR(simulation.walls().loads().speed(0), -3.0, 0.004);
    EXPECT_EQ(simulation.ledger().limiter, 0.0);
}

TEST(Load, StopsHold) {
    for (const double value : {4.0, -4.0}) {
        Wall wall = pressed(rectangle(1.0, 1.0), {0.0, 3.0}, value, 2.0);
        wall.motion.load.low = -0.1;
        wall.motion.load.high = 0.2;
        Simulation simulation(world(plain(1e4, 0.0, 0.0), {wall}), weightless(1e-3));
        const WallLoads& loads = simulation.walls().loads();
        const double stop = value > 0.0 ? 0.2 : -0.1;
        run_until(simulation, 2.0);
        EXPECT_EQ(loads.way(0), stop);
        EXPECT_EQ(loads.speed(0), 0.0);
        EXPECT_TRUE(loads.is_at_stop(0));
        EXPECT_EQ(simulation.wall_place(0).shift, (Vec2{0.0, -stop}));
        const Ledger ledger = simulation.ledger();
        EXPECT_NEAR(ledger.load_work, value * stop, 1e-12);
        EXPECT_NEAR(ledger.limiter, value * stop, 1e-4 * value * stop);
        EXPECT_NEAR(ledger.residual(), 0.0, 1e-4 * value * stop);
        // The other way it is free.
        simulation.set_wall_load(0, -0.1 * value);
        run_until(simulation, 2.5);
        EXPECT_NEAR(loads.way(0), stop - 0.5 * 0.05 * value * 0.5 * 0.5, 1e-4);
        EXPECT_FALSE(loads.is_at_stop(0));
    }
}

TEST(Load, APlateAtRestHandsOnItsLoad) {
    for (const bool weight : {false, true}) {
        Wall lid = box_lid();
        lid.motion.load.weight = weight;
        lid.motion.load.damping = 100.0;  // which ends the swinging, and bears nothing at rest
        const Box box(lid);
        Simulation simulation(box.model, few(automatic_dt(box.model, box.grains)));
        double weights = 0.0;
        for (const NewGrain& grain : box.grains) simulation.add_grain(grain);
        for (std::size_t i = 0; i < simulation.grain_count(); ++i)
            weights += gravity * simulation.mass(i);
        run_until(simulation, 3.0);
        const double load = 40.0 + (weight ? 2.0 * gravity : 0.0);
        EXPECT_NEAR(simulation.wall_force(Box::lid).y, load, 1e-6 * load);
        double below = 0.0;
        for (const std::size_t wall : {0u, 1u, 2u}) below -= simulation.wall_force(wall).y;
        EXPECT_NEAR(below, load + weights, 1e-6 * load);
        EXPECT_NEAR(simulation.walls().load_force(Box::lid, simulation.time()), 40.0, 1e-12);
        EXPECT_LT(std::abs(simulation.walls().loads().speed(Box::lid)), 1e-7);
    }
}

/// A pressure acts on the distance of two walls at every moment, be they moved as prescribed or
/// under loads of their own.
TEST(Load, APressureBetweenWallsFollowsTheirDistance) {
    Wall left = standing(rectangle(0.2, 2.0), {-0.6, 0.0});
    left.motion.kind = WallMotion::Kind::constant;
    left.motion.velocity = {-0.3, 0.7};
    Wall right = pressed(rectangle(0.2, 2.0), {0.6, 0.0}, 0.25, 2.0);
    right.motion.load.along = {-1.0, 0.0};
    Wall top = pressed(rectangle(0.9, 0.2), {0.0, 3.0}, 5.0, 1.0);
    top.motion.load.is_pressure = true;
    top.motion.load.between = {{1, 0}};
    top.motion.load.gap = 1.0;
    top.motion.load.across = {-1.0, 0.0};
    Simulation simulation(world(plain(1e4, 0.0, 0.0), {left, right, top}), weightless(1e-3));
    for (int n = 0; n < 1000; ++n) {
        simulation.step();
        const double time = simulation.time();
        const double way = simulation.walls().loads().way(1);
        const double distance = 1.0 + 0.3 * time - way;
        // The load acts at the predicted place, which the corrector changes a little.
        ASSERT_NEAR(simulation.walls().loads().acting(2), 5.0 * distance, 1e-6);
        ASSERT_NEAR(simulation.walls().loaded_length(2, time), distance, 1e-12);
    }
    EXPECT_NEAR(simulation.walls().loads().way(1), 0.0625, 1e-4);
    EXPECT_NEAR(simulation.ledger().residual(), 0.0, 1e-6 * simulation.ledger().load_work);
}

TEST(Load, WallsThatHavePassedEachOtherBearNoPressure) {
    Wall left = standing(rectangle(0.2, 2.0), {-0.6, 0.0});
    left.motion.kind = WallMotion::Kind::constant;
    left.motion.velocity = {2.0, 0.0};
    Wall top = pressed(rectangle(0.9, 0.2), {0.0, 3.0}, 5.0, 1.0);
    top.motion.load.is_pressure = true;
    top.motion.load.between = {{0, 1}};
    top.motion.load.gap = 1.0;
    top.motion.load.across = {1.0, 0.0};
    Simulation simulation(
        world(plain(1e4, 0.0, 0.0), {left, standing(rectangle(0.2, 2.0), {0.6, 0.0}), top}),
        weightless(1e-3));
    run_until(simulation, 1.0);
    EXPECT_EQ(simulation.walls().loads().acting(2), 0.0);
    // Another motion goes on from no load at all.
    WallMotion motion = top.motion;
    motion.load.rise = 0.1;
    simulation.set_wall_motion(2, motion);
    simulation.step();
    EXPECT_TRUE(std::isfinite(simulation.walls().loads().way(2)));
    EXPECT_EQ(simulation.walls().loads().acting(2), 0.0);
}

TEST(Load, ChangesTakePlaceInTheirTime) {
    Wall wall = pressed(rectangle(1.0, 1.0), {}, 8.0, 1e6);
    wall.motion.load.rise = 0.5;
    Simulation simulation(world(plain(1e4, 0.0, 0.0), {wall}), weightless(1e-3));
    const auto smooth = [](double u) { return u * u * (3.0 - 2.0 * u); };
    const auto follow = [&](double end, const auto& expected) {
        const double begin = simulation.time();
        while (simulation.time() < end) {
            simulation.step();
            const double time = simulation.time();
            ASSERT_NEAR(simulation.walls().loads().acting(0), expected(time - begin), 1e-9) << time;
            ASSERT_NEAR(simulation.walls().load_value(0, time), expected(time - begin), 1e-9);
        }
    };
    follow(0.25, [&](double t) { return 8.0 * smooth(t / 0.5); });
    // Changed while it changes, in the time of the motion.
    simulation.set_wall_load(0, -2.0);
    follow(1.0, [&](double t) { return 4.0 - 6.0 * smooth(std::min(1.0, t / 0.5)); });
    simulation.set_wall_load(0, 3.0, LoadChange{0.4, true});
    follow(2.0, [&](double t) { return -2.0 + 5.0 * std::min(1.0, t / 0.4); });
    simulation.set_wall_load(0, 1.0, LoadChange{0.0, true});
    follow(2.1, [](double) { return 1.0; });
}

}  // namespace
}  // namespace scree::engine

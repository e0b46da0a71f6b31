#include "engine/dynamics/walls/wall.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

using geometry::Vec2;

Settings settings_of(double dt, LawKind law = LawKind::area) {
    Settings settings;
    settings.dt = dt;
    settings.law = law;
    settings.threads = 1;
    return settings;
}

WallMotion constant(Vec2 velocity, double spin, Vec2 about) {
    WallMotion motion;
    motion.kind = WallMotion::Kind::constant;
    motion.velocity = velocity;
    motion.spin = spin;
    motion.about = about;
    return motion;
}

WallMotion oscillating(Vec2 amplitude, double angular, Vec2 about) {
    WallMotion motion;
    motion.kind = WallMotion::Kind::oscillate;
    motion.amplitude = amplitude;
    motion.angular_amplitude = angular;
    motion.frequency = 3.0;
    motion.phase = 0.4;
    motion.about = about;
    return motion;
}

TEST(WallMotion, OfAFixedWallIsNone) {
    const WallPlace place = place_at({}, 1e9);
    EXPECT_EQ(place.shift, Vec2());
    EXPECT_EQ(place.turn, 0.0);
    EXPECT_EQ(place.velocity, Vec2());
    EXPECT_EQ(place.spin, 0.0);
}

TEST(WallMotion, IsThatOfTheFormulas) {
    const WallMotion steady = constant({1.0, -2.0}, 0.5, {7.0, 8.0});
    EXPECT_EQ(place_at(steady, 4.0).shift, (Vec2{4.0, -8.0}));
    EXPECT_EQ(place_at(steady, 4.0).turn, 2.0);

    const WallMotion shaken = oscillating({0.1, -0.2}, 0.3, {});
    for (const double time : {0.0, 0.1, 0.77, 5.0}) {
        const double phase = 2.0 * std::numbers::pi * 3.0 * time + 0.4;
        const double rate = 2.0 * std::numbers::pi * 3.0;
        const WallPlace place = place_at(shaken, time);
        EXPECT_NEAR(place.shift.x, 0.1 * std::sin(phase), 1e-14);
        EXPECT_NEAR(place.shift.y, -0.2 * std::sin(phase), 1e-14);
        EXPECT_NEAR(place.turn, 0.3 * std::sin(phase), 1e-14);
        EXPECT_NEAR(place.velocity.x, 0.1 * rate * std::cos(phase), 1e-12);
        EXPECT_NEAR(place.spin, 0.3 * rate * std::cos(phase), 1e-12);
    }
}

TEST(WallMotion, IsTheSameInEveryPeriodHoweverLongItTakes) {
    WallMotion shaken = oscillating({0.1, 0.0}, 0.0, {});
    shaken.frequency = 4.0;  // 0.25 s are exact
    EXPECT_EQ(place_at(shaken, 1e9 + 0.0625).shift, place_at(shaken, 0.0625).shift);
}

TEST(WallMotion, TurnsAboutAPointThatMovesAlong) {
    const WallPiece piece{rectangle(1.0, 1.0), {3.0, 1.0}, 0.2};
    const WallMotion motion = constant({1.0, 0.0}, 1.0, {2.0, 1.0});
    const geometry::Transform pose =
        pose_of(piece, motion, place_at(motion, 0.5 * std::numbers::pi));
    EXPECT_NEAR(pose.position.x, 2.0 + 0.5 * std::numbers::pi, 1e-14);
    EXPECT_NEAR(pose.position.y, 2.0, 1e-14);
    EXPECT_NEAR(pose.rotation.s, std::sin(0.2 + 0.5 * std::numbers::pi), 1e-14);
}

TEST(WallMotion, VelocitiesAreThoseOfThePieces) {
    for (const WallMotion& motion :
         {constant({1.0, 0.5}, 2.0, {4.0, -1.0}), oscillating({0.2, 0.1}, 0.5, {-2.0, 1.0})}) {
        Wall wall = standing(rectangle(1.0, 1.0), {1.0, 2.0});
        wall.pieces.push_back({rectangle(2.0, 1.0), {2.5, 2.0}, 0.3});
        wall.motion = motion;
        constexpr double dt = 1e-4;
        Simulation simulation(world(plain(1e5, 0.3, 0.3), {wall}), settings_of(dt));
        std::array<Kinematics, 3> states;
        for (Kinematics& state : states) {
            simulation.step();
            state = simulation.kinematics(wall_body(1));
        }
        const Vec2 moved = (states[2].pose.position - states[0].pose.position) / (2.0 * dt);
        EXPECT_NEAR(states[1].velocity.x, moved.x, 1e-4);
        EXPECT_NEAR(states[1].velocity.y, moved.y, 1e-4);
        const double turned = (states[2].pose.rotation.s - states[0].pose.rotation.s) / (2.0 * dt);
        EXPECT_NEAR(states[1].spin * states[1].pose.rotation.c, turned, 1e-4);
    }
}

TEST(WallCheck, RefusesWhatIsNoWall) {
    const auto refused = [](auto&& spoil) {
        Wall wall = slope(0.0, 10.0);
        spoil(wall);
        EXPECT_THROW(Simulation(world(plain(1e5, 0.3, 0.3), {wall}), settings_of(1e-4)),
                     std::invalid_argument);
    };
    refused([](Wall& wall) { wall.pieces.clear(); });
    refused([](Wall& wall) { wall.pieces[0].position.x = std::nan(""); });
    refused([](Wall& wall) { wall.motion.velocity.y = HUGE_VAL; });
    refused([](Wall& wall) { wall.motion.phase = std::nan(""); });
    refused([](Wall& wall) { wall.until = wall.from; });
    refused([](Wall& wall) { wall.until = std::nan(""); });
    refused([](Wall& wall) { wall.material = 1; });
}

/// What the walls did, by their forces and torques as they are exposed, by the trapezoidal rule.
double work_done(Simulation& simulation, double duration, double dt) {
    double work = 0.0;
    double power_before = 0.0;  // nothing touches a wall yet
    while (simulation.time() < duration) {
        simulation.step();
        double power = 0.0;
        for (std::size_t k = 0; k < simulation.walls().count(); ++k) {
            const WallPlace place = simulation.wall_place(k);
            power -= dot(simulation.wall_force(k), place.velocity) +
                     simulation.wall_torque(k) * place.spin;
        }
        work += 0.5 * dt * (power_before + power);
        power_before = power;
    }
    return work;
}

TEST(WallWork, IsForceTimesVelocityAndTorqueTimesSpin) {
    constexpr double dt = 2e-5;
    const std::array motions{oscillating({0.0, 0.02}, 0.0, {}), oscillating({0.05, 0.0}, 0.0, {}),
                             oscillating({0.0, 0.0}, 0.02, {1.0, 0.0}),
                             constant({0.3, 0.1}, 0.0, {}), constant({0.0, 0.0}, 0.2, {5.0, 0.0})};
    for (const WallMotion& motion : motions) {
        for (const LawKind law : {LawKind::area, LawKind::energy}) {
            Wall floor = slope(0.0, 20.0);
            floor.motion = motion;
            Simulation simulation(world(plain(1e6, 0.4, 0.4), {floor}), settings_of(dt, law));
            const WallPlace start = place_at(motion, 0.0);
            simulation.add_grain(
                {rectangle(1.0, 1.0), 0, {0.0, 0.51 + start.shift.y}, 0.02, {}, 0.0});
            simulation.add_grain(
                {rectangle(1.0, 0.6), 0, {0.1, 1.35 + start.shift.y}, 0.1, {}, 0.0});
            const double work = work_done(simulation, 1.0, dt);
            const Ledger ledger = simulation.ledger();
            EXPECT_NEAR(ledger.wall_work, work, 1e-9 * std::abs(work) + 1e-12);
            EXPECT_GT(std::abs(work), 0.01) << "it must have done something";
            EXPECT_NEAR(ledger.residual(), 0.0, 0.01 * ledger.dissipated()) << "no other source";
        }
    }
}

TEST(WallForce, IsTheWeightOfWhatLiesOnIt) {
    Wall floor = slope(0.0, 10.0);
    floor.motion.about = {-2.0, 3.0};
    Simulation simulation(world(plain(1e6, 0.5, 1.0), {slope(0.3, 1.0), floor}), settings_of(4e-5));
    simulation.add_grain({rectangle(1.0, 1.0), 0, {1.5, 0.49999}, 0.0, {}, 0.0});
    simulation.add_grain({rectangle(1.0, 1.0), 0, {3.0, 0.49999}, 0.0, {}, 0.0});
    while (simulation.time() < 1.0) simulation.step();
    EXPECT_NEAR(simulation.wall_force(1).x, 0.0, 1e-3);
    EXPECT_NEAR(simulation.wall_force(1).y, -2.0 * 9.81, 1e-3);
    EXPECT_NEAR(simulation.wall_torque(1), -9.81 * (3.5 + 5.0), 1e-2);
    EXPECT_EQ(simulation.wall_force(0), Vec2());
    EXPECT_EQ(simulation.wall_torque(0), 0.0);
}

TEST(Gate, IsThereFromItsFirstStepToTheLastBeforeUntil) {
    constexpr double dt = 0x1p-14;
    for (const LawKind law : {LawKind::area, LawKind::energy}) {
        Wall gate = slope(0.0, 10.0);
        gate.from = 50 * dt;
        gate.until = 90 * dt;
        Simulation simulation(world(plain(1e6, 0.5, 0.1), {gate}), settings_of(dt, law));
        simulation.add_grain({rectangle(1.0, 1.0), 0, {0.0, 0.5015}, 0.0, {1.0, -0.5}, 0.0});
        bool pressed_at_end = false;
        while (simulation.steps() < 150) {
            simulation.step();
            const bool there = simulation.steps() >= 50 && simulation.steps() < 90;
            EXPECT_EQ(simulation.is_there(0), there);
            EXPECT_EQ(simulation.contacts().size(), there ? 1u : 0u) << simulation.steps();
            if (simulation.steps() == 89) pressed_at_end = simulation.touches(0);
            if (simulation.steps() == 90) {
                EXPECT_EQ(simulation.wall_force(0), Vec2());
            }
        }
        EXPECT_TRUE(pressed_at_end) << "it must have stored something";
        EXPECT_EQ(simulation.ledger().elastic_tangential, 0.0);
    }
}

TEST(Gate, TakesAlongWhatItsContactsStore) {
    constexpr double dt = 0x1p-19;
    const auto falling_on = [&](const Wall& wall, LawKind law) {
        auto simulation =
            std::make_unique<Simulation>(world(plain(1e6, 0.5, 0.1), {wall}), settings_of(dt, law));
        simulation->add_grain({geometry::Disc(0.5), 0, {0.0, 0.501}, 0.0, {1.0, -0.5}, 0.0});
        return simulation;
    };
    for (const LawKind law : {LawKind::area, LawKind::energy, LawKind::linear}) {
        Wall gate = slope(0.0, 10.0);
        const auto lasting = falling_on(gate, law);
        while (lasting->ledger().elastic_normal < 0.04) lasting->step();
        gate.until = static_cast<double>(lasting->steps() + 1) * dt;

        const auto simulation = falling_on(gate, law);
        while (simulation->steps() < lasting->steps()) simulation->step();
        const Ledger before = simulation->ledger();
        EXPECT_EQ(before.elastic_normal, lasting->ledger().elastic_normal);
        EXPECT_GT(before.elastic_tangential, 1e-4);
        simulation->step();
        const Ledger after = simulation->ledger();
        EXPECT_EQ(after.elastic_tangential, 0.0);
        EXPECT_LT(after.added, before.added - 0.9 * before.elastic_tangential);
        EXPECT_NEAR(after.residual(), before.residual(), 0.3 * before.elastic_tangential);
    }
}

TEST(Gate, KeepsTheBitsForAnyNumberOfWorkersAndBroadPhase) {
    const auto hash = [](std::uint32_t threads, BroadPhaseKind broad_phase) {
        Settings settings = settings_of(1e-4);
        settings.threads = threads;
        settings.broad_phase = broad_phase;
        std::vector<Wall> walls{slope(0.0, 20.0), slope(0.0, 20.0), slope(0.1, 20.0)};
        walls[0].pieces[0].position.y -= 1.0;
        walls[1].until = 0.05;
        walls[2].from = 0.1;
        walls[2].motion = oscillating({0.0, 0.05}, 0.01, {});
        walls[2].pieces[0].position.y -= 1.5;
        Simulation simulation(world(plain(1e5, 0.5, 0.3), walls), settings);
        Random random(4);
        for (int k = 0; k < 40; ++k)
            simulation.add_grain({gravel(random, 0.4),
                                  0,
                                  {-5.0 + (k % 10), 0.5 + (k / 10)},
                                  6.0 * random(),
                                  {random(), random() - 1.0},
                                  0.0});
        for (int i = 0; i < 4000; ++i) simulation.step();
        return simulation.state_hash();
    };
    const std::uint64_t one = hash(1, BroadPhaseKind::sweep);
    EXPECT_EQ(hash(2, BroadPhaseKind::sweep), one);
    EXPECT_EQ(hash(3, BroadPhaseKind::brute_force), one);
}

}  // namespace
}  // namespace scree::engine

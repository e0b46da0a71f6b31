#include "engine/dynamics/walls/wall_loads.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "engine/dynamics/walls/walls.h"
#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

using geometry::Vec2;

constexpr double dt = 1e-3;
constexpr double mass = 2.0;
constexpr double gyration = 0.5;  ///< m2

WallMotion load_motion(double value, double rise = 0.0) {
    WallMotion motion;
    motion.kind = WallMotion::Kind::load;
    motion.load.along = {0.0, -1.0};
    motion.load.value = value;
    motion.load.mass = mass;
    motion.load.damping = 0.0;
    motion.load.rise = rise;
    motion.load.max_speed = 100.0;
    return motion;
}

std::uint64_t hash_of(const WallLoads& loads) {
    Fnv1a fnv;
    loads.add_to(fnv, 0);
    return fnv.mixed();
}

/// A wall under load on its own.
struct Alone {
    explicit Alone(WallMotion of, IntegratorKind integrator = IntegratorKind::gear3)
        : motion(std::move(of)), loads(integrator, dt) {
        loads.add(motion, gyration, 0.0);
    }

    LoadWork step(const WallPush& push = {}, Vec2 gravity = {}) {
        loads.predict();
        now += dt;
        return loads.correct(0, motion, push, loads.value(0, now), gravity, now);
    }
    void run(int steps) {
        for (int n = 0; n < steps; ++n) step();
    }
    std::vector<double> numbers() const {
        std::vector<double> all;
        loads.write(0, all);
        return all;
    }

    WallMotion motion;
    WallLoads loads;
    double now = 0.0;
};

TEST(WallLoads, MoveByForceOverMass) {
    for (const IntegratorKind integrator : {IntegratorKind::verlet, IntegratorKind::gear3,
                                            IntegratorKind::gear4, IntegratorKind::gear5}) {
        Alone wall(load_motion(6.0), integrator);
        EXPECT_TRUE(wall.loads.any());
        EXPECT_EQ(wall.loads.inverse_mass(0), 1.0 / mass);
        EXPECT_EQ(wall.loads.inverse_inertia(0), 0.0);
        wall.run(100);
        const double before = wall.loads.speed(0);
        wall.run(900);
        // The load pulls 6 N, of which the grains take 1 N, and gravity 10 N more.
        EXPECT_NEAR(wall.loads.speed(0) - before, 0.9 * 3.0, 1e-9);
        wall.motion.load.weight = true;
        const double fast = wall.loads.speed(0);
        for (int n = 0; n < 1000; ++n) wall.step({{7.0, 1.0}, 3.0}, {0.0, -5.0});
        EXPECT_NEAR(wall.loads.speed(0) - fast, (6.0 - 1.0 + 10.0) / mass, 0.01);
        EXPECT_EQ(wall.loads.spin(0), 0.0);
    }
}

TEST(WallLoads, TurnByTorqueOverInertiaIfTheyAreFree) {
    WallMotion motion = load_motion(0.0);
    motion.load.torque = 4.0;
    Alone wall(motion);
    EXPECT_EQ(wall.loads.inverse_inertia(0), 1.0 / (mass * gyration));
    wall.run(100);
    const double before = wall.loads.spin(0);
    for (int n = 0; n < 500; ++n) wall.step({{}, -3.0});
    EXPECT_NEAR(wall.loads.spin(0) - before, 0.5 * (4.0 - 3.0) / (mass * gyration), 0.01);
    EXPECT_NEAR(wall.loads.kinetic_energy(0),
                0.5 * mass * gyration * wall.loads.spin(0) * wall.loads.spin(0), 1e-15);
}

TEST(WallLoads, ADamperTakesWhatItDissipates) {
    WallMotion motion = load_motion(6.0);
    motion.load.damping = 3.0;
    Alone wall(motion);
    LoadWork sum;
    for (int n = 0; n < 20000; ++n) sum += wall.step();
    EXPECT_NEAR(wall.loads.speed(0), 2.0, 1e-9);
    EXPECT_NEAR(sum.load - sum.damping, wall.loads.kinetic_energy(0), 0.01);
    EXPECT_GT(sum.damping, 100.0);
    EXPECT_EQ(sum.limiter, 0.0);
    EXPECT_EQ(sum.grains, 0.0);
}

TEST(WallLoads, AnotherMotionGoesOnFromTheForceAndTheVelocity) {
    Alone wall(load_motion(6.0));
    wall.run(100);
    WallMotion next = load_motion(10.0, 0.2);
    next.load.is_pressure = true;
    wall.loads.assign(0, next, gyration);
    wall.loads.begin(0, next, wall.now, {5.0, -0.25}, 3.0, 2.0);
    EXPECT_EQ(wall.loads.way(0), 0.0);
    EXPECT_EQ(wall.loads.speed(0), 0.25) << "along the load";
    EXPECT_EQ(wall.loads.spin(0), 0.0) << "it does not turn freely";
    EXPECT_DOUBLE_EQ(wall.loads.value(0, wall.now), 3.0) << "6 N on 2 m";
    EXPECT_DOUBLE_EQ(wall.loads.value(0, wall.now + 0.1), 6.5);
    EXPECT_DOUBLE_EQ(wall.loads.value(0, wall.now + 0.3), 10.0);
    EXPECT_TRUE(wall.loads.is_changing(0, wall.now + 0.1));
    EXPECT_FALSE(wall.loads.is_changing(0, wall.now + 0.3));

    wall.loads.begin(0, next, wall.now, {}, 0.0, 0.0);
    EXPECT_EQ(wall.loads.value(0, wall.now), 0.0) << "there is no length that it acts on";

    next.load.torque = 0.0;
    wall.loads.assign(0, next, gyration);
    wall.loads.begin(0, next, wall.now, {}, 3.0, 2.0);
    EXPECT_EQ(wall.loads.spin(0), 3.0);

    const WallMotion fixed;
    wall.loads.assign(0, fixed, gyration);
    wall.loads.begin(0, fixed, wall.now, {}, 3.0, 0.0);
    EXPECT_FALSE(wall.loads.any());
    EXPECT_EQ(wall.loads.spin(0), 0.0);
    EXPECT_EQ(wall.loads.acting(0), 0.0);
    EXPECT_EQ(wall.loads.kinetic_energy(0), 0.0);
}

TEST(WallLoads, OneThatComesBackBeginsAtRestAndWithoutLoad) {
    Alone wall(load_motion(6.0, 0.1));
    wall.run(200);
    const double way = wall.loads.way(0);
    wall.loads.stop(0);
    EXPECT_EQ(wall.loads.speed(0), 0.0);
    wall.loads.predict();
    EXPECT_EQ(wall.loads.way(0), way);
    wall.loads.appear(0, wall.motion, 5.0);
    EXPECT_EQ(wall.loads.value(0, 5.0), 0.0);
    EXPECT_NEAR(wall.loads.value(0, 5.05), 3.0, 1e-12);
    EXPECT_EQ(wall.loads.value(0, 5.2), 6.0);
}

/// A wall in the midst of everything that it can do.
Alone busy() {
    WallMotion motion = load_motion(6.0, 0.3);
    motion.load.torque = 1.0;
    motion.load.damping = 0.5;
    Alone wall(motion, IntegratorKind::gear5);
    wall.run(50);
    wall.loads.set_value(0, -2.0, wall.now, {0.4, true});
    wall.run(70);
    return wall;
}

TEST(WallLoads, GoOnFromASnapshotToTheSameBits) {
    Alone wall = busy();
    Alone other = busy();
    other.run(11);
    const std::vector<double> numbers = wall.numbers();
    ASSERT_EQ(numbers.size(), WallLoads::numbers);
    other.loads.read(0, numbers.data());
    other.now = wall.now;
    EXPECT_EQ(other.numbers(), numbers);
    for (int n = 0; n < 500; ++n) {
        const LoadWork here = wall.step();
        const LoadWork there = other.step();
        ASSERT_EQ(hash_of(other.loads), hash_of(wall.loads)) << n;
        ASSERT_EQ(here.load, there.load);
        ASSERT_EQ(here.damping, there.damping);
    }
}

TEST(WallLoads, EveryNumberIsInTheHash) {
    Alone wall = busy();
    const std::vector<double> numbers = wall.numbers();
    const std::uint64_t hash = hash_of(wall.loads);
    for (std::size_t n = 0; n < numbers.size(); ++n) {
        std::vector<double> other = numbers;
        // Whether a change is linear is either 0 or 1.
        other[n] = n == 4 ? 1.0 - other[n] : other[n] + 1e-9;
        wall.loads.read(0, other.data());
        EXPECT_NE(hash_of(wall.loads), hash) << n;
    }
    wall.loads.read(0, numbers.data());
    EXPECT_EQ(hash_of(wall.loads), hash);
    // Walls without a load are not in it.
    Alone fixed{WallMotion{}};
    EXPECT_EQ(hash_of(fixed.loads), Fnv1a().mixed());
}

/// Walls with the bodies that they made.
struct Made {
    explicit Made(std::vector<Wall> list)
        : walls(std::move(list), 1, IntegratorKind::gear3, dt, domain, bodies) {}

    void step(Vec2 force = {}) {
        now += dt;
        walls.pass_gates(now);
        walls.predict_loads();
        walls.move(now, domain, bodies, workers);
        const std::vector<WallPush> pushes(walls.count(), WallPush{force, 0.0});
        walls.correct_loads(pushes, {}, now);
    }
    void run(int steps) {
        for (int n = 0; n < steps; ++n) step();
    }
    double set_motion(std::size_t wall, const WallMotion& motion) {
        return walls.set_motion(wall, motion, now, domain, bodies, workers);
    }

    Workers workers{1};
    Domain domain{{}};
    Bodies bodies{dt, 4};
    Walls walls;
    double now = 0.0;
};

Wall loaded(double value, double rise = 0.0) {
    Wall wall = standing(rectangle(1.0, 1.0), {});
    wall.motion = load_motion(value, rise);
    return wall;
}

TEST(WallsUnderLoad, MoveAlongTheLoadAndAcrossItAsPrescribed) {
    Wall wall = loaded(2.0);
    wall.motion.velocity = {0.5, 0.0};
    wall.motion.spin = 0.25;
    Made made({wall});
    made.run(1000);
    const WallPlace place = made.walls.place(0, made.now);
    EXPECT_DOUBLE_EQ(place.shift.x, 0.5 * made.now);
    EXPECT_NEAR(place.shift.y, -0.5, 1e-3);
    EXPECT_DOUBLE_EQ(place.turn, 0.25 * made.now);
    EXPECT_EQ(place.velocity.x, 0.5);
    EXPECT_EQ(place.velocity.y, -made.walls.loads().speed(0));
    EXPECT_EQ(made.walls.displacement(0, made.now), made.walls.loads().way(0));
}

TEST(WallsUnderLoad, AMotionTheOtherWayGoesOnFromTheSameForce) {
    Made made({loaded(4.0)});
    made.run(10);
    WallMotion up = load_motion(1.0, 0.1);
    up.load.along = {0.0, 1.0};
    const Vec2 shift = made.walls.place(0, made.now).shift;
    EXPECT_NEAR(made.set_motion(0, up), 0.0, 1e-18) << "it goes on with its velocity";
    EXPECT_DOUBLE_EQ(made.walls.load_value(0, made.now), -4.0);
    EXPECT_LT(made.walls.loads().speed(0), 0.0);
    EXPECT_EQ(made.walls.place(0, made.now).shift, shift);
    // Across the load, the motion says how fast the wall is, and its energy comes and goes.
    WallMotion aside = load_motion(1.0, 0.1);
    aside.load.along = {1.0, 0.0};
    const double kinetic = made.walls.kinetic_energy();
    EXPECT_DOUBLE_EQ(made.set_motion(0, aside), -kinetic);
    EXPECT_EQ(made.walls.load_value(0, made.now), 0.0);
}

TEST(WallsUnderLoad, OnesThatAreAwayStandStill) {
    Wall away = loaded(2.0);
    away.present = false;
    Wall belt = standing(rectangle(1.0, 1.0), {3.0, 0.0});
    belt.motion.kind = WallMotion::Kind::constant;
    belt.motion.velocity = {2.0, 0.0};
    belt.present = false;
    Wall clockwork = belt;
    clockwork.moves_from_start = true;
    Made made({away, belt, clockwork});
    made.run(100);
    EXPECT_EQ(made.walls.place(0, made.now).shift, Vec2{});
    EXPECT_EQ(made.walls.place(1, made.now).shift, Vec2{}) << "its time has not begun";
    EXPECT_EQ(made.walls.place(1, made.now).velocity, Vec2{});
    EXPECT_DOUBLE_EQ(made.walls.place(2, made.now).shift.x, 2.0 * made.now);
    for (std::size_t w = 0; w < 3; ++w) made.walls.set_present(w, true, made.now);
    const double came = made.now;
    made.run(100);
    EXPECT_NEAR(made.walls.place(0, made.now).shift.y, -0.005, 2e-4);
    EXPECT_DOUBLE_EQ(made.walls.place(1, made.now).shift.x, 2.0 * (made.now - came));
    for (std::size_t w = 0; w < 2; ++w) made.walls.set_present(w, false, made.now);
    made.walls.set_rate(1, 0.5, made.now);
    const Vec2 left = made.walls.place(1, made.now).shift;
    const Vec2 lid = made.walls.place(0, made.now).shift;
    made.run(100);
    EXPECT_EQ(made.walls.place(1, made.now).shift, left);
    EXPECT_EQ(made.walls.place(0, made.now).shift, lid);
    EXPECT_EQ(made.walls.kinetic_energy(), 0.0);
    // The state holds it.
    Snapshot snapshot;
    made.walls.write(snapshot);
    Made other({away, belt, clockwork});
    other.walls.check(snapshot, made.now);
    other.walls.read(snapshot, made.now);
    other.now = made.now;
    for (Made* of : {&made, &other}) {
        of->walls.set_present(1, true, of->now);
        of->run(100);
        EXPECT_DOUBLE_EQ(of->walls.place(1, of->now).shift.x, left.x + 0.1);
    }
}

/// A motion that is set while the wall is away begins at rest when the wall comes.
TEST(WallsUnderLoad, OneThatIsAwayHasNoVelocityToGoOnWith) {
    Wall wall = standing(rectangle(1.0, 1.0), {});
    wall.motion.kind = WallMotion::Kind::constant;
    wall.motion.velocity = {0.0, -3.0};
    wall.from = 0.5;
    Made made({wall});
    made.run(100);
    EXPECT_EQ(made.set_motion(0, load_motion(1.0)), 0.0);
    EXPECT_EQ(made.walls.loads().speed(0), 0.0);
    made.run(100);
    EXPECT_EQ(made.walls.place(0, made.now).shift, Vec2{});
}

TEST(WallsUnderLoad, ThatFindNoResistanceAreTold) {
    Wall wall = loaded(100.0);
    wall.motion.load.furthest = 0.5;
    Made made({loaded(0.0), wall});
    made.run(100);
    EXPECT_EQ(made.walls.without_resistance(), std::nullopt);
    made.run(100);
    EXPECT_EQ(made.walls.without_resistance(), 1u);
}

TEST(WallsUnderLoad, ImpossibleOnesAreRefused) {
    const auto refuses = [](const auto& damage) {
        Wall wall = loaded(1.0);
        damage(wall.motion);
        EXPECT_THROW(Made({wall}), std::invalid_argument);
        Made made({loaded(1.0)});
        EXPECT_THROW(made.set_motion(0, wall.motion), std::invalid_argument);
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    refuses([](WallMotion& m) { m.load.along = {0.0, -2.0}; });
    refuses([&](WallMotion& m) { m.load.value = nan; });
    refuses([&](WallMotion& m) { m.load.torque = nan; });
    refuses([](WallMotion& m) { m.load.is_pressure = true; });
    refuses([](WallMotion& m) { m.load.mass = 0.0; });
    refuses([](WallMotion& m) { m.load.mass.reset(); });
    refuses([](WallMotion& m) { m.load.damping = -1.0; });
    refuses([](WallMotion& m) { m.load.rise.reset(); });
    refuses([](WallMotion& m) { m.load.max_speed = 0.0; });
    refuses([](WallMotion& m) { m.load.low = m.load.high = 0.0; });
    refuses([](WallMotion& m) { m.velocity = {0.0, 0.1}; });
    refuses([](WallMotion& m) {
        m.load.torque = 0.0;
        m.spin = 1.0;
    });
    Made made({loaded(1.0), standing(rectangle(1.0, 1.0), {})});
    EXPECT_THROW(made.walls.set_load(0, nan, 0.0), std::invalid_argument);
    EXPECT_THROW(made.walls.set_load(1, 1.0, 0.0), std::invalid_argument) << "it has none";
    EXPECT_THROW(made.walls.set_load(2, 1.0, 0.0), std::invalid_argument);
    EXPECT_THROW(made.walls.set_present(2, true, 0.0), std::invalid_argument);
    EXPECT_THROW(made.set_motion(2, load_motion(1.0)), std::invalid_argument);
}

TEST(WallsUnderLoad, JunkIsNoState) {
    Made made({loaded(1.0, 0.1), standing(rectangle(1.0, 1.0), {})});
    made.run(100);
    Snapshot good;
    made.walls.write(good);
    EXPECT_NO_THROW(made.walls.check(good, made.now));
    const auto refuses = [&](std::size_t number, double value) {
        Snapshot bad = good;
        bad.wall_states.at(number) = value;
        EXPECT_THROW(made.walls.check(bad, made.now), std::invalid_argument) << number;
    };
    for (std::size_t n = 0; n < 2 * Snapshot::wall_numbers; ++n) {
        refuses(n, std::numeric_limits<double>::quiet_NaN());
        refuses(n, std::numeric_limits<double>::infinity());
        refuses(n, 1e60);
    }
    refuses(3, 0.5);                            // neither there nor away
    refuses(6, -1.0);                           // the load began to change before the run
    refuses(6, 1.0);                            // or later than now
    refuses(7, -1.0);                           // the change takes a negative time
    refuses(8, 2.0);                            // and is neither linear nor smooth
    refuses(Snapshot::wall_numbers + 3, -1.0);  // the other wall too
    Snapshot bad = good;
    bad.wall_states.pop_back();
    EXPECT_THROW(made.walls.check(bad, made.now), std::invalid_argument);
}

}  // namespace
}  // namespace scree::engine

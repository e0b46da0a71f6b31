#include <gtest/gtest.h>

#include <cmath>

#include "tests/physics/pressing.h"

// Walls under load that are free to turn.

namespace scree::engine {
namespace {

using geometry::Vec2;

constexpr double plate_mass = 0.05;

/// A plate about the origin, 2 m by 0.2 m, that is pushed downwards and turns under a torque.
Wall plate(double force, double torque) {
    Wall wall = pressed(rectangle(2.0, 0.2), {}, force, plate_mass);
    wall.motion.load.torque = torque;
    return wall;
}

double plate_inertia() { return plate_mass * (2.0 * 2.0 + 0.2 * 0.2) / 12.0; }

TEST(LoadTurning, ATorqueTurnsAFreePlateAboutItsPoint) {
    for (const IntegratorKind integrator : all_integrators)
        for (const Vec2 about : {Vec2{}, Vec2{0.5, 0.1}}) {
            Wall wall = plate(0.0, 0.02);
            wall.motion.about = about;
            const double inertia = plate_inertia() + plate_mass * dot(about, about);
            Simulation simulation(world(plain(1e4, 0.0, 0.0), {wall}),
                                  weightless(1e-3, LawKind::area, integrator));
            run_until(simulation, 0.1);
            const double spin = simulation.wall_place(0).spin;
            const double time = simulation.time();
            run_until(simulation, 1.0);
            const WallPlace place = simulation.wall_place(0);
            EXPECT_NEAR((place.spin - spin) / (simulation.time() - time), 0.02 / inertia, 1e-9);
            const Ledger ledger = simulation.ledger();
            EXPECT_NEAR(ledger.load_work, 0.02 * place.turn, 1e-12);
            EXPECT_NEAR(ledger.wall_kinetic, 0.5 * inertia * place.spin * place.spin, 1e-12);
            EXPECT_NEAR(ledger.residual(), 0.0, 1e-4 * ledger.load_work);
        }
}

/// Another motion may turn the wall about another point, where its inertia is another one.
TEST(LoadTurning, AnotherMotionTurnsAboutItsOwnPoint) {
    Wall wall = plate(0.0, 0.0);
    Simulation simulation(world(plain(1e4, 0.0, 0.0), {wall}), weightless(1e-3));
    run_until(simulation, 0.01);
    WallMotion motion = plate(0.0, 0.02).motion;
    motion.about = {0.6, 0.0};
    simulation.set_wall_motion(0, motion);
    run_until(simulation, 1.01);
    EXPECT_NEAR(simulation.wall_place(0).spin, 0.02 / (plate_inertia() + plate_mass * 0.36), 1e-3);
    EXPECT_NEAR(simulation.ledger().residual(), 0.0, 1e-5 * simulation.ledger().load_work);
}

/// A disc that is thrown on the plate.
struct Throw {
    explicit Throw(bool turns, IntegratorKind integrator = IntegratorKind::gear3)
        : simulation(model(turns), weightless(1e-5, LawKind::linear, integrator)) {
        simulation.add_grain({geometry::Disc(0.1), 0, {lever, 0.201}, 0.0, {0.0, -1.0}, 0.0});
        run_until(simulation, 0.02);
    }

    static Model model(bool turns) {
        Wall wall = plate(0.0, 0.0);
        if (!turns) wall.motion.load.torque.reset();
        return world(plain(1e5, 0.0, 0.0), {wall});
    }
    double disc_mass() const { return simulation.mass(0); }

    static constexpr double lever = 0.6;
    Simulation simulation;
};

/// An elastic collision: the impulse is 2 v / (1 / m + 1 / M + x^2 / I).
TEST(LoadTurning, ADiscThatHitsAFreePlateTurnsIt) {
    for (const IntegratorKind integrator : all_integrators) {
        const Throw free(true, integrator);
        const double m = free.disc_mass();
        const double impulse =
            2.0 / (1.0 / m + 1.0 / plate_mass + Throw::lever * Throw::lever / plate_inertia());
        const WallPlace place = free.simulation.wall_place(0);
        const double after = free.simulation.velocity(0).y;
        EXPECT_NEAR(after, -1.0 + impulse / m, 1e-3);
        EXPECT_NEAR(-place.velocity.y, impulse / plate_mass, 2e-3);
        EXPECT_NEAR(place.spin, -Throw::lever * impulse / plate_inertia(), 2e-3);
        // Both momenta are kept: what turns the plate leans by the tilt during the collision.
        EXPECT_NEAR(plate_mass * place.velocity.y + m * after, -m, 1e-6 * m);
        EXPECT_NEAR(plate_inertia() * place.spin + m * Throw::lever * after, -m * Throw::lever,
                    1e-3 * m);
        const Ledger ledger = free.simulation.ledger();
        EXPECT_NEAR(ledger.mechanical(), 0.5 * m, 1e-3 * m);
        EXPECT_NEAR(ledger.residual(), 0.0, 1e-3 * m);
    }
    // The check can tell a plate that does not turn.
    const Throw fixed(false);
    EXPECT_EQ(fixed.simulation.wall_place(0).spin, 0.0);
    EXPECT_GT(std::abs(fixed.simulation.velocity(0).y - Throw(true).simulation.velocity(0).y), 0.1);
}

/// Two grains off the centre share the load by their levers, and the plate leans on them.
TEST(LoadTurning, APlateLeansOnGrainsOffItsCentre) {
    const double k = 1e4;
    const double load = 2.0;
    const Model model =
        world(plain(k, 0.5, 0.5), {standing(rectangle(3.0, 1.0), {0.0, -1.1}), plate(load, 0.0)});
    Simulation simulation(model, weightless(2e-4, LawKind::linear));
    for (const double x : {-0.5, 0.3})
        simulation.add_grain({geometry::Disc(0.25), 0, {x, -0.35}, 0.0, {}, 0.0});
    run_until(simulation, 4.0);
    EXPECT_NEAR(simulation.wall_force(1).y, load, 1e-6 * load);
    EXPECT_NEAR(simulation.wall_torque(1), 0.0, 1e-6 * load);
    const double of_left = load * 0.3 / 0.8;
    const double of_right = load * 0.5 / 0.8;
    double left = 0.0;
    for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
        const auto [i, j] = simulation.contacts()[c].pair;
        if (i == 0 && is_wall(j) && simulation.walls().wall_of(j) == 1)
            left = simulation.contact_forces()[c].force.y;
    }
    EXPECT_NEAR(left, of_left, 1e-4 * load);
    EXPECT_NEAR(simulation.walls().loads().turn(1), 2.0 * (of_left - of_right) / (0.8 * k),
                1e-3 * 2.0 * of_right / (0.8 * k));
}

}  // namespace
}  // namespace scree::engine

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <variant>

#include "tests/physics/laboratory.h"

namespace scree::engine {
namespace {

struct Collision {
    double restitution = 0.0;
    double time = 0.0;  ///< from the first to the last overlap
};

/// Two grains meet along x with this relative speed, starting just apart, and part again.
Collision collide(const geometry::Shape& shape, double size, double speed, double stiffness,
                  double zeta, double dt) {
    Settings settings = few(dt);
    settings.gravity = {};
    Simulation simulation(world(plain(stiffness, 0.3, 2.0 * zeta)), settings);
    const double gap = 3.0 * speed * dt;
    simulation.add_grain({shape, 0, {0.0, 0.0}, 0.0, {0.5 * speed, 0.0}, 0.0});
    simulation.add_grain({shape, 0, {size + gap, 0.0}, 0.0, {-0.5 * speed, 0.0}, 0.0});
    const auto touching = [&] { return !simulation.contacts().empty() && simulation.touches(0); };
    while (!touching()) simulation.step();
    const double from = simulation.time();
    while (touching()) simulation.step();
    EXPECT_NEAR(simulation.velocity(0).x + simulation.velocity(1).x, 0.0, 1e-12);
    EXPECT_NEAR(simulation.velocity(0).y, 0.0, 1e-12);
    EXPECT_NEAR(simulation.spin(0), 0.0, 1e-9);
    return {(simulation.velocity(1).x - simulation.velocity(0).x) / speed,
            simulation.time() - from};
}

Collision squares(double zeta) { return collide(rectangle(1.0, 1.0), 1.0, 1.0, 1e6, zeta, 2e-6); }

TEST(FaceOnSquares, ReboundAsAClippedLinearSpring) {
    EXPECT_NEAR(squares(0.1).restitution, 0.7441, 0.007);
    EXPECT_NEAR(squares(0.2).restitution, 0.5717, 0.005);
    EXPECT_NEAR(squares(0.3).restitution, 0.4510, 0.004);
    EXPECT_NEAR(squares(0.5).restitution, 0.2984, 0.002);
    EXPECT_NEAR(squares(0.0).restitution, 1.0, 1e-3);
    EXPECT_GT(std::abs(squares(0.12).restitution - 0.7441), 0.007) << "the check can tell";
}

TEST(FaceOnSquares, StayTogetherForHalfAPeriod) {
    // k = Y b / l, and l = 2 R.
    const double k = 1e6 / (2.0 / std::sqrt(std::numbers::pi));
    const double expected = std::numbers::pi * std::sqrt(0.5 / k);
    EXPECT_NEAR(squares(0.0).time, expected, 0.01 * expected);
    EXPECT_GT(std::abs(squares(0.5).time - expected), 0.01 * expected) << "the check can tell";
}

double contact_time(double speed, double dt) {
    const Collision collision = collide(geometry::Disc(0.5), 1.0, speed, 1e6, 0.0, dt);
    EXPECT_NEAR(collision.restitution, 1.0, 1e-3);
    return collision.time;
}

TEST(Discs, OverlapAsHertzsForceGrows) {
    const geometry::Disc disc(0.5);
    for (const double depth : {1e-6, 1e-5, 1e-4}) {
        const auto answer = proximity(disc, {}, disc, {{1.0 - depth, 0.0}, {}});
        const double expected = 4.0 / 3.0 * std::sqrt(0.5 * depth) * depth;
        EXPECT_NEAR(std::get<Overlap>(answer).area, expected, 2.0 * depth * expected);
    }
}

TEST(Discs, StayTogetherTheLongerTheSlowerTheyMeet) {
    // The area grows as delta^1.5, as Hertz's force does.
    double slower = contact_time(1e-3, 1e-5);
    for (const double speed : {1e-2, 1e-1, 1.0}) {
        const double time = contact_time(speed, speed < 0.5 ? 5e-6 : 2e-6);
        const double exponent = std::log10(time / slower);
        EXPECT_NEAR(exponent, -0.2, 0.002) << "up to " << speed << " m/s";
        slower = time;
    }
}

/// A frictionless undamped square of 1 kg falls on a wall at 0.05 rad and leaves it. Returns the
/// ratio of the energy afterwards to that before, measured from where it would rest.
double kept(LawKind law, double stiffness, double dt_share) {
    const Model model = world(plain(stiffness, 0.0, 0.0), {slope(0.0, 20.0)});
    const NewGrain grain{rectangle(1.0, 1.0), 0, {0.0, 0.6}, 0.05, {}, 0.0};
    Simulation simulation(model, few(dt_share * automatic_dt(model, {&grain, 1}, law), law));
    simulation.add_grain(grain);
    const auto energy = [&] { return simulation.ledger().kinetic + simulation.ledger().gravity; };
    const double rest = gravity * 0.5;
    const double before = energy();
    const auto touching = [&] { return !simulation.contacts().empty() && simulation.touches(0); };
    while (!touching()) simulation.step();
    // It hits corner after corner, and has left when nothing has touched for a while on the way up.
    double free_since = simulation.time();
    while (simulation.time() - free_since < 0.02 || simulation.velocity(0).y < 0.0) {
        simulation.step();
        if (touching()) free_since = simulation.time();
        if (simulation.time() > 5.0) {
            ADD_FAILURE() << "it never left";
            break;
        }
    }
    return (energy() - rest) / (before - rest);
}

TEST(AlmostFlatDrop, KeepsItsEnergyUnderBothLaws) {
    for (const LawKind law : {LawKind::area, LawKind::energy})
        for (const double stiffness : {1e4, 1e5, 1e6}) {
            // Both laws are conservative here: what is left is the error of the integrator, which
            // falls with the square of the step.
            EXPECT_NEAR(kept(law, stiffness, 0.1), 1.0, 1e-5) << stiffness << " N/m";
            EXPECT_NEAR(kept(law, stiffness, 1.0), 1.0, 1e-3) << stiffness << " N/m";
        }
}

}  // namespace
}  // namespace scree::engine

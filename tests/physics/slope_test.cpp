#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/physics/laboratory.h"

namespace scree::engine {
namespace {

/// A block on a slope with its long side up, at the depth where the slope carries it (area law:
/// k = Y width / l, l = 4 R).
NewGrain block(double width, double height, double angle, double stiffness) {
    const double weight = width * height * gravity * std::cos(angle);
    const double l = 4.0 * std::sqrt(width * height / std::numbers::pi);
    const double depth = weight * l / (stiffness * width);
    NewGrain grain{rectangle(width, height), 0, {}, angle, {}, 0.0};
    grain.position = (0.5 * height - depth) * SlopeAxes(angle).away;
    return grain;
}

/// How far a unit square slips in the ten seconds after the ten in which it settles.
double drift(double angle, const Model& model, double stiffness) {
    const NewGrain grain = block(1.0, 1.0, angle, stiffness);
    Simulation simulation(model, few(automatic_dt(model, {&grain, 1})));
    simulation.add_grain(grain);
    run_until(simulation, 10.0);
    const auto before = simulation.position(0);
    const double turned = simulation.angle(0);
    run_until(simulation, 20.0);
    return length(simulation.position(0) - before) + std::abs(simulation.angle(0) - turned);
}

TEST(Block, OnAGentleSlopeDoesNotCreep) {
    const double stiffness = 5e4;  // 2 m g / Y = 4e-4 of its size
    for (const double angle : {0.1, 0.25, 0.28}) {
        const Model model = world(plain(stiffness, 0.3, 0.5), {slope(angle, 20.0)});
        const double moved = drift(angle, model, stiffness);
        EXPECT_LT(moved, 1e-5) << "at " << angle << " rad, tan " << std::tan(angle);
    }
}

TEST(Block, CreepsWithoutAFrictionSpring) {
    const double stiffness = 5e4;
    Model model = world(plain(stiffness, 0.3, 0.5), {slope(0.1, 400.0)});
    model.contacts.set(0, 0, {stiffness, 0.3, 0.5, 0.0, 1e-9});
    EXPECT_GT(drift(0.1, model, stiffness), 1e-5) << "the check can tell";
}

/// The acceleration down the slope, over one second of sliding.
double acceleration(double angle, double friction) {
    const double stiffness = 1e6;
    const Model model = world(plain(stiffness, friction, 0.5), {slope(angle, 400.0)});
    const NewGrain grain = block(1.0, 1.0, angle, stiffness);
    Simulation simulation(model, few(automatic_dt(model, {&grain, 1})));
    simulation.add_grain(grain);
    run_until(simulation, 0.5);
    const double from = simulation.time();
    const double before = dot(simulation.velocity(0), SlopeAxes(angle).down);
    run_until(simulation, 1.5);
    return (dot(simulation.velocity(0), SlopeAxes(angle).down) - before) /
           (simulation.time() - from);
}

TEST(Block, OnASteepSlopeSlidesAsCoulombSays) {
    for (const double angle : {0.35, 0.6}) {
        const double expected = gravity * (std::sin(angle) - 0.3 * std::cos(angle));
        EXPECT_NEAR(acceleration(angle, 0.3), expected, 0.005 * expected);
        EXPECT_GT(std::abs(acceleration(angle, 0.31) - expected), 0.005 * expected)
            << "the check can tell";
    }
}

/// How far a block of 1 by 3 turns in three seconds, at this share of tan(angle) = w/h. It never
/// comes back from more than 0.1 rad. It is so stiff that it leans little because the slope gives
/// way under its edge, compared with 0.0065 rad, which are 2 %.
double turned(double share) {
    const double stiffness = 1e9;
    const double angle = std::atan(share / 3.0);
    const Model model = world(plain(stiffness, 0.5, 0.3), {slope(angle, 20.0)});
    const NewGrain grain = block(1.0, 3.0, angle, stiffness);
    Simulation simulation(model, few(automatic_dt(model, {&grain, 1})));
    simulation.add_grain(grain);
    double most = 0.0;
    while (simulation.time() < 3.0 && most < 0.1) {
        simulation.step();
        most = std::max(most, std::abs(simulation.angle(0) - angle));
    }
    return most;
}

TEST(TallBlock, TopplesWhereItsWeightPassesItsEdge) {
    EXPECT_LT(turned(0.98), 0.01);
    EXPECT_GE(turned(1.02), 0.1);
}

}  // namespace
}  // namespace scree::engine

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "tests/physics/laboratory.h"

namespace scree::engine {
namespace {

constexpr double radius = 0.5;
constexpr double stiffness = 1e6;

/// A disc that rests on a slope: A = (4/3) sqrt(2 R) delta^1.5 (flat), Y A / (4 R) carries it.
NewGrain resting_disc(double angle) {
    const double weight = std::numbers::pi * radius * radius * gravity * std::cos(angle);
    const double area = weight * 4.0 * radius / stiffness;
    const double depth = std::pow(0.75 * area / std::sqrt(2.0 * radius), 2.0 / 3.0);
    NewGrain grain{geometry::Disc(radius), 0, {}, 0.0, {}, 0.0};
    grain.position = (radius - depth) * SlopeAxes(angle).away;
    return grain;
}

struct Launch {
    double rolls_from = 0.0;  ///< s, the first time that the contact point stands still
    double speed = 0.0;       ///< at the end
};

Launch launch(double speed, double friction) {
    const Model model = world(plain(stiffness, friction, 0.5), {slope(0.0, 100.0)});
    NewGrain grain = resting_disc(0.0);
    grain.velocity = {speed, 0.0};
    Simulation simulation(model, few(automatic_dt(model, {&grain, 1})));
    simulation.add_grain(grain);
    Launch result;
    while (simulation.time() < speed / (friction * gravity)) {
        simulation.step();
        const double slip = simulation.velocity(0).x + radius * simulation.spin(0);
        if (result.rolls_from == 0.0 && slip <= 1e-3 * speed) result.rolls_from = simulation.time();
    }
    result.speed = simulation.velocity(0).x;
    return result;
}

TEST(Disc, LaunchedSlidingEndsRolling) {
    for (const double friction : {0.1, 0.3}) {
        const Launch end = launch(3.0, friction);
        EXPECT_NEAR(end.speed, 2.0, 0.02);
        const double time = 3.0 / (3.0 * friction * gravity);
        EXPECT_NEAR(end.rolls_from, time, 0.01 * time);
        EXPECT_GT(std::abs(launch(3.0, 1.02 * friction).rolls_from - time), 0.01 * time)
            << "the check can tell";
    }
}

double acceleration(double angle, double friction) {
    const Model model = world(plain(stiffness, friction, 0.5), {slope(angle, 400.0)});
    const NewGrain grain = resting_disc(angle);
    Simulation simulation(model, few(automatic_dt(model, {&grain, 1})));
    simulation.add_grain(grain);
    run_until(simulation, 0.5);
    const double from = simulation.time();
    const double before = dot(simulation.velocity(0), SlopeAxes(angle).down);
    run_until(simulation, 2.5);
    return (dot(simulation.velocity(0), SlopeAxes(angle).down) - before) /
           (simulation.time() - from);
}

TEST(Disc, RollsDownASlope) {
    const double angle = 0.5;
    const double expected = 2.0 / 3.0 * gravity * std::sin(angle);
    for (const double friction : {1.02 * std::tan(angle) / 3.0, 0.5})
        EXPECT_NEAR(acceleration(angle, friction), expected, 0.005 * expected);
    EXPECT_GT(std::abs(acceleration(angle, 0.95 * std::tan(angle) / 3.0) - expected),
              0.005 * expected)
        << "the check can tell: here it slides";
}

/// A regular hexagon with sides of 1 m turns about one corner until the next one strikes. loss()
/// returns the spin after the stroke over that before.
///
/// The ground is a valley so shallow that only the corners touch it, one on each side: a side that
/// lies flat is pressed over its whole length, and its force acts far from the corner. Both spins
/// are brought to the moment when the side is level by the energy of a pendulum: between strokes
/// I omega^2 / 2 + m g sin(lean) is constant, where lean is the direction from the corner to the
/// centre.
class RollingHexagon {
public:
    /// The flanks of the valley rise by this angle.
    explicit RollingHexagon(double flank)
        : grain_(leaning(flank)),
          simulation_(valley(flank), few(automatic_dt(valley(flank), {&grain_, 1}))) {
        simulation_.add_grain(grain_);
        pivot_inertia_ = simulation_.inertia(0) / simulation_.mass(0) + 1.0;
    }

    double loss() {
        while (tilt() > 0.01) simulation_.step();
        const double before = spin_when_level(sixth + tilt(), sixth);
        while (tilt() > -0.1 && simulation_.time() < 2.0) simulation_.step();
        return spin_when_level(2.0 * sixth + tilt(), 2.0 * sixth) / before;
    }

private:
    static constexpr double sixth = std::numbers::pi / 3.0;

    /// The valley is stiff, and damped so much that even corners do not rebound.
    static Model valley(double flank) {
        const double length = 10.0;
        Wall right = slope(flank, length);
        right.pieces[0].position += 0.5 * length * geometry::Vec2{std::cos(flank), std::sin(flank)};
        Wall left = slope(-flank, length);
        left.pieces[0].position -= 0.5 * length * geometry::Vec2{std::cos(flank), -std::sin(flank)};
        return world(plain(3e7, 1.0, 20.0), {left, right});
    }

    static NewGrain leaning(double flank) {
        std::vector<geometry::Vec2> corners;
        for (int k = 0; k < 6; ++k) corners.push_back({std::cos(k * sixth), std::sin(k * sixth)});
        const double tilt = 0.15;
        const double spin = 1.5;
        const geometry::Vec2 arm{-std::cos(sixth + tilt), std::sin(sixth + tilt)};
        NewGrain grain{geometry::ConvexPolygon(corners), 0, {}, -tilt, {}, spin};
        grain.position = geometry::Vec2{0.5, 0.5 * std::tan(flank)} + arm;
        grain.velocity = spin * turned_left(arm);
        return grain;
    }

    /// The tilt of the side that comes down next; negative once it has come down.
    double tilt() const { return -simulation_.angle(0); }

    double spin_when_level(double lean, double level) const {
        const double spin = simulation_.spin(0);
        const double fallen = std::sin(lean) - std::sin(level);
        return std::sqrt(spin * spin + 2.0 * gravity * fallen / pivot_inertia_);
    }

    NewGrain grain_;
    Simulation simulation_;
    double pivot_inertia_ = 0.0;  ///< over the mass
};

TEST(Hexagon, LosesSpinAtEveryStrokeOfACorner) {
    const double expected = 11.0 / 17.0;
    EXPECT_NEAR(RollingHexagon(0.03).loss(), expected, 0.05 * expected);
    EXPECT_NEAR(RollingHexagon(0.06).loss(), expected, 0.05 * expected);
    EXPECT_GT(std::abs(RollingHexagon(0.0).loss() - expected), 0.05 * expected)
        << "the check can tell: here the whole side strikes";
}

}  // namespace
}  // namespace scree::engine

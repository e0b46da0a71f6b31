#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <variant>

#include "tests/physics/laboratory.h"

// Restitution as a scene asks for it: it depends neither on the speed nor much on the shape
// (docs/physics.md, "Restitution").

namespace scree::engine {
namespace {

bool touching(const Simulation& simulation) {
    return !simulation.contacts().empty() && simulation.touches(0);
}

/// A material for frictionless contacts. It is so stiff that corners, which are soft, do not turn
/// noticeably while they touch.
Material bouncy(double restitution) {
    return plain(1e9, 0.0, damping_for_restitution(restitution));
}

/// The restitution of two grains of size 1 that meet along x.
double of_two(const geometry::Shape& shape, double restitution, double speed) {
    const Model model = world(bouncy(restitution));
    NewGrain left{shape, 0, {0.0, 0.0}, 0.0, {0.5 * speed, 0.0}, 0.0};
    NewGrain right{shape, 0, {1.0 + 0.001 * speed, 0.0}, 0.0, {-0.5 * speed, 0.0}, 0.0};
    Settings settings = few(automatic_dt(model, {&left, 1}));
    settings.gravity = {};
    Simulation simulation(model, settings);
    simulation.add_grain(left);
    simulation.add_grain(right);
    while (!touching(simulation)) simulation.step();
    while (touching(simulation)) simulation.step();
    return (simulation.velocity(1).x - simulation.velocity(0).x) / speed;
}

/// The restitution of a plate of this elongation, with an area of 1, that meets a floor with a
/// corner, turned by `angle`: the velocities of the corner after and before.
double of_corner(double elongation, double angle, double restitution, double speed) {
    const double height = 1.0 / std::sqrt(elongation);
    const double width = elongation * height;
    const Model model = world(bouncy(restitution), {slope(0.0, 40.0)});
    NewGrain plate{rectangle(width, height), 0, {}, angle, {0.0, -speed}, 0.0};
    const geometry::Vec2 corner{0.5 * width * (angle > 0.0 ? -1.0 : 1.0), -0.5 * height};
    const geometry::Vec2 arm = rotate(geometry::Rotation::by(angle), corner);
    plate.position = {0.0, -arm.y + 0.001 * speed};
    Settings settings = few(automatic_dt(model, {&plate, 1}));
    settings.gravity = {};
    Simulation simulation(model, settings);
    simulation.add_grain(plate);
    while (!touching(simulation)) simulation.step();
    while (touching(simulation)) simulation.step();
    const geometry::Vec2 turned = rotate(geometry::Rotation::by(simulation.angle(0) - angle), arm);
    return (simulation.velocity(0).y + simulation.spin(0) * turned.x) / speed;
}

/// Expects a restitution to be within 0.05 of what is asked, and the same at both speeds within
/// 0.01.
template <class Measure>
void expect_restitution(const Measure& measure, double asked, const std::string& what) {
    const double slow = measure(0.01);
    const double fast = measure(1.0);
    EXPECT_NEAR(slow, asked, 0.05) << what;
    EXPECT_NEAR(fast, asked, 0.05) << what;
    EXPECT_NEAR(slow, fast, 0.01) << what;
}

TEST(Restitution, OfSquaresAndDiscsIsWhatIsAsked) {
    for (const double asked : {0.1, 0.5, 0.9}) {
        const std::string text = " with " + std::to_string(asked);
        expect_restitution([&](double speed) { return of_two(rectangle(1.0, 1.0), asked, speed); },
                           asked, "squares" + text);
        expect_restitution([&](double speed) { return of_two(geometry::Disc(0.5), asked, speed); },
                           asked, "discs" + text);
    }
}

TEST(Restitution, OfCornersIsWhatIsAskedAlsoOffCentre) {
    for (const double asked : {0.1, 0.5, 0.9})
        for (const double elongation : {1.0, 3.0, 10.0})
            for (const double angle : {0.2, 0.4, 0.7})
                expect_restitution(
                    [&](double speed) { return of_corner(elongation, angle, asked, speed); }, asked,
                    std::to_string(elongation) + ":1 at " + std::to_string(angle) + " rad with " +
                        std::to_string(asked));
}

TEST(Restitution, CanBeToldApart) {
    EXPECT_GT(std::abs(of_corner(3.0, 0.4, 0.6, 1.0) - 0.5), 0.05);
}

/// The spin and velocity of a disc of 1 kg that hits a floor obliquely and sticks, under the linear
/// law: the velocity of the point of contact after over that before. The time step is the automatic
/// one times `factor`.
double of_sticking(double zeta, double zeta_t, double ratio, double factor) {
    Model model = world(plain(1e6, 1e6, 2.0 * zeta), {slope(0.0, 20.0)});
    ContactParameters contact = model.contacts.at(0, 0);
    contact.tangential_damping = zeta_t;
    contact.tangential_ratio = ratio;
    model.contacts.set(0, 0, contact);
    const double radius = std::sqrt(1.0 / std::numbers::pi);
    const NewGrain disc{geometry::Disc(radius), 0, {0.0, radius + 1e-3}, 0.0, {1.0, -1.0}, 0.0};
    Settings settings =
        few(factor * automatic_dt(model, {&disc, 1}, LawKind::linear), LawKind::linear);
    settings.gravity = {};
    Simulation simulation(model, settings);
    simulation.add_grain(disc);
    while (!touching(simulation)) simulation.step();
    while (touching(simulation)) simulation.step();
    // The integrator remembers the force for a few steps more.
    for (int k = 0; k < 20; ++k) simulation.step();
    return simulation.velocity(0).x + simulation.spin(0) * radius;
}

/// The same from the equations of two damped oscillators: the normal one ends when its force
/// vanishes, after a phase of 2 phi with cos(phi) = zeta; the tangential one has 1/m_t = 3/m.
double expected_sticking(double zeta, double zeta_t, double ratio) {
    const double omega = std::sqrt(1e6);
    const double time = 2.0 * std::acos(zeta) / (omega * std::sqrt(1.0 - zeta * zeta));
    const double omega_t = std::sqrt(ratio * 1e6 * 3.0);
    const double root = std::sqrt(1.0 - zeta_t * zeta_t);
    const double phase = omega_t * root * time;
    return std::exp(-zeta_t * omega_t * time) * (std::cos(phase) - zeta_t / root * std::sin(phase));
}

TEST(StickingDisc, ReboundsAsTwoDampedOscillators) {
    // With k_t = k / 3 and the same damping ratio both oscillators are the same, and their forces
    // end together, as those of normal force and friction with a limit do.
    for (const double zeta : {0.0, 0.1, 0.3, 0.5})
        for (const double factor : {1.0, 0.83, 0.61}) {
            const double rebound = of_sticking(zeta, zeta, 1.0 / 3.0, factor);
            const double expected = expected_sticking(zeta, zeta, 1.0 / 3.0);
            EXPECT_NEAR(rebound, expected, 0.005) << "zeta " << zeta << ", step times " << factor;
        }
    EXPECT_NEAR(expected_sticking(0.1, 0.1, 1.0 / 3.0), -0.7441, 1e-4);
    EXPECT_GT(
        std::abs(of_sticking(0.1, 0.12, 1.0 / 3.0, 1.0) - expected_sticking(0.1, 0.1, 1.0 / 3.0)),
        0.005)
        << "the check can tell";
}

TEST(StickingDisc, WithFrictionThatEndsSuddenlyConvergesToTheSame) {
    // Friction without a limit is cut off when the contact ends, somewhere between two steps, which
    // costs up to 4 % at the automatic step.
    for (const double zeta : {0.0, 0.1, 0.3}) {
        const double expected = expected_sticking(zeta, 0.125, 2.0 / 7.0);
        for (const double factor : {1.0, 0.83, 0.61})
            EXPECT_NEAR(of_sticking(zeta, 0.125, 2.0 / 7.0, factor), expected, 0.04)
                << "zeta " << zeta << ", step times " << factor;
        EXPECT_NEAR(of_sticking(zeta, 0.125, 2.0 / 7.0, 0.05), expected, 0.005) << "zeta " << zeta;
    }
}

}  // namespace
}  // namespace scree::engine

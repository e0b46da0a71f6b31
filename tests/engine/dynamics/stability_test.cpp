#include "engine/dynamics/stability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

using ::testing::HasSubstr;

/// A square of 1 kg that lies on the floor, or one between floor and lid, at rest except for what
/// is left of its fall.
Simulation lying(const Material& material, LawKind law, double dt, bool lid) {
    Settings settings;
    settings.dt = dt;
    settings.law = law;
    settings.threads = 1;
    std::vector<Wall> walls{slope(0.0, 10.0)};
    if (lid) {
        walls.push_back(slope(0.0, 10.0));
        walls.back().pieces[0].position.y = 0.998 + 1.0;
    }
    return Simulation(world(material, walls), settings);
}

TEST(Stability, IsTheDragOfTheContactsTimesTheStep) {
    constexpr double dt = 1e-5;
    constexpr double stiffness = 1e6;
    constexpr double gamma = 0.7;
    // c = gamma sqrt(m k), with k = Y b / l, or Y b^2 / l^2; b = 1 and l = 4 R = 4 / sqrt(pi).
    const double l = 4.0 / std::sqrt(3.14159);
    const double area = gamma * std::sqrt(stiffness / l) * dt;
    const double energy = gamma * std::sqrt(stiffness) / l * dt;
    for (const auto& [law, expected] :
         {std::pair{LawKind::area, area}, {LawKind::energy, energy}}) {
        for (const bool lid : {false, true}) {
            Simulation simulation = lying(plain(stiffness, 0.3, gamma), law, dt, lid);
            const double height = lid ? 0.499 : 0.49997;
            simulation.add_grain({rectangle(1.0, 1.0), 0, {0.0, height}, 0.0, {}, 0.0});
            EXPECT_EQ(simulation.stability().drag, 0.0);
            for (std::uint64_t i = 0; i < stability_period; ++i) simulation.step();
            const double sides = lid ? 2.0 : 1.0;
            EXPECT_NEAR(simulation.stability().drag, sides * expected, 0.01 * expected);
            EXPECT_EQ(simulation.stability().step, stability_period);
            EXPECT_FALSE(simulation.stability().is_near_limit());
        }
    }
}

TEST(Stability, CountsTheArmOfAContact) {
    // A plate with a peg pressed into its end: c (1/m + arm^2/I), with the arm of the force at the
    // end 1.5 m from the centre, I = m (w^2 + h^2) / 12.
    Settings settings;
    settings.dt = 1e-6;
    settings.threads = 1;
    Wall peg = slope(0.0, 1.0);
    peg.pieces[0].position.x = 1.5;
    Simulation simulation(world(plain(1e6, 0.0, 0.5), {peg}), settings);
    simulation.add_grain({rectangle(4.0, 1.0), 0, {0.0, 0.45}, 0.0, {}, 0.0});
    for (std::uint64_t i = 0; i < stability_period; ++i) simulation.step();
    ASSERT_TRUE(simulation.touches(0));
    const geometry::Overlap& overlap = simulation.overlap(0);
    const double arm = cross(overlap.centroid, overlap.normal);
    EXPECT_NEAR(arm, -1.5, 0.1);
    const double inertia = 4.0 * (16.0 + 1.0) / 12.0;
    const double inverse_mass = 1.0 / 4.0 + arm * arm / inertia;
    const double l = 4.0 * std::sqrt(4.0 / std::numbers::pi);
    const double c = 0.5 * std::sqrt(1e6 * overlap.chord / l / inverse_mass);
    EXPECT_NEAR(simulation.stability().drag, 1e-6 * c * inverse_mass, 1e-12);
}

TEST(Stability, ComesNearItsLimitBeforeTheRunBreaksDown) {
    // Gear3 bears 0.55.
    const auto drag_with = [](double gamma) {
        Simulation simulation = lying(plain(1e6, 0.3, gamma), LawKind::area, 3e-4, false);
        simulation.add_grain({rectangle(1.0, 1.0), 0, {0.0, 0.49999}, 0.0, {}, 0.0});
        for (std::uint64_t i = 0; i < 2 * stability_period; ++i) simulation.step();
        EXPECT_NEAR(simulation.stability().limit, 0.55, 0.01);
        return simulation.stability();
    };
    EXPECT_FALSE(drag_with(1.1).is_near_limit());
    const Stability near = drag_with(1.4);
    EXPECT_TRUE(near.is_near_limit());
    EXPECT_EQ(near.grain, 0u);
    EXPECT_THAT(near.sentence(3e-4), HasSubstr("grain 0"));
    EXPECT_THAT(near.sentence(3e-4), HasSubstr("unstable at 0.55"));
}

TEST(Phases, AreAllTimed) {
    Simulation simulation = lying(plain(1e6, 0.3, 0.5), LawKind::area, 1e-5, false);
    simulation.add_grain({rectangle(1.0, 1.0), 0, {0.0, 0.4999}, 0.0, {}, 0.0});
    for (int i = 0; i < 100; ++i) simulation.step();
    for (const double seconds : simulation.phase_times()) EXPECT_GT(seconds, 0.0);
}

}  // namespace
}  // namespace scree::engine

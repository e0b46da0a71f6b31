#include "engine/dynamics/stability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

using ::testing::HasSubstr;

constexpr int some_steps = 1000;

/// A square of 1 kg that lies on the floor, or one between floor and lid, at rest except for what
/// is left of its fall. Its stability is examined at the last of `some_steps`.
Simulation lying(const Material& material, LawKind law, double dt, bool lid) {
    Settings settings;
    settings.dt = dt;
    settings.law = law;
    settings.threads = 1;
    settings.stability_period = (some_steps - 0.5) * dt;
    std::vector<Wall> walls{slope(0.0, 10.0)};
    if (lid) {
        walls.push_back(slope(0.0, 10.0));
        walls.back().pieces[0].position.y = 0.998 + 1.0;
    }
    return Simulation(world(material, walls), settings);
}

TEST(Stability, IsTheShareOfTheLimitThatTheStepUses) {
    constexpr double dt = 1e-5;
    constexpr double stiffness = 1e6;
    constexpr double gamma = 0.7;
    const StableLimit limit = stable_limit_of(IntegratorKind::gear3);
    // k = Y b / l, or Y b^2 / l^2, with b = 1 and l = 4 R = 4 / sqrt(pi); c = gamma sqrt(m k). A
    // square of 1 kg rocks on its face with I = 1/6 and k b^2 / 12, which is slower.
    const double l = 4.0 / std::sqrt(std::numbers::pi);
    for (const auto& [law, k] : {std::pair{LawKind::area, stiffness / l},
                                 std::pair{LawKind::energy, stiffness / (l * l)}}) {
        for (const bool lid : {false, true}) {
            Simulation simulation = lying(plain(stiffness, 0.0, gamma), law, dt, lid);
            const double height = lid ? 0.499 : 0.49997;
            simulation.add_grain({rectangle(1.0, 1.0), 0, {0.0, height}, 0.0, {}, 0.0});
            EXPECT_EQ(simulation.stability().share, 0.0);
            for (int i = 0; i < some_steps; ++i) simulation.step();
            const double sides = lid ? 2.0 : 1.0;
            const double expected = sides * (k * dt * dt / (limit.stiff * limit.stiff) +
                                             gamma * std::sqrt(k) * dt / limit.drag);
            EXPECT_NEAR(simulation.stability().share, expected, 0.01 * expected);
            EXPECT_EQ(simulation.stability().step, some_steps);
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
    settings.stability_period = (some_steps - 0.5) * settings.dt;
    Wall peg = slope(0.0, 1.0);
    peg.pieces[0].position.x = 1.5;
    Simulation simulation(world(plain(1e6, 0.0, 0.5), {peg}), settings);
    simulation.add_grain({rectangle(4.0, 1.0), 0, {0.0, 0.45}, 0.0, {}, 0.0});
    for (int i = 0; i < some_steps; ++i) simulation.step();
    ASSERT_TRUE(simulation.touches(0));
    const geometry::Overlap& overlap = simulation.overlap(0);
    const double arm = cross(overlap.centroid, overlap.normal);
    EXPECT_NEAR(arm, -1.5, 0.1);
    const double inertia = 4.0 * (16.0 + 1.0) / 12.0;
    const double inverse_mass = 1.0 / 4.0 + arm * arm / inertia;
    const double l = 4.0 * std::sqrt(4.0 / std::numbers::pi);
    const double k = 1e6 * overlap.chord / l;
    const double c = 0.5 * std::sqrt(k / inverse_mass);
    const StableLimit limit = stable_limit_of(IntegratorKind::gear3);
    const double of_force = limit.share({k * inverse_mass, c * inverse_mass}, settings.dt);
    // The couple against rocking is added to it: a hundredth here.
    EXPECT_GT(simulation.stability().share, of_force);
    EXPECT_NEAR(simulation.stability().share, of_force, 0.03 * of_force);
}

TEST(Stability, ComesNearItsLimitBeforeTheRunBreaksDown) {
    const auto stability_with = [](double gamma) {
        Simulation simulation = lying(plain(1e6, 0.0, gamma), LawKind::area, 3e-4, false);
        simulation.add_grain({rectangle(1.0, 1.0), 0, {0.0, 0.49999}, 0.0, {}, 0.0});
        for (int i = 0; i < some_steps; ++i) simulation.step();
        return simulation.stability();
    };
    EXPECT_FALSE(stability_with(1.1).is_near_limit());
    const Stability near = stability_with(2.4);
    EXPECT_TRUE(near.is_near_limit());
    EXPECT_FALSE(near.is_beyond_limit());
    EXPECT_EQ(near.grain, 0u);
    EXPECT_THAT(near.sentence(3e-4), HasSubstr("grain 0"));
    EXPECT_TRUE(stability_with(3.0).is_beyond_limit());
}

TEST(MotionMatrix, KnowsItsLargestEigenvalue) {
    MotionMatrix one;
    one.add(2.0, {0.6, 0.8}, 0.0);
    EXPECT_NEAR(one.largest_eigenvalue(), 2.0, 1e-12);
    MotionMatrix two;  // twice the same eigenvalue, where Newton's method is slowest
    two.add(3.0, {1.0, 0.0}, 0.0);
    two.add(3.0, {0.0, 1.0}, 0.0);
    EXPECT_GE(two.largest_eigenvalue(), 3.0);
    EXPECT_NEAR(two.largest_eigenvalue(), 3.0, 3e-3);
    two.add(3.0, {}, 1.0);
    EXPECT_NEAR(two.largest_eigenvalue(), 3.0, 1e-12);
    EXPECT_EQ(MotionMatrix().largest_eigenvalue(), 0.0);
    Random random(3);
    for (int k = 0; k < 100; ++k) {
        // A large eigenvalue along one direction, and others that are smaller by a known amount.
        const Vec2 along{random() - 0.5, random() - 0.5};
        const double turn = random() - 0.5;
        MotionMatrix matrix;
        for (const Vec2 unit : {Vec2{1.0, 0.0}, Vec2{0.0, 1.0}}) matrix.add(0.25, unit, 0.0);
        matrix.add(0.25, {}, 1.0);
        matrix.add(7.0, along, turn);
        const double expected = 0.25 + 7.0 * (dot(along, along) + turn * turn);
        EXPECT_GE(matrix.largest_eigenvalue(), expected * (1.0 - 1e-12));
        EXPECT_NEAR(matrix.largest_eigenvalue(), expected, 1e-3 * expected);
    }
}

/// A direction in which a contact resists the motions of a grain and of another one or a wall, with
/// its stiffness and its damping. Motions are in units in which masses and moments are one.
struct Resistance {
    std::array<std::size_t, 2> grain{};
    std::array<std::array<double, 3>, 2> along{};
    double stiffness = 0.0;
    double damping = 0.0;

    double rate(const std::vector<double>& motion) const {
        double sum = 0.0;
        for (std::size_t side = 0; side < 2; ++side)
            for (std::size_t d = 0; d < 3; ++d) sum += along[side][d] * motion[3 * grain[side] + d];
        return sum;
    }
};

/// All that holds the grains of a simulation under `area`, written down from the formulas of
/// docs/physics.md: the normal force, the couple against rocking, and friction.
std::vector<Resistance> resistances_in(const Simulation& simulation,
                                       const ContactParameters& parameters) {
    std::vector<Resistance> all;
    for (std::size_t k = 0; k < simulation.contacts().size(); ++k) {
        if (!simulation.touches(k)) continue;
        const Body i = simulation.contacts()[k].pair.i;
        const Body j = simulation.contacts()[k].pair.j;
        const geometry::Overlap& overlap = simulation.overlap(k);
        const auto radius = [&](std::size_t grain) {
            return std::sqrt(geometry::area(simulation.shape(grain)) / std::numbers::pi);
        };
        const double inverse_l = 0.25 * (1.0 / radius(i) + (is_wall(j) ? 0.0 : 1.0 / radius(j)));
        const double stiffness = parameters.stiffness * overlap.chord * inverse_l;
        /// Returns what a force along `direction`, or a couple, moves, and the sum of its squares.
        const auto made = [&](Vec2 direction, double couple) {
            Resistance one;
            for (std::size_t side = 0; side < 2; ++side) {
                const Body body = side == 0 ? i : j;
                if (is_wall(body)) continue;
                const Vec2 arm =
                    overlap.centroid + simulation.position(i) - simulation.position(body);
                const double mass = simulation.mass(body);
                const double inertia = geometry::second_moment(simulation.shape(body));
                const double sign = side == 0 ? -1.0 : 1.0;
                one.grain[side] = body;
                one.along[side] = {sign * direction.x / std::sqrt(mass),
                                   sign * direction.y / std::sqrt(mass),
                                   sign * (cross(arm, direction) + couple) / std::sqrt(inertia)};
            }
            return one;
        };
        const auto square = [](const Resistance& one) {
            double sum = 0.0;
            for (const auto& side : one.along)
                for (const double d : side) sum += d * d;
            return sum;
        };
        Resistance normal = made(overlap.normal, 0.0);
        normal.stiffness = stiffness;
        normal.damping = parameters.damping * std::sqrt(stiffness / square(normal));
        const Vec2 along = turned_left(overlap.normal);
        const double offset = dot(overlap.centroid - overlap.midpoint, along);
        const double lever = std::max(0.0, overlap.chord * overlap.chord / 12.0 - offset * offset);
        Resistance rocking = made({}, 1.0);
        rocking.stiffness = lever * normal.stiffness;
        rocking.damping = lever * normal.damping;
        Resistance friction = made(along, 0.0);
        friction.stiffness = parameters.tangential_stiffness();
        friction.damping =
            2.0 * parameters.tangential_damping * std::sqrt(friction.stiffness / square(friction));
        all.insert(all.end(), {normal, rocking, friction});
    }
    return all;
}

/// The largest eigenvalue of the sum of the squares of these directions, by power iteration.
double largest_eigenvalue(const std::vector<Resistance>& all, double Resistance::*weight,
                          std::size_t grains) {
    Random random(5);
    std::vector<double> motion(3 * grains);
    for (double& m : motion) m = random() - 0.5;
    double eigenvalue = 0.0;
    for (int round = 0; round < 2000; ++round) {
        std::vector<double> next(motion.size(), 0.0);
        for (const Resistance& one : all)
            for (std::size_t side = 0; side < 2; ++side)
                for (std::size_t d = 0; d < 3; ++d)
                    next[3 * one.grain[side] + d] +=
                        one.*weight * one.rate(motion) * one.along[side][d];
        eigenvalue = 0.0;
        for (const double m : next) eigenvalue += m * m;
        eigenvalue = std::sqrt(eigenvalue);
        for (std::size_t k = 0; k < motion.size(); ++k) motion[k] = next[k] / eigenvalue;
    }
    return eigenvalue;
}

/// Grains that were dropped into a box.
std::unique_ptr<Simulation> packed(bool flat, double gamma, double dt, int steps) {
    Settings settings;
    settings.dt = dt;
    settings.threads = 1;
    settings.stability_period = (steps - 0.5) * dt;
    std::vector<Wall> walls{slope(0.0, 20.0)};
    for (const double side : {-1.0, 1.0})
        walls.push_back(standing(rectangle(2.0, 40.0), {side * 4.5, 20.0}));
    auto simulation = std::make_unique<Simulation>(world(plain(1e5, 0.5, gamma), walls), settings);
    Random random(flat ? 1 : 2);
    for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 5; ++column) {
            const double size = 0.6 + 0.6 * random();
            const geometry::Shape shape = flat ? geometry::Shape(rectangle(1.2, 0.3 * size))
                                               : geometry::Shape(gravel(random, 0.5 * size));
            simulation->add_grain(
                {shape, 0, {-2.6 + 1.3 * column, 0.8 + 1.3 * row}, 6.28 * random(), {}, 0.0});
        }
    for (int i = 0; i < steps; ++i) simulation->step();
    return simulation;
}

TEST(Stability, IsThatOfTheFastestMotionOfAllGrains) {
    constexpr double dt = 2e-4;
    const StableLimit limit = stable_limit_of(IntegratorKind::gear3);
    for (const bool flat : {false, true})
        for (const double gamma : {0.3, 1.5}) {
            const auto packing = packed(flat, gamma, dt, 15'000);
            const Simulation& simulation = *packing;
            const std::vector<Resistance> all =
                resistances_in(simulation, mixed(plain(1e5, 0.5, gamma), plain(1e5, 0.5, gamma)));
            ASSERT_GT(all.size(), 100u);
            const double exact = limit.share({largest_eigenvalue(all, &Resistance::stiffness, 40),
                                              largest_eigenvalue(all, &Resistance::damping, 40)},
                                             dt);
            // The watch must not be below the truth, nor warn of what is far from unstable. The
            // sum over one side of the contacts would be about half of it.
            EXPECT_GE(simulation.stability().share, 0.999 * exact);
            EXPECT_LE(simulation.stability().share, 1.6 * exact) << flat << ' ' << gamma;
            RecordProperty("over_exact", std::to_string(simulation.stability().share / exact));
        }
}

TEST(Phases, AreAllTimed) {
    Simulation simulation = lying(plain(1e6, 0.3, 0.5), LawKind::area, 1e-5, false);
    simulation.add_grain({rectangle(1.0, 1.0), 0, {0.0, 0.4999}, 0.0, {}, 0.0});
    for (int i = 0; i < 100; ++i) simulation.step();
    for (const double seconds : simulation.phase_times()) EXPECT_GT(seconds, 0.0);
}

}  // namespace
}  // namespace scree::engine

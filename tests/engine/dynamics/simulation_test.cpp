#include "engine/dynamics/simulation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/engine/broad/broad_phase_kinds.h"
#include "tests/engine/grain_stress.h"
#include "tests/engine/small_world.h"
#include "tests/sanitizers.h"

namespace scree::engine {
namespace {

using geometry::Shape;
using ::testing::HasSubstr;

/// Irregular grains that fall into a box, from a loose lattice with random velocities.
void pour(Simulation& simulation, std::size_t count, std::size_t columns) {
    Random random(7);
    for (std::size_t k = 0; k < count; ++k) {
        const double radius = 0.35 + 0.15 * random();
        NewGrain grain{gravel(random, radius), 0, {}, 6.28 * random(), {}, 0.0};
        grain.position = {(static_cast<double>(k % columns) + 0.5) * 1.1,
                          (static_cast<double>(k / columns) + 0.6) * 1.1};
        grain.velocity = {16.0 * (random() - 0.5), 16.0 * (random() - 0.5)};
        simulation.add_grain(grain);
    }
}

Model box(double width) {
    std::vector<Wall> walls;
    walls.push_back(standing(rectangle(width + 8.0, 4.0), {0.5 * width, -2.0}));
    walls.push_back(standing(rectangle(4.0, 200.0), {-2.0, 98.0}));
    walls.push_back(standing(rectangle(4.0, 200.0), {width + 2.0, 98.0}));
    return world(plain(1e5, 0.5, 0.3), walls);
}

struct Outcome {
    std::uint64_t hash;
    double touching;  ///< contacts a grain
};

Outcome run_box(std::uint32_t threads, BroadPhaseKind broad_phase, LawKind law,
                std::uint64_t steps) {
    Settings settings;
    settings.dt = 2e-4;
    settings.threads = threads;
    settings.broad_phase = broad_phase;
    settings.law = law;
    Simulation simulation(box(11.0), settings);
    pour(simulation, 150, 10);
    for (std::uint64_t i = 0; i < steps; ++i) simulation.step();
    double touching = 0.0;
    for (std::size_t k = 0; k < simulation.contacts().size(); ++k)
        touching += simulation.touches(k) ? 1.0 : 0.0;
    return {simulation.state_hash(), touching / 150.0};
}

#if SCREE_SANITIZED
constexpr std::uint64_t most_steps = 400;
constexpr double least_touching = 0.05;
#else
constexpr std::uint64_t most_steps = 4000;
constexpr double least_touching = 0.3;
#endif

TEST(Determinism, OneHashForAnyNumberOfWorkersAndAnyBroadPhase) {
    for (const LawKind law : {LawKind::area, LawKind::energy}) {
        const Outcome one = run_box(1, BroadPhaseKind::sweep, law, most_steps);
        EXPECT_GT(one.touching, least_touching)
            << "the grains must have met for this to mean anything";
        for (const std::uint32_t threads : {1u, 2u, 3u, 8u}) {
            EXPECT_EQ(run_box(threads, BroadPhaseKind::sweep, law, most_steps).hash, one.hash);
        }
        EXPECT_EQ(run_box(2, BroadPhaseKind::brute_force, law, most_steps).hash, one.hash);
        for (const BroadPhaseKind kind : tests::methods)
            EXPECT_EQ(run_box(2, kind, law, most_steps).hash, one.hash) << name_of(kind);
        EXPECT_NE(run_box(1, BroadPhaseKind::sweep, law, most_steps - 1).hash, one.hash);
    }
}

TEST(Motion, FreeFlightWithSpinIsExact) {
    for (const IntegratorKind integrator : {IntegratorKind::verlet, IntegratorKind::gear3,
                                            IntegratorKind::gear4, IntegratorKind::gear5}) {
        Settings settings;
        settings.dt = 1e-3;
        settings.integrator = integrator;
        settings.threads = 1;
        Simulation simulation(world(plain(1e5, 0.0, 0.0)), settings);
        simulation.add_grain({rectangle(1.0, 2.0), 0, {1.0, 2.0}, 0.5, {3.0, 4.0}, 2.0});
        for (int i = 0; i < 1000; ++i) simulation.step();
        EXPECT_NEAR(simulation.position(0).x, 4.0, 1e-12);
        EXPECT_NEAR(simulation.position(0).y, 6.0 - 0.5 * 9.81, 1e-12);
        EXPECT_NEAR(simulation.velocity(0).y, 4.0 - 9.81, 1e-12);
        EXPECT_NEAR(simulation.angle(0), 2.5, 1e-12);
        EXPECT_NEAR(simulation.spin(0), 2.0, 1e-12);
    }
}

TEST(EnergyLaw, AnUndampedCollisionKeepsItsEnergy) {
    Settings settings;
    settings.dt = 1e-5;
    settings.law = LawKind::energy;
    settings.gravity = {};
    settings.threads = 1;
    Simulation simulation(world(plain(1e5, 0.0, 0.0)), settings);
    simulation.add_grain({rectangle(1.0, 1.0), 0, {0.0, 0.0}, 0.3, {0.5, 0.1}, 0.2});
    simulation.add_grain({rectangle(1.0, 2.0), 0, {1.8, 0.2}, 0.1, {-0.5, 0.0}, -0.1});
    const double before = simulation.ledger().mechanical();
    double stored = 0.0;
    while (simulation.time() < 3.0) {
        simulation.step();
        stored = std::max(stored, simulation.ledger().elastic_normal);
    }
    EXPECT_GT(stored, 0.05 * before) << "they must have met";
    EXPECT_EQ(simulation.ledger().elastic_normal, 0.0);
    EXPECT_NEAR(simulation.ledger().mechanical(), before, 1e-6 * before);
}

TEST(LinearLaw, DiscsReboundByTheClippedFormula) {
    for (const auto& [zeta, expected] : {std::pair{0.1, 0.7441}, {0.3, 0.4510}, {0.0, 1.0}}) {
        Settings settings;
        settings.dt = 2e-6;
        settings.gravity = {};
        settings.law = LawKind::linear;
        settings.threads = 1;
        Simulation simulation(world(plain(1e6, 0.3, 2.0 * zeta)), settings);
        simulation.add_grain({geometry::Disc(0.5), 0, {0.0, 0.0}, 0.0, {0.5, 0.0}, 0.0});
        simulation.add_grain({geometry::Disc(0.5), 0, {1.001, 0.0}, 0.0, {-0.5, 0.0}, 0.0});
        for (int i = 0; i < 10000; ++i) simulation.step();
        EXPECT_NEAR(simulation.velocity(1).x - simulation.velocity(0).x, expected, 1e-3) << zeta;
    }
}

TEST(LinearLaw, RefusesPolygons) {
    Settings settings;
    settings.dt = 1e-4;
    settings.law = LawKind::linear;
    Simulation simulation(world(plain(1e6, 0.3, 0.1)), settings);
    EXPECT_THROW(simulation.add_grain({rectangle(1.0, 1.0), 0, {}, 0.0, {}, 0.0}),
                 std::invalid_argument);
}

TEST(Momentum, IsConservedInAClosedSystem) {
    Settings settings;
    settings.dt = 2e-4;
    settings.gravity = {};
    settings.threads = 2;
    Simulation simulation(world(plain(1e5, 0.5, 0.3)), settings);
    pour(simulation, 60, 8);
    const auto momentum = [&] {
        geometry::Vec2 sum;
        double angular = 0.0;
        for (std::size_t i = 0; i < simulation.grain_count(); ++i) {
            const auto p = simulation.mass(i) * simulation.velocity(i);
            sum += p;
            angular +=
                cross(simulation.position(i), p) + simulation.inertia(i) * simulation.spin(i);
        }
        return std::array<double, 3>{sum.x, sum.y, angular};
    };
    const auto before = momentum();
    for (int i = 0; i < 4000; ++i) simulation.step();
    EXPECT_GT(simulation.ledger().dissipated(), 0.01) << "they must have met";
    const auto after = momentum();
    EXPECT_NEAR(after[0], before[0], 1e-11);
    EXPECT_NEAR(after[1], before[1], 1e-11);
    // Force and counterforce act at one predicted point, while positions are corrected later.
    EXPECT_NEAR(after[2], before[2], 1e-4);
}

TEST(Grains, ComeAndGoBetweenSteps) {
    Settings settings;
    settings.dt = 2e-4;
    settings.threads = 2;
    Simulation simulation(box(11.0), settings);
    pour(simulation, 50, 10);
    for (int i = 0; i < 2000; ++i) simulation.step();
    simulation.remove_grain(3);
    simulation.remove_grain(49);
    EXPECT_THROW(simulation.remove_grain(3), std::invalid_argument);
    EXPECT_EQ(simulation.contacts().size(), simulation.contact_forces().size());
    for (const Contact& contact : simulation.contacts()) {
        EXPECT_LT(contact.pair.i, 48u);
        EXPECT_TRUE(is_wall(contact.pair.j) || contact.pair.j < 48u);
        EXPECT_LT(contact.pair.i, contact.pair.j);
    }
    Random random(3);
    const GrainId added = simulation.add_grain({gravel(random, 0.4), 0, {5.0, 20.0}, 0.0, {}, 0.0});
    EXPECT_EQ(added, 50u);
    EXPECT_EQ(simulation.grain_count(), 49u);
    for (int i = 0; i < 2000; ++i) simulation.step();
    EXPECT_EQ(simulation.id_of(3), 4u);
    EXPECT_EQ(simulation.id_of(48), 50u);
}

TEST(Stress, OfASquareUnderAnotherIsWhatItCarries) {
    Settings settings;
    settings.dt = 4e-5;
    settings.threads = 1;
    Simulation simulation(world(plain(1e6, 0.3, 1.0), {slope(0.0, 10.0)}), settings);
    simulation.add_grain({rectangle(1.0, 1.0), 0, {0.0, 0.5}, 0.0, {}, 0.0});
    simulation.add_grain({rectangle(1.0, 1.0), 0, {0.0, 1.5}, 0.0, {}, 0.0});
    EXPECT_EQ(stress_of(simulation, 0).pressure(), 0.0) << "before any step";
    while (simulation.time() < 2.0) simulation.step();
    // One weight from above and two from below, half a side away each.
    EXPECT_NEAR(stress_of(simulation, 0).yy, 1.5 * 9.81, 0.01);
    EXPECT_NEAR(stress_of(simulation, 1).yy, 0.5 * 9.81, 0.01);
    EXPECT_NEAR(stress_of(simulation, 0).xx, 0.0, 1e-6);
    EXPECT_NEAR(stress_of(simulation, 0).xy, 0.0, 1e-6);
}

TEST(Breakdown, NamesTheGrainAndSaysWhatToChange) {
    Settings settings;
    settings.dt = 1e-3;
    settings.threads = 1;
    Simulation simulation(world(plain(1e3, 0.0, 0.0)), settings);
    simulation.add_grain({rectangle(1.0, 1.0), 0, {9.0, 0.0}, 0.0, {}, 0.0});
    simulation.add_grain({rectangle(1.0, 1.0), 0, {0.0, 0.0}, 0.0, {}, 0.0});
    simulation.add_grain({rectangle(1.0, 1.0), 0, {0.5, 0.0}, 0.0, {}, 0.0});
    try {
        simulation.step();
        FAIL() << "half of a grain inside another is no contact";
    } catch (const Breakdown& breakdown) {
        EXPECT_EQ(breakdown.grain(), 1u);
        EXPECT_THAT(breakdown.what(), HasSubstr("grain 1 overlaps with grain 2"));
        EXPECT_THAT(breakdown.what(), HasSubstr("smaller time step"));
    }
}

// The grain has no acceleration, so only its position shows that it left the range of numbers.
TEST(Breakdown, AGrainThatLeavesAllNumbers) {
    for (const BroadPhaseKind kind : tests::methods)
        for (const std::uint32_t threads : {1u, 2u}) {
            Settings settings;
            settings.dt = 1e-3;
            settings.threads = threads;
            settings.gravity = {};
            settings.broad_phase = kind;
            Simulation simulation(world(plain(1e3, 0.0, 0.0)), settings);
            simulation.add_grain({rectangle(1.0, 1.0), 0, {0.0, 0.0}, 0.0, {}, 0.0});
            simulation.add_grain({rectangle(1.0, 1.0), 0, {1.79e308, 0.0}, 0.0, {1e308, 0.0}, 0.0});
            try {
                for (int step = 0; step < 100; ++step) simulation.step();
                FAIL() << name_of(kind);
            } catch (const Breakdown& breakdown) {
                EXPECT_EQ(breakdown.grain(), 1u);
                EXPECT_THAT(breakdown.what(), HasSubstr("no longer finite"));
            }
            simulation.arrangement();  // must not loop for ever
        }
}

}  // namespace
}  // namespace scree::engine

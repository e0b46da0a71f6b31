#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "tests/physics/laboratory.h"

// What the integrator does to the energy of an undamped gas.

namespace scree::engine {
namespace {

/// What the energy of a gas has changed by, and what the law has made of that, over what there was.
struct Change {
    double energy = 0.0;
    double of_law = 0.0;
};

/// 36 grains fly about in a box without gravity, friction and damping, for about twenty hits each.
Change change_of(const std::function<geometry::Shape(Random&)>& shape, LawKind law, double dt_share,
                 IntegratorKind integrator = IntegratorKind::gear3) {
    constexpr double box = 12.0;
    std::vector<Wall> walls;
    for (const double side : {-1.0, 1.0}) {
        const double middle = side * (0.5 * box + 2.0);
        walls.push_back(standing(rectangle(4.0, 40.0), {middle, 0.0}));
        walls.push_back(standing(rectangle(40.0, 4.0), {0.0, middle}));
    }
    const Model model = world(plain(1e5, 0.0, 0.0), walls);
    Random random(3);
    std::vector<NewGrain> grains;
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column < 6; ++column) {
            NewGrain grain{shape(random), 0, {}, 6.0 * random(), {}, 0.0};
            grain.position = {(column - 2.5) * 1.9, (row - 2.5) * 1.9};
            grain.velocity = {2.0 * random() - 1.0, 2.0 * random() - 1.0};
            grains.push_back(grain);
        }
    Settings settings = few(dt_share * automatic_dt(model, grains, law), law);
    settings.gravity = {};
    settings.integrator = integrator;
    Simulation simulation(model, settings);
    for (const NewGrain& grain : grains) simulation.add_grain(grain);
    const double before = simulation.ledger().mechanical();
    run_until(simulation, 30.0);
    const Ledger after = simulation.ledger();
    return {(after.mechanical() - before) / before, after.law_gain / before};
}

geometry::Shape any_disc(Random&) { return geometry::Disc(0.5); }
geometry::Shape any_square(Random&) { return rectangle(0.9, 0.9); }
geometry::Shape any_stone(Random& random) { return gravel(random, 0.5); }

TEST(UndampedGas, KeepsItsEnergyWhereTheLawHasAPotential) {
    EXPECT_LT(std::abs(change_of(any_square, LawKind::energy, 1.0).energy), 1e-3);
    EXPECT_LT(std::abs(change_of(any_stone, LawKind::energy, 1.0).energy), 1e-3);
    EXPECT_LT(std::abs(change_of(any_disc, LawKind::area, 1.0).energy), 1e-3);
    EXPECT_LT(std::abs(change_of(any_disc, LawKind::linear, 1.0).energy), 5e-3);
    EXPECT_GT(std::abs(change_of(any_stone, LawKind::energy, 6.0).energy), 1e-3)
        << "the check can tell";
}

TEST(UndampedGas, OfPolygonsChangesByWhatTheAreaLawMakes) {
    for (const auto& shape : {any_square, any_stone}) {
        const Change change = change_of(shape, LawKind::area, 1.0);
        EXPECT_GT(std::abs(change.of_law), 1e-3) << "the check can tell";
        EXPECT_NEAR(change.energy, change.of_law, 5e-4);
        const Change fine = change_of(shape, LawKind::area, 0.25);
        EXPECT_NEAR(fine.energy, fine.of_law, 5e-5);
    }
}

/// Between discs the force of `area` has a potential, but for what an integrator makes of it. The
/// work at predicted velocities would be off by 0.02 of the energy.
TEST(UndampedGas, OfDiscsHasNoGainOfTheLaw) {
    const Change change = change_of(any_disc, LawKind::area, 1.0);
    EXPECT_LT(std::abs(change.of_law), 1e-3);
    EXPECT_NEAR(change.energy, change.of_law, 2e-4);
    for (const IntegratorKind integrator :
         {IntegratorKind::verlet, IntegratorKind::gear4, IntegratorKind::gear5}) {
        const Change other = change_of(any_disc, LawKind::area, 0.5, integrator);
        EXPECT_LT(std::abs(other.of_law), 1e-3);
        EXPECT_NEAR(other.energy, other.of_law, 2e-5);
    }
}

}  // namespace
}  // namespace scree::engine

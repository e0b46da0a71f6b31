#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/physics/laboratory.h"

namespace scree::engine {
namespace {

/// Grains of height 1 above each other, with gaps, every other one shifted to the right.
std::vector<NewGrain> stack(int count, double width, double gap, double shift) {
    std::vector<NewGrain> grains;
    grains.reserve(static_cast<std::size_t>(count));
    for (int k = 0; k < count; ++k)
        grains.push_back({rectangle(width, 1.0),
                          0,
                          {shift * (k % 2), 0.5 + gap + k * (1.0 + gap)},
                          0.0,
                          {},
                          0.0});
    return grains;
}

TEST(Stack, OfTenSquaresCarriesItsWeight) {
    // Stiff enough for overlaps of 1e-4 at the bottom: 10 m g / (Y / 2).
    const Model model = world(plain(2e6, 0.3, 0.5), {slope(0.0, 20.0)});
    const std::vector<NewGrain> grains = stack(10, 1.0, 0.0, 0.02);
    Simulation simulation(model, few(automatic_dt(model, grains)));
    for (const NewGrain& grain : grains) simulation.add_grain(grain);
    run_until(simulation, 8.0);
    std::size_t found = 0;
    for (std::size_t k = 0; k < simulation.contacts().size(); ++k) {
        if (!simulation.touches(k)) continue;
        const Contact& contact = simulation.contacts()[k];
        // The contact of the wall carries all ten grains, each contact above it one less.
        const double carried = is_wall(contact.pair.j) ? 10.0 : 9.0 - contact.pair.i;
        EXPECT_NEAR(std::abs(simulation.contact_forces()[k].force.y), carried * gravity,
                    1e-3 * carried * gravity);
        ++found;
    }
    EXPECT_EQ(found, 10u);
}

/// Five grains fall on each other from small gaps. Returns the ratio of the kinetic energy that is
/// left to that which they bring.
double unrest(double width, double gamma, double dt_share) {
    const double gap = 0.005;
    const Model model = world(plain(1e5, 0.3, gamma), {slope(0.0, 60.0)});
    const std::vector<NewGrain> grains = stack(5, width, gap, 0.0);
    Simulation simulation(model, few(dt_share * automatic_dt(model, grains)));
    for (const NewGrain& grain : grains) simulation.add_grain(grain);
    // The slowest mode of the squares dies as exp(-8.4 gamma t / s); sqrt(k / m) falls with the
    // fourth root of the width.
    run_until(simulation, 2.0 + 2.0 / gamma * std::sqrt(std::sqrt(width)));
    return simulation.ledger().kinetic / (15.0 * gap * width * gravity);
}

TEST(Stack, OfLevelGrainsComesToRestWithTheAutomaticTimeStep) {
    for (const double width : {1.0, 10.0})
        for (const double gamma : {0.05, 0.2, 0.7, 1.4})
            EXPECT_LT(unrest(width, gamma, 1.0), 1e-12) << width << " wide, gamma " << gamma;
}

TEST(Stack, DoesNotComeToRestWithATimeStepFarTooLarge) {
    bool rests = true;
    try {
        rests = unrest(10.0, 1.4, 40.0) < 1e-12;
    } catch (const Breakdown&) {
        rests = false;
    }
    EXPECT_FALSE(rests) << "the check can tell";
}

/// A grain of height 1 falls on the ground at 1e-3 rad. Returns the ratio of the kinetic energy
/// that is left to that which it brings.
double unrest_of_one(double width, double gamma, LawKind law) {
    const Model model = world(plain(1e5, 0.3, gamma), {slope(0.0, 60.0)});
    const NewGrain grain{rectangle(width, 1.0), 0, {0.0, 0.51}, 1e-3, {}, 0.0};
    Simulation simulation(model, few(automatic_dt(model, {&grain, 1}, law), law));
    simulation.add_grain(grain);
    run_until(simulation, 30.0);
    return simulation.ledger().kinetic / (0.01 * width * gravity);
}

TEST(Grain, ThatFallsAskewComesToRest) {
    // Under the area law grains are no longer than 4:1, because beyond that it pumps energy into
    // the rocking.
    for (const double gamma : {0.05, 0.2, 0.7, 1.4}) {
        for (const double width : {1.0, 2.0, 3.0, 4.0})
            EXPECT_LT(unrest_of_one(width, gamma, LawKind::area), 1e-9)
                << width << " wide, gamma " << gamma;
        EXPECT_LT(unrest_of_one(10.0, gamma, LawKind::energy), 1e-9) << "gamma " << gamma;
    }
}

TEST(Stack, OfShiftedPlatesComesToRestUnderTheEnergyLaw) {
    for (const double gamma : {0.05, 0.2, 0.7, 1.4}) {
        const double gap = 0.005;
        const Model model = world(plain(1e5, 0.3, gamma), {slope(0.0, 60.0)});
        const std::vector<NewGrain> grains = stack(5, 10.0, gap, 0.2);
        Simulation simulation(model,
                              few(automatic_dt(model, grains, LawKind::energy), LawKind::energy));
        for (const NewGrain& grain : grains) simulation.add_grain(grain);
        run_until(simulation, 20.0);
        EXPECT_LT(simulation.ledger().kinetic, 1e-9 * 15.0 * gap * 10.0 * gravity)
            << "gamma " << gamma;
    }
}

/// The energy that an undamped stack gains while it jumps about in a shaft, over what it brings:
/// the most at any time, and from the first quarter of the time to the end.
struct Gains {
    double most = 0.0;
    double later = 0.0;
};

Gains gains(double width, double dt_share, double gap) {
    const double shift = 0.02 * width;
    std::vector<Wall> walls{slope(0.0, 60.0)};
    for (const double side : {-1.0, 1.0})
        walls.push_back(standing(rectangle(4.0, 40.0),
                                 {0.5 * shift + side * (0.5 * width + shift + 2.0), 10.0}));
    const Model model = world(plain(1e5, 0.0, 0.0), walls);
    const std::vector<NewGrain> grains = stack(5, width, gap, shift);
    Simulation simulation(
        model, few(dt_share * automatic_dt(model, grains, LawKind::energy), LawKind::energy));
    for (const NewGrain& grain : grains) simulation.add_grain(grain);
    const double before = simulation.ledger().mechanical();
    const double unit = 15.0 * gap * width * gravity;
    const auto gain_until = [&](double time, double& most) {
        while (simulation.time() < time) {
            simulation.step();
            most = std::max(most, (simulation.ledger().mechanical() - before) / unit);
        }
        return (simulation.ledger().mechanical() - before) / unit;
    };
    Gains result;
    const double early = gain_until(20.0, result.most);
    result.later = gain_until(80.0, result.most) - early;
    return result;
}

/// The mean gains of a few stacks, because how a stack jumps depends on every bit.
Gains mean_gains(double width, double dt_share) {
    Gains sum;
    for (const double gap : {0.0200, 0.0203, 0.0205, 0.0208}) {
        const Gains one = gains(width, dt_share, gap);
        sum.most += 0.25 * one.most;
        sum.later += 0.25 * one.later;
    }
    return sum;
}

TEST(UndampedStack, GainsNoEnergyWithTheAutomaticTimeStep) {
    // Each of thousands of blows begins with a kink in the force. The step is such that the
    // restitution of a blow is off by 0.005, so its energy by 0.01. In the long run gear3 loses.
    for (const double width : {1.0, 10.0}) {
        const Gains automatic = mean_gains(width, 1.0);
        EXPECT_LT(automatic.most, 1e-2) << width << " wide";
        EXPECT_LT(automatic.later, 0.0) << width << " wide";
        EXPECT_GT(automatic.later, -0.1) << width << " wide";
        EXPECT_GT(mean_gains(width, 5.0).most, 1e-2) << width << " wide: the check can tell";

        const Gains fine = mean_gains(width, 0.25);
        EXPECT_LT(fine.most, 5e-3) << width << " wide, a quarter of the step";
        EXPECT_LT(std::abs(fine.later), 5e-3) << width << " wide, a quarter of the step";
    }
}

}  // namespace
}  // namespace scree::engine

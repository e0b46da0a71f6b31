#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "tests/physics/laboratory.h"

// Sound in a chain of discs.

namespace scree::engine {
namespace {

constexpr int count = 40;
constexpr double disc_radius = 0.5;
constexpr double disc_stiffness = 1e6;
/// The chain is pressed together by this depth at every contact, so that none opens.
constexpr double depth = 1e-3;
constexpr double spacing = 2.0 * disc_radius - depth;
constexpr double chain_length = (count + 1) * spacing;

/// Undamped discs between two walls that hold them at their ends.
Model between_walls() {
    const double thickness = 4.0;
    const double left = spacing - disc_radius + depth;
    const double right = count * spacing + disc_radius - depth;
    return world(plain(disc_stiffness, 0.0, 0.0),
                 {standing(rectangle(thickness, 4.0), {left - 0.5 * thickness, 0.0}),
                  standing(rectangle(thickness, 4.0), {right + 0.5 * thickness, 0.0})});
}

/// How far a disc goes in the longest wave that stands in the chain.
double shape_of_wave(int disc) { return std::sin(std::numbers::pi * (disc + 1) / (count + 1)); }

/// The speed of sound, from the time until the longest standing wave has gone back and forth. The
/// discs weigh `weight` times as much as they do otherwise.
double wave_speed(double weight) {
    Model model = between_walls();
    model.materials[0].density *= weight;
    std::vector<NewGrain> grains;
    for (int disc = 0; disc < count; ++disc)
        grains.push_back({geometry::Disc(disc_radius),
                          0,
                          {(disc + 1) * spacing, 0.0},
                          0.0,
                          {1e-3 * shape_of_wave(disc), 0.0},
                          0.0});
    Settings settings = few(automatic_dt(model, grains, LawKind::linear), LawKind::linear);
    settings.gravity = {};
    Simulation simulation(model, settings);
    for (const NewGrain& grain : grains) simulation.add_grain(grain);
    const auto elongation = [&] {
        double sum = 0.0;
        for (int disc = 0; disc < count; ++disc)
            sum += shape_of_wave(disc) *
                   (simulation.position(static_cast<std::size_t>(disc)).x - (disc + 1) * spacing);
        return sum;
    };
    // After half a period it comes back through the middle, and after a whole one again.
    double before = 0.0;
    double now = 0.0;
    for (const double sign : {1.0, -1.0}) do {
            before = now;
            simulation.step();
            now = elongation();
        } while (sign * now > 0.0 || before == 0.0);
    const double period = simulation.time() - settings.dt * now / (now - before);
    return 2.0 * chain_length / period;
}

TEST(ChainOfDiscs, CarriesSoundAsSpringsAndMassesDo) {
    const double mass = std::numbers::pi * disc_radius * disc_radius;
    const double expected = spacing * std::sqrt(disc_stiffness / mass);
    EXPECT_NEAR(wave_speed(1.0), expected, 0.01 * expected);
    EXPECT_GT(std::abs(wave_speed(1.03) - expected), 0.01 * expected) << "the check can tell";
}

}  // namespace
}  // namespace scree::engine

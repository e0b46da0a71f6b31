#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/physics/laboratory.h"

// Flat grains come to rest, alone, on slopes and in piles.

namespace scree::engine {
namespace {

constexpr double height = 0.01;

/// Stone plates. `friction` is that of all contacts.
Material stone(double friction, double restitution) {
    return {"stone", 2500.0, 1e6, friction, damping_for_restitution(restitution), 0.0};
}

/// A plate just above a slope through the origin, turned by `tilt` against it.
NewGrain plate(double elongation, double slope_angle, double tilt) {
    const double width = elongation * height;
    NewGrain grain{rectangle(width, height), 0, {}, slope_angle + tilt, {}, 0.0};
    const double lift = 0.5 * (height * std::cos(tilt) + width * std::sin(std::abs(tilt)));
    grain.position = (lift + 0.002) * SlopeAxes(slope_angle).away;
    return grain;
}

TEST(Plate, ThatIsDroppedComesToRest) {
    for (const double elongation : {10.0, 20.0})
        for (const double tilt : {0.02, 0.3})
            for (const double restitution : {0.05, 0.7}) {
                const Model model = world(stone(0.5, restitution), {slope(0.0, 1.0)});
                const NewGrain grain = plate(elongation, 0.0, tilt);
                Simulation simulation(model, few(automatic_dt(model, {&grain, 1})));
                simulation.add_grain(grain);
                run_until(simulation, 2.0);
                EXPECT_LT(std::abs(simulation.spin(0)), 1e-9)
                    << elongation << ":1 at " << tilt << " rad, restitution " << restitution;
                EXPECT_LT(length(simulation.velocity(0)), 1e-9);
            }
}

TEST(Plate, StaysOnAGentleSlope) {
    const double angle = std::atan(0.31);
    for (const double elongation : {4.0, 10.0, 20.0}) {
        const Model model = world(stone(0.5, 0.3), {slope(angle, 2.0)});
        const NewGrain grain = plate(elongation, angle, 0.05);
        Simulation simulation(model, few(automatic_dt(model, {&grain, 1})));
        simulation.add_grain(grain);
        run_until(simulation, 2.0);
        const geometry::Vec2 before = simulation.position(0);
        run_until(simulation, 3.0);
        const double drift = length(simulation.position(0) - before);
        EXPECT_LT(drift, 1e-6 * elongation * height) << elongation << ":1";
    }
}

TEST(Plate, SlidesOnASlopeThatIsSteepEnough) {
    const double angle = std::atan(0.6);
    const Model model = world(stone(0.5, 0.3), {slope(angle, 8.0)});
    const NewGrain grain = plate(10.0, angle, 0.05);
    Simulation simulation(model, few(automatic_dt(model, {&grain, 1})));
    simulation.add_grain(grain);
    run_until(simulation, 1.0);
    EXPECT_GT(length(simulation.velocity(0)), 0.5) << "the check of slopes can tell";
}

/// The mean force that is left on a grain over the mean force of a contact.
double unbalanced(const Simulation& simulation) {
    std::vector<geometry::Vec2> left(simulation.grain_count());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = {0.0, -gravity * simulation.mass(i)};
    double contact_force = 0.0;
    double contacts = 0.0;
    for (std::size_t k = 0; k < simulation.contacts().size(); ++k) {
        if (!simulation.touches(k)) continue;
        const auto [i, j] = simulation.contacts()[k].pair;
        const geometry::Vec2 force = simulation.contact_forces()[k].force;
        left[i] = left[i] - force;
        if (!is_wall(j)) left[j] += force;
        contact_force += length(force);
        contacts += 1.0;
    }
    double sum = 0.0;
    for (const geometry::Vec2 force : left) sum += length(force);
    return sum / static_cast<double>(left.size()) / (contact_force / contacts);
}

TEST(SlowPileOfPlates, ComesToRest) {
    const double width = 10.0 * height;
    std::vector<Wall> walls{slope(0.0, 2.0)};
    for (const double side : {-1.0, 1.0})
        walls.push_back(standing(rectangle(0.4, 4.0), {side * (0.2 + 2.2 * width), 2.0}));
    const Model model = world(stone(0.5, 0.3), walls);
    std::vector<NewGrain> grains;
    Random random(7);
    for (int row = 0; row < 20; ++row)
        for (int column = 0; column < 4; ++column) {
            NewGrain grain{rectangle(width, height), 0, {}, 0.6 * (random() - 0.5), {}, 0.0};
            grain.position = {(column - 1.5) * 1.08 * width, 0.04 + row * 0.05};
            grains.push_back(grain);
        }
    Simulation simulation(model, few(automatic_dt(model, grains)));
    for (const NewGrain& grain : grains) simulation.add_grain(grain);
    run_until(simulation, 4.0);
    EXPECT_LT(unbalanced(simulation), 5e-4);
}

}  // namespace
}  // namespace scree::engine

#include "engine/time_step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

GrainKind kind(double width, double height) {
    const std::vector<Material> materials{plain(1e6, 0.3, 0.0)};
    return kind_of({rectangle(width, height), 0, {}, 0.0, {}, 0.0}, materials);
}

TEST(TimeStep, IsThatOfTheFormulaForTwoSquares) {
    const std::vector<GrainKind> grains{kind(1.0, 1.0)};
    const double k = 1e6 * std::numbers::sqrt2 / (4.0 * 0.25);  // D = sqrt 2, l = 2 rho = 1
    const ContactTable undamped({plain(1e6, 0.3, 0.0)});
    const TimeStep step = largest_time_step(grains, {}, undamped);
    EXPECT_NEAR(step.dt, std::numbers::pi * std::sqrt(0.5 / k) / 50.0, 1e-15);
    EXPECT_FALSE(step.wall);

    const ContactTable damped({plain(1e6, 0.3, 1.4)});
    const double c = 1.4 * std::sqrt(0.5 * 1e6) * k / 1e6;
    EXPECT_NEAR(largest_time_step(grains, {}, damped).dt, 0.04 * 0.5 / c, 1e-15);
}

TEST(TimeStep, KnowsThatPlatesAreStiffer) {
    const ContactTable contacts({plain(1e6, 0.3, 0.0)});
    const std::vector<GrainKind> grains{kind(1.0, 1.0), kind(10.0, 1.0), kind(1.0, 1.0)};
    const TimeStep step = largest_time_step(grains, {}, contacts);
    const std::vector<GrainKind> squares{grains[0], grains[2]};
    EXPECT_EQ(step.first, 0u) << "the light square sets the mass";
    EXPECT_LE(step.dt, largest_time_step(squares, {}, contacts).dt);
}

TEST(TimeStep, OfAWallAloneIsThatOfTheGrainOnIt) {
    const std::vector<std::uint16_t> walls{0};
    const std::vector<GrainKind> grains{kind(1.0, 1.0)};
    // Soft among themselves, stiff against the wall.
    const std::vector<Material> materials{plain(1e6, 0.3, 0.0), plain(1e6, 0.3, 0.0)};
    ContactTable contacts(materials);
    contacts.set(0, 0, {1.0, 0.3, 0.0, 0.0});
    contacts.set(0, 1, {1e6, 0.3, 0.0, 0.0});
    const std::vector<std::uint16_t> stiff{1};
    const TimeStep step = largest_time_step(grains, stiff, contacts);
    EXPECT_TRUE(step.wall);
    const double k = 1e6 * std::numbers::sqrt2 / (4.0 * 0.5);
    EXPECT_NEAR(step.dt, std::numbers::pi * std::sqrt(1.0 / k) / 50.0, 1e-15);
}

TEST(TimeStep, OfManyGrainsIsThatOfEveryPairAskedAlone) {
    const ContactTable contacts({plain(1e6, 0.3, 0.7)});
    Random random(5);
    std::vector<GrainKind> grains;
    for (int i = 0; i < 60; ++i)
        grains.push_back({0, 0.1 + random(), 0.5 + random(), 0.05 + 0.2 * random()});
    double least = std::numeric_limits<double>::infinity();
    for (const GrainKind& a : grains)
        for (const GrainKind& b : grains) {
            const std::vector<GrainKind> two{a, b};
            least = std::min(least, largest_time_step(two, {}, contacts).dt);
        }
    EXPECT_EQ(largest_time_step(grains, {}, contacts).dt, least);
}

TEST(TimeStep, OfNothingIsUnbounded) {
    const ContactTable contacts({plain(1e6, 0.3, 0.7)});
    EXPECT_EQ(largest_time_step({}, {}, contacts).dt, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace scree::engine

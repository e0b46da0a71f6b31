#include "engine/measure/kinds/contacts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/measure/measure_world.h"

namespace scree::engine {
namespace {

using testing::HasSubstr;

double value(const Measurement& measurement, const char* key) {
    EXPECT_TRUE(measurement.at(key).value) << key << ": " << measurement.note;
    return measurement.at(key).value.value_or(-1.0);
}

TEST(Coordination, OfASquareLattice) {
    constexpr int n = 10;
    Still still;
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) still.add_disc({1.0 * i, j + 0.5}, 0.5);
    still.touch_within(1.1);
    const BodyNumber floor = still.add_wall(rectangle_corners(20.0, 1.0), {5.0, -0.5});
    Measurement free = coordination(still.assembly());
    EXPECT_DOUBLE_EQ(value(free, "mean"), 4.0 - 4.0 / n);
    EXPECT_DOUBLE_EQ(value(free, "share_with_2"), 4.0 / (n * n));
    EXPECT_DOUBLE_EQ(value(free, "share_with_3"), 4.0 * (n - 2) / (n * n));
    EXPECT_DOUBLE_EQ(value(free, "share_with_4"), 1.0 * (n - 2) * (n - 2) / (n * n));
    EXPECT_EQ(value(free, "contacts"), 2.0 * n * (n - 1));
    EXPECT_EQ(value(free, "wall_contacts"), 0.0);

    for (int i = 0; i < n; ++i) still.touch(i, floor);
    const Measurement lying = coordination(still.assembly());
    EXPECT_DOUBLE_EQ(value(lying, "mean"), 4.0 - 3.0 / n);
    EXPECT_EQ(value(lying, "wall_contacts"), 1.0 * n);
    EXPECT_EQ(value(lying, "contacts"), 2.0 * n * (n - 1) + n);
}

TEST(Coordination, OfAHexagonalLattice) {
    Still still;
    constexpr int rings = 8;  // a hexagon of hexagons
    const double row = std::sqrt(0.75);
    for (int j = -rings; j <= rings; ++j)
        for (int i = -rings; i <= rings; ++i)
            if (std::abs(i + j) <= rings) still.add_disc({i + 0.5 * j, j * row}, 0.5);
    still.touch_within(1.1);
    const Measurement measurement = coordination(still.assembly());
    const double grains = 1.0 + 3.0 * rings * (rings + 1);
    EXPECT_EQ(value(measurement, "grains"), grains);
    EXPECT_DOUBLE_EQ(value(measurement, "share_with_3"), 6.0 / grains);
    EXPECT_DOUBLE_EQ(value(measurement, "share_with_4"), 6.0 * (rings - 1) / grains);
    EXPECT_DOUBLE_EQ(value(measurement, "share_with_6"), (grains - 6.0 * rings) / grains);
    EXPECT_EQ(value(measurement, "mean"), value(measurement, "mean_without_rattlers"));
}

TEST(Coordination, LeavesOutRattlersAndContactsWithoutForce) {
    Still still;
    for (int k = 0; k < 5; ++k) still.add_disc({1.0 * k, 0.5}, 0.5);
    const BodyNumber floor = still.add_wall(rectangle_corners(20.0, 1.0), {5.0, -0.5});
    still.touch(0, 1);
    still.touch(1, 2);
    still.touch(2, 0);
    still.touch(3, floor);          // one contact: a rattler, as grain 4 that has none
    still.touch(3, 2, {0.0, 0.0});  // would make it two
    const Measurement measurement = coordination(still.assembly());
    EXPECT_EQ(value(measurement, "contacts"), 4.0);
    EXPECT_EQ(value(measurement, "rattlers"), 2.0);
    EXPECT_DOUBLE_EQ(value(measurement, "mean"), 7.0 / 5.0);
    EXPECT_DOUBLE_EQ(value(measurement, "mean_without_rattlers"), 2.0);
    EXPECT_DOUBLE_EQ(value(measurement, "share_with_0"), 0.2);
    EXPECT_DOUBLE_EQ(value(measurement, "share_with_1"), 0.2);
}

TEST(Coordination, PutsManyContactsTogether) {
    Still still;
    still.add_disc({}, 10.0);
    for (int k = 1; k <= 12; ++k) {
        still.add_disc({11.0 * std::cos(k), 11.0 * std::sin(k)}, 1.0);
        still.touch(0, k);
    }
    const Measurement measurement = coordination(still.assembly());
    EXPECT_DOUBLE_EQ(value(measurement, "share_with_8_or_more"), 1.0 / 13.0);
    EXPECT_DOUBLE_EQ(value(measurement, "mean_without_rattlers"), 12.0);
    double sum = 0.0;
    for (const Quantity& quantity : measurement.quantities)
        if (quantity.column.key.starts_with("share_with_")) sum += quantity.value.value_or(9.0);
    EXPECT_DOUBLE_EQ(sum, 1.0);
}

TEST(Coordination, OfNothingHasNoMeans) {
    const Measurement none = coordination(Still{}.assembly());
    EXPECT_EQ(value(none, "grains"), 0.0);
    EXPECT_FALSE(none.at("mean").value);
    EXPECT_FALSE(none.at("share_with_0").value);
    EXPECT_THAT(none.note, HasSubstr("no grains"));
    Still one;
    one.add_disc({}, 1.0);
    const Measurement alone = coordination(one.assembly());
    EXPECT_EQ(value(alone, "mean"), 0.0);
    EXPECT_FALSE(alone.at("mean_without_rattlers").value);
    EXPECT_THAT(alone.note, HasSubstr("rattlers"));
}

TEST(UnbalancedForce, OfAColumnAtRestIsNone) {
    const double weight = 10.0 * std::numbers::pi / 4.0;
    constexpr int n = 10;
    Still still;
    const BodyNumber floor = still.add_wall(rectangle_corners(20.0, 1.0), {0.0, -0.5});
    for (int k = 0; k < n; ++k) {
        still.add_disc({0.0, k + 0.5}, 0.5);
        if (k > 0) still.touch(k - 1, k, {0.0, (n - k) * weight});
    }
    still.touch(0, floor, {0.0, -n * weight});
    const Measurement rest = unbalanced_force(still.assembly());
    EXPECT_NEAR(value(rest, "ratio"), 0.0, 1e-13);
    EXPECT_NEAR(value(rest, "mean_contact_force"), 5.5 * weight, 1e-12);

    still.frame.contacts.force.back() = {0.0, n * weight};  // pulled by the floor
    const Measurement pulled = unbalanced_force(still.assembly());
    EXPECT_NEAR(value(pulled, "mean_unbalanced"), 2.0 * weight, 1e-12);
    EXPECT_NEAR(value(pulled, "ratio"), 2.0 / 5.5, 1e-12);
}

TEST(UnbalancedForce, OfGrainsInFlightIsTheirWeight) {
    Still still;
    for (int k = 0; k < 4; ++k) still.add_disc({2.0 * k, 0.0}, 0.5);
    const Measurement flight = unbalanced_force(still.assembly());
    EXPECT_FALSE(flight.at("ratio").value);
    EXPECT_THAT(flight.note, HasSubstr("no contact"));
    EXPECT_NEAR(value(flight, "mean_unbalanced"), 10.0 * std::numbers::pi / 4.0, 1e-12);
    EXPECT_FALSE(unbalanced_force(Still{}.assembly()).at("ratio").value);
}

TEST(UnbalancedForce, AThinGasWithoutGravityDoesNotRest) {
    Still still;
    still.surroundings.gravity = {};
    for (int k = 0; k < 1000; ++k) still.add_disc({2.0 * k, 0.0}, 0.5);
    still.touch(3, 4, {2.0, 0.0});
    EXPECT_DOUBLE_EQ(value(unbalanced_force(still.assembly()), "ratio"), 1.0);
    still.touch(7, 8, {0.0, 0.0});
    EXPECT_DOUBLE_EQ(value(unbalanced_force(still.assembly()), "ratio"), 1.0);
}

TEST(UnbalancedForce, IsTheSameForALiveRun) {
    // A square that sinks into the floor and comes to rest there.
    Settings settings;
    settings.dt = 1e-4;
    settings.threads = 1;
    Simulation simulation(world(plain(1e5, 0.3, 0.5), {slope(0.0, 10.0)}), settings);
    simulation.add_grain({rectangle(1.0, 1.0), 0, {0.0, 0.5}, 0.0, {}, 0.0});
    const auto ratio = [&] {
        ForceBalance balance(simulation.grain_count());
        for (std::size_t k = 0; k < simulation.grain_count(); ++k)
            balance.add_weight(k, simulation.mass(k), settings.gravity);
        for (std::size_t k = 0; k < simulation.contacts().size(); ++k) {
            if (!simulation.touches(k)) continue;
            const auto [i, j] = simulation.contacts()[k].pair;
            balance.add_contact(i, j, simulation.contact_forces()[k].force);
        }
        return balance.ratio();
    };
    simulation.step();
    EXPECT_FALSE(ratio().has_value() && *ratio() < 0.5);
    for (int k = 0; k < 20'000; ++k) simulation.step();
    ASSERT_TRUE(ratio());
    EXPECT_LT(*ratio(), 1e-6);
}

}  // namespace
}  // namespace scree::engine

#include "engine/measure/kinds/segregation.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "tests/engine/measure/measure_world.h"

namespace scree::engine {
namespace {

MeasureOptions cells_of(double side) {
    MeasureOptions options;
    options.cell = side;
    return options;
}

Measurement measured(const Still& still, const MeasureOptions& options = {}, bool along_x = false,
                     const geometry::Box& box = everywhere) {
    return segregation(still.assembly(), box, {along_x}, options);
}

double value_of(const Measurement& measurement, const char* key) {
    EXPECT_TRUE(measurement.at(key).value) << key << ": " << measurement.note;
    return measurement.at(key).value.value_or(std::nan(""));
}

/// A lattice of 8 by 8 discs; `is_large` says which of them are.
Still lattice_of(const auto& is_large) {
    Still still;
    for (int j = 0; j < 8; ++j)
        for (int i = 0; i < 8; ++i) still.add_disc({i + 0.5, j + 0.5}, is_large(i, j) ? 0.4 : 0.2);
    return still;
}

TEST(Segregation, OfLayersIsComplete) {
    const Still above = lattice_of([](int, int j) { return j >= 6; });
    EXPECT_NEAR(value_of(measured(above), "separation"), 1.0, 1e-12);
    EXPECT_NEAR(value_of(measured(above, cells_of(2.0)), "lacey"), 0.0, 1e-12);
    EXPECT_EQ(value_of(measured(above), "first"), 16.0);
    EXPECT_EQ(value_of(measured(above), "second"), 48.0);
    const Still below = lattice_of([](int, int j) { return j < 2; });
    EXPECT_NEAR(value_of(measured(below), "separation"), -1.0, 1e-12);
    // Two values in two places: large at 7.0 on average of 4 +- 2.
    const double correlation = value_of(measured(above), "correlation");
    EXPECT_NEAR(correlation, 3.0 / std::sqrt(21.0 / 4.0) * std::sqrt(0.25 / 0.75), 1e-12);
    EXPECT_NEAR(value_of(measured(below), "correlation"), -correlation, 1e-12);
    // Across the layers' axis there is nothing to see.
    EXPECT_NEAR(value_of(measured(above, {}, true), "separation"), 0.0, 1e-12);
    EXPECT_NEAR(value_of(measured(above, {}, true), "correlation"), 0.0, 1e-12);
}

TEST(Segregation, OfAnEvenMixtureIsNone) {
    const Still even = lattice_of([](int i, int j) { return (i + j) % 2 == 0; });
    EXPECT_NEAR(value_of(measured(even), "separation"), 0.0, 1e-12);
    // Every cell has the same share, which is more even than chance makes it: 16 cells of 64.
    EXPECT_NEAR(value_of(measured(even, cells_of(2.0)), "lacey"), 63.0 / 48.0, 1e-12);
}

TEST(Segregation, LaceysIndexIsOneOnAverageOverAllMixtures) {
    // Seven grains in three cells; three of them are large, in all 35 ways.
    double sum = 0.0;
    int ways = 0;
    for (unsigned large = 0; large < 128; ++large) {
        if (std::popcount(large) != 3) continue;
        Still still;
        for (unsigned k = 0; k < 7; ++k) {
            const double cell = k < 2 ? 0.0 : k < 4 ? 1.0 : 2.0;
            still.add_disc({cell + 0.5, 0.1 * k}, (large >> k & 1u) != 0 ? 0.02 : 0.01);
        }
        sum += value_of(measured(still, cells_of(1.0)), "lacey");
        ++ways;
    }
    EXPECT_EQ(ways, 35);
    EXPECT_NEAR(sum / ways, 1.0, 1e-12);
}

TEST(Segregation, TellsMaterialsApart) {
    Still still;
    still.surroundings.densities = {1.0, 1.0, 1.0};
    for (int k = 0; k < 6; ++k) {
        still.add_disc({0.5, k + 0.5}, 0.3);
        still.shapes.at(k).material = static_cast<std::uint16_t>(k / 2);
    }
    MeasureOptions options;
    options.materials = {{2, 0}};
    const Measurement of = measured(still, options);
    EXPECT_EQ(value_of(of, "first"), 2.0);
    EXPECT_EQ(value_of(of, "second"), 2.0);
    EXPECT_NEAR(value_of(of, "separation"), 1.0, 1e-12);
    EXPECT_FALSE(of.at("correlation").value);  // all have one size
    // Without materials there is one species only, since sizes are the same.
    EXPECT_FALSE(measured(still).at("separation").value);
    EXPECT_NE(measured(still).note.find("one species"), std::string::npos);
}

TEST(Segregation, KnowsItsRegionAndItsSplit) {
    const Still above = lattice_of([](int, int j) { return j >= 6; });
    const Measurement half = measured(above, {}, false, {{0.0, 4.0}, {4.0, 8.0}});
    EXPECT_EQ(value_of(half, "first"), 8.0);
    EXPECT_EQ(value_of(half, "second"), 8.0);
    MeasureOptions options;
    options.split = 0.3;
    EXPECT_EQ(value_of(measured(above, options), "first"), 64.0);
    EXPECT_NE(measured(Still{}).note.find("no grains"), std::string::npos);
}

TEST(Segregation, HasNoOrderAlongAPeriodicAxis) {
    Still still = lattice_of([](int, int j) { return j >= 6; });
    still.surroundings.period = {{0.0, 0.0}, {8.0, 0.0}};
    EXPECT_NEAR(value_of(measured(still), "separation"), 1.0, 1e-12);
    const Measurement along = measured(still, cells_of(2.0), true);
    EXPECT_FALSE(along.at("separation").value);
    EXPECT_FALSE(along.at("correlation").value);
    EXPECT_NEAR(value_of(along, "lacey"), 0.0, 1e-12);
}

}  // namespace
}  // namespace scree::engine

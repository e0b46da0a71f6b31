#include "engine/measure/kinds/structure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/measure/kinds/deposit.h"
#include "engine/measure/kinds/force_distribution.h"
#include "engine/measure/kinds/msd.h"
#include "engine/measure/kinds/sieve.h"
#include "engine/measure/region.h"
#include "tests/engine/measure/measure_world.h"

namespace scree::engine {
namespace {

using geometry::Box;

double value(const Measurement& measurement, const char* key) {
    EXPECT_TRUE(measurement.at(key).value) << key << ": " << measurement.note;
    return measurement.at(key).value.value_or(std::nan(""));
}

MeasureOptions histogram(std::size_t bins, double reach = 0.0) {
    MeasureOptions options;
    options.bins = bins;
    options.reach = reach;
    return options;
}
MeasureOptions between(double low, double high) {
    MeasureOptions options;
    options.inner = low;
    options.outer = high;
    return options;
}

TEST(ForceDistribution, CountsForcesByTheirMean) {
    Still still;
    for (int k = 0; k < 5; ++k) still.add_disc({1.0 * k, 0.0}, 0.5);
    still.surroundings.frictions = {0.5};
    // Normal forces 1, 1, 2 and 4 of mean 2; friction 0.5 of the first, which slides, and 0.5.
    still.push_apart(0, 1, 1.0, 0.5);
    still.push_apart(1, 2, 1.0, -0.25);
    still.push_apart(2, 3, 2.0);
    still.push_apart(3, 4, 4.0, 1.0);
    const MeasureOptions options = histogram(5, 2.5);
    ForceDistribution distribution({{-1.0, -1.0}, {9.0, 1.0}}, options);
    distribution.add(still.assembly());
    const Measurement of = distribution.result();
    EXPECT_NEAR(value(of, "mean_normal"), 2.0, 1e-12);
    EXPECT_NEAR(value(of, "mean_friction"), 1.75 / 4.0, 1e-12);
    EXPECT_NEAR(value(of, "mobilised"), (1.0 + 0.5 + 0.0 + 0.5) / 4.0, 1e-12);
    EXPECT_NEAR(value(of, "sliding"), 0.25, 1e-12);
    ASSERT_EQ(of.slices.rows.size(), 5u);
    EXPECT_NEAR(of.slices.rows[0][0].value(), 0.25, 1e-12);
    const std::vector<double> expected{0.0, 2.0 / 4.0 / 0.5, 1.0 / 4.0 / 0.5, 0.0, 0.5};
    double sum = 0.0;
    for (std::size_t k = 0; k < 5; ++k) {
        EXPECT_NEAR(of.slices.rows[k][1].value(), expected[k], 1e-12) << k;
        sum += of.slices.rows[k][1].value() * 0.5;
    }
    EXPECT_NEAR(sum, 1.0, 1e-12);
}

/// A triangular heap of discs in closest packing on a floor: its flanks rise by 60 degrees.
Still triangle(int rows) {
    Still still;
    const double height = std::sqrt(0.75);
    std::vector<std::vector<BodyNumber>> grains;
    for (int j = 0; j < rows; ++j) {
        auto& row = grains.emplace_back();
        for (int i = 0; i + j < rows; ++i)
            row.push_back(still.add_disc({i + 0.5 * j, 0.5 + j * height}, 0.5));
    }
    const BodyNumber floor = still.add_wall(rectangle_corners(100.0, 1.0), {0.0, -0.5});
    still.touch_within(1.01);
    for (int i = 0; i < rows; ++i)
        still.touch_at(grains[0][static_cast<std::size_t>(i)], floor, {1.0 * i, 0.0}, {0.0, -1.0},
                       {0.3, -1.0 - i});
    return still;
}

TEST(Deposit, OfATriangularHeap) {
    constexpr int rows = 30;
    const Measurement of =
        deposit(triangle(rows).assembly(), {.slices = rows}, between(10.0, 12.0));
    EXPECT_NEAR(value(of, "angle"), 60.0, 0.5);
    EXPECT_LT(of.at("angle").uncertainty.value(), 0.5);
    EXPECT_NEAR(value(of, "length"), 30.0, 1e-12);
    EXPECT_NEAR(value(of, "height"), 1.0 + 29.0 * std::sqrt(0.75), 0.05);
    EXPECT_NEAR(value(of, "run_out_left"), 10.5, 1e-12);
    EXPECT_NEAR(value(of, "run_out"), 17.5, 1e-12);
    const double weight = 0.5 * rows * (rows + 1) * std::numbers::pi / 4.0 * 10.0;
    EXPECT_NEAR(value(of, "support"), 0.5 * rows * (rows + 1) / weight, 1e-12);
    ASSERT_EQ(of.slices.rows.size(), 30u);
    EXPECT_NEAR(of.slices.rows[7][0].value(), 7.0, 1e-12);
    EXPECT_NEAR(of.slices.rows[7][1].value(), 8.0, 1e-12);
    // Without the first place, from the crest.
    EXPECT_NEAR(value(deposit(triangle(rows).assembly(), {}, {}), "run_out"), 15.0, 0.2);
}

TEST(Deposit, NeedsGrains) { EXPECT_FALSE(deposit(Still{}.assembly(), {}, {}).at("height").value); }

TEST(Structure, OfATriangularLattice) {
    Still still;
    constexpr int n = 30;
    const double row = std::sqrt(0.75);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
            still.add_disc({i + (j % 2 == 0 ? 0.25 : 0.75), row * (j + 0.5)}, 0.5);
    still.surroundings.period = {{0.0, 0.0}, {1.0 * n, row * n}};
    Structure structure({{0.0, 0.0}, {1.0 * n, row * n}}, histogram(40, 4.0));
    structure.add(still.assembly());
    const Measurement of = structure.result();
    EXPECT_NEAR(value(of, "diameter"), 1.0, 1e-12);
    EXPECT_NEAR(value(of, "density"), 1.0 / row, 1e-9);
    // 6 neighbours at 1, 6 at sqrt 3, 6 at 2, 12 at sqrt 7, 6 at 3, none between.
    const auto found = [&](double distance) {
        double neighbours = 0.0;
        for (const auto& bin : of.slices.rows)
            if (std::abs(*bin[0] - distance) < 0.11)
                neighbours += *bin[1] / row * 2.0 * std::numbers::pi * *bin[0] * 0.1;
        return neighbours;
    };
    EXPECT_NEAR(found(1.0), 6.0, 1e-9);
    EXPECT_NEAR(found(std::sqrt(3.0)), 6.0, 1e-9);
    EXPECT_NEAR(found(2.0), 6.0, 1e-9);
    EXPECT_NEAR(found(std::sqrt(7.0)), 12.0, 1e-9);
    EXPECT_NEAR(found(1.35), 0.0, 1e-12);
}

TEST(Structure, OfScatteredPointsIsOne) {
    tests::Random random(3);
    Still still;
    for (int k = 0; k < 3000; ++k) still.add_disc({50.0 * random(), 50.0 * random()}, 0.5);
    // In a region without a seam rings are cut off near its edges, and must not count there.
    for (const bool periodic : {true, false}) {
        if (periodic) still.surroundings.period = {{0.0, 0.0}, {50.0, 50.0}};
        if (!periodic) still.surroundings.period = {};
        Structure structure({{0.0, 0.0}, {50.0, 50.0}}, histogram(5, 5.0));
        structure.add(still.assembly());
        for (const auto& bin : structure.result().slices.rows)
            EXPECT_NEAR(bin[1].value(), 1.0, 0.05) << *bin[0];
    }
}

TEST(Sieve, OfTwoSizes) {
    Still still;
    for (int k = 0; k < 9; ++k) still.add_disc({3.0 * k, 0.0}, 0.5);
    still.add_disc({0.0, 9.0}, 1.0);
    const Measurement of = sieve(still.assembly(), everywhere, histogram(4));
    EXPECT_NEAR(value(of, "d10"), 1.0, 1e-12);
    EXPECT_NEAR(value(of, "d60"), 1.0, 1e-12);  // the small ones are 9 of 13 parts
    EXPECT_NEAR(value(of, "d90"), 2.0, 1e-12);
    EXPECT_NEAR(value(of, "mean"), 1.1, 1e-12);
    ASSERT_EQ(of.slices.rows.size(), 5u);
    EXPECT_NEAR(of.slices.rows[3][1].value(), 9.0 / 13.0, 1e-12);
    EXPECT_NEAR(of.slices.rows[4][1].value(), 1.0, 1e-12);
    EXPECT_FALSE(sieve(still.assembly(), {{50.0, 0.0}, {60.0, 1.0}}, histogram(4)).at("d50").value);
}

TEST(MeanSquareDisplacement, IsRelativeToTheMeanMotion) {
    MeanSquareDisplacement displacement(everywhere);
    for (int k = 0; k <= 10; ++k) {
        Still still;
        still.surroundings.period = {{0.0, 0.0}, {8.0, 0.0}};
        const double t = 0.5 * k;
        // Both drift by 5 in x, once around the domain, and part by 2 t in y.
        for (const double side : {-1.0, 1.0}) {
            const double x = 1.0 + 5.0 * t;
            still.add_disc({x - 8.0 * std::floor(x / 8.0), side * t}, 0.1);
            still.frame.grains.turns.back() = {static_cast<std::int32_t>(std::floor(x / 8.0)), 0};
        }
        displacement.add(still.assembly(), 3.0 + t);
    }
    const Measurement of = displacement.result();
    ASSERT_EQ(of.slices.rows.size(), 11u);
    const auto& last = of.slices.rows.back();
    EXPECT_NEAR(last[0].value(), 5.0, 1e-12);
    EXPECT_NEAR(last[1].value(), 0.0, 1e-12);
    EXPECT_NEAR(last[2].value(), 25.0, 1e-12);
    EXPECT_NEAR(last[3].value(), 25.0, 1e-12);
    EXPECT_NEAR(value(of, "msd"), 25.0, 1e-12);
    EXPECT_NEAR(value(of, "diffusion"), 0.25 * 7.5, 0.1);  // of t^2 between 2.5 and 5
}

}  // namespace
}  // namespace scree::engine

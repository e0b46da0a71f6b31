#include "engine/measure/slices.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/measure/area.h"
#include "engine/measure/kinds/slice_profile.h"
#include "tests/engine/measure/measure_world.h"

namespace scree::engine {
namespace {

using geometry::Box;

/// Discs and polygons everywhere, also across the edges of the unit square, and contacts between
/// those that follow each other.
Still scattered() {
    tests::Random random(5);
    Still still;
    for (int k = 0; k < 60; ++k) {
        const Vec2 at{1.4 * random() - 0.2, 1.4 * random() - 0.2};
        if (k % 3 == 0)
            still.add_disc(at, 0.02 + 0.1 * random());
        else
            still.add_polygon(rectangle_corners(0.3 * random() + 0.01, 0.2 * random() + 0.01), at,
                              6.0 * random());
        if (k > 0) still.push_apart(k - 1, k, 1.0);
    }
    return still;
}

TEST(Slices, DivideGrainsByArea) {
    const Assembly assembly = scattered().assembly();
    const Box box{{0.0, 0.0}, {1.0, 1.0}};
    for (const bool along_x : {true, false}) {
        const Slices slices(assembly, box, {along_x, 7}, {});
        std::vector<std::vector<double>> shares(60, std::vector<double>(7, 0.0));
        for (const GrainSlice& part : slices.grains()) shares[part.grain][part.slice] = part.share;
        for (std::size_t g = 0; g < 60; ++g)
            for (std::size_t k = 0; k < 7; ++k) {
                Box slice = box;
                (along_x ? slice.low.x : slice.low.y) = static_cast<double>(k) / 7.0;
                (along_x ? slice.high.x : slice.high.y) = static_cast<double>(k + 1) / 7.0;
                const AssemblyGrain& grain = assembly.grains[g];
                EXPECT_NEAR(shares[g][k], area_within(assembly, grain.outline, slice) / grain.area,
                            1e-10)
                    << g << " in " << k;
            }
    }
}

TEST(Slices, DivideTheWaysOfContacts) {
    const Assembly assembly = scattered().assembly();
    const Slices slices(assembly, {{-1.0, -1.0}, {2.0, 2.0}}, {true, 9}, {});
    std::vector<double> sums(assembly.contacts.size(), 0.0);
    for (const ContactSlice& part : slices.contacts())
        sums[static_cast<std::size_t>(part.contact - assembly.contacts.data())] += part.share;
    for (const double sum : sums) EXPECT_NEAR(sum, 1.0, 1e-12);
}

TEST(Slices, CutRings) {
    const Assembly assembly = scattered().assembly();
    MeasureOptions options;
    options.along_r = true;
    options.centre = {0.5, 0.4};
    options.inner = 0.1;
    options.outer = 2.1;
    const Slices slices(assembly, {}, {false, 40}, options);
    EXPECT_NEAR(slices.area(3), std::numbers::pi * (0.3 * 0.3 - 0.25 * 0.25), 1e-12);
    std::vector<double> sums(60, 0.0);
    for (const GrainSlice& part : slices.grains()) sums[part.grain] += part.share;
    for (std::size_t g = 0; g < 60; ++g) {
        const AssemblyGrain& grain = assembly.grains[g];
        // What is missing lies within the inner radius; many thin slices tell how much.
        double hole = 0.0;
        constexpr int lines = 4000;
        for (int k = 0; k < lines; ++k) {
            const double x = 0.1 * (2.0 * (k + 0.5) / lines - 1.0);
            const double y = std::sqrt(0.01 - x * x);
            const double half = 0.1 / lines;
            hole += area_within(
                assembly, grain.outline,
                {options.centre + Vec2{x - half, -y}, options.centre + Vec2{x + half, y}});
        }
        EXPECT_NEAR(sums[g] + hole / grain.area, 1.0, 1e-3) << g;
    }
    std::vector<double> ways(assembly.contacts.size(), 0.0);
    for (const ContactSlice& part : slices.contacts())
        ways[static_cast<std::size_t>(part.contact - assembly.contacts.data())] += part.share;
    for (const double sum : ways) EXPECT_LT(sum, 1.0 + 1e-12);
}

/// A square lattice of discs in a flow that is given by the place.
Still flowing(const auto& velocity) {
    Still still;
    for (int j = 0; j < 10; ++j)
        for (int i = 0; i < 10; ++i) {
            const Vec2 at{0.1 * i + 0.05, 0.1 * j + 0.05};
            still.add_disc(at, 0.05);
            still.frame.grains.velocity.back() = velocity(at);
            still.frame.grains.spin.back() = 3.0;
        }
    return still;
}

TEST(Profile, OfALinearFlowIsExact) {
    SliceProfile profile({{0.0, 0.0}, {1.0, 1.0}}, {false, 7}, {});
    for (int k = 0; k < 60; ++k)
        profile.add(flowing([](Vec2 at) { return Vec2{2.0 * at.y, 0.3}; }).assembly());
    const Measurement of = profile.result();
    EXPECT_EQ(of.over_time.value().rows, 60u);
    EXPECT_NEAR(of.at("rate").value.value(), 2.0, 1e-9);
    EXPECT_NEAR(of.at("fraction").value.value(), std::numbers::pi / 4.0, 1e-12);
    ASSERT_EQ(of.slices.rows.size(), 7u);
    for (const auto& row : of.slices.rows) {
        const auto column = [&](std::string_view key) {
            for (std::size_t k = 0; k < profile_slice_columns.size(); ++k)
                if (profile_slice_columns[k].key == key) return row[k].value_or(std::nan(""));
            return std::nan("");
        };
        EXPECT_NEAR(column("vx"), 2.0 * column("position"), 0.05);
        EXPECT_NEAR(column("vx_error"), 0.0, 1e-12);
        EXPECT_NEAR(column("vy"), 0.3, 1e-12);
        EXPECT_NEAR(column("spin"), 3.0, 1e-12);
        EXPECT_NEAR(column("rate"), 2.0, 1e-9);
        EXPECT_NEAR(column("temperature"), 0.0, 1e-12);
        EXPECT_NEAR(column("xx"), 0.0, 1e-10);
    }
}

TEST(Profile, OfAgitatedGrains) {
    // Grains that go to and fro with the same speed have this temperature and kinetic stress.
    SliceProfile profile({{0.0, 0.0}, {1.0, 1.0}}, {true, 5}, {});
    for (int k = 0; k < 200; ++k)
        profile.add(flowing([&](Vec2) {
                        return Vec2{k % 2 == 0 ? 0.4 : -0.4, k % 4 < 2 ? 0.2 : -0.2};
                    }).assembly());
    const Measurement of = profile.result();
    for (const auto& row : of.slices.rows) {
        EXPECT_NEAR(row[17].value(), 0.5 * (0.16 + 0.04), 1e-12);
        EXPECT_NEAR(row[9].value(), 0.16 * std::numbers::pi / 4.0, 1e-12);   // xx
        EXPECT_NEAR(row[15].value(), 0.04 * std::numbers::pi / 4.0, 1e-12);  // yy
        EXPECT_NEAR(row[1].value(), 0.0, 1e-12);
        EXPECT_TRUE(row[2]);
    }
}

TEST(Profile, OfSolidRotationHasNoShear) {
    MeasureOptions options;
    options.along_r = true;
    options.centre = {0.5, 0.5};
    options.inner = 0.1;
    options.outer = 0.45;
    SliceProfile profile({}, {false, 5}, options);
    profile.add(flowing([](Vec2 at) { return 3.0 * turned_left(at - Vec2{0.5, 0.5}); }).assembly());
    const Measurement of = profile.result();
    for (const auto& row : of.slices.rows) {
        EXPECT_NEAR(row[1].value(), 0.0, 1e-12);                 // outwards
        EXPECT_NEAR(row[3].value() / row[0].value(), 3.0, 0.4);  // around
        EXPECT_NEAR(row[19].value(), 0.0, 0.6);
    }
}

}  // namespace
}  // namespace scree::engine

#include "render/colours.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "render/colouring.h"

namespace scree::render {
namespace {

double distance(Colour a, Colour b) {
    return std::sqrt(std::pow(a.red - b.red, 2) + std::pow(a.green - b.green, 2) +
                     std::pow(a.blue - b.blue, 2));
}

TEST(Colours, CodesAreRedGreenBlue) {
    EXPECT_EQ(colour(0xff0000), (Colour{1.0, 0.0, 0.0}));
    EXPECT_EQ(colour(0x00ff33), (Colour{0.0, 1.0, 0.2}));
}

TEST(Colours, BrightnessIsThatOfTheStandard) {
    EXPECT_NEAR(luminance(colour(0xffffff)), 1.0, 1e-12);
    EXPECT_EQ(luminance(colour(0x000000)), 0.0);
    EXPECT_NEAR(luminance(colour(0x777777)), 0.1845, 1e-4);
}

TEST(Colours, TheSequentialMapGetsBrighterAllTheWay) {
    double before = -1.0;
    for (int k = 0; k <= 1000; ++k) {
        const double now = luminance(sequential(k / 1000.0));
        EXPECT_GT(now, before) << k;
        before = now;
    }
    EXPECT_LT(luminance(sequential(0.0)), 0.03);
    EXPECT_GT(luminance(sequential(1.0)), 0.7);
}

TEST(Colours, TheDivergingMapIsBrightestInTheMiddle) {
    for (int k = 0; k < 500; ++k) {
        EXPECT_LT(luminance(diverging(k / 1000.0)), luminance(diverging((k + 1) / 1000.0))) << k;
        EXPECT_LT(luminance(diverging(1.0 - k / 1000.0)), luminance(diverging(0.999 - k / 1000.0)));
    }
    // Blue against orange: what those who confuse red with green still tell apart.
    EXPECT_GT(diverging(0.1).blue, diverging(0.1).red + 0.2);
    EXPECT_GT(diverging(0.9).red, diverging(0.9).blue + 0.2);
}

TEST(Colours, MapsAreContinuousAndEndAtTheirEnds) {
    for (const auto map : {sequential, diverging}) {
        for (int k = 0; k < 1000; ++k) {
            EXPECT_LT(distance(map(k / 1000.0), map((k + 1) / 1000.0)), 0.01) << k;
        }
        EXPECT_EQ(map(-3.0), map(0.0));
        EXPECT_EQ(map(7.0), map(1.0));
    }
}

TEST(Colours, MaterialsAreToldApart) {
    for (std::size_t a = 0; a < material_colours; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            EXPECT_GT(distance(of_material(a), of_material(b)), 0.15) << a << " " << b;
        }
        EXPECT_EQ(of_material(a), of_material(a + material_colours));
    }
}

PictureScene scene_of(Quantity quantity, const std::vector<double>& values) {
    PictureScene scene;
    scene.quantity = quantity;
    for (const double value : values) scene.grains.push_back({0, {}, 0.0, value});
    return scene;
}

TEST(Colouring, RangesSuitTheirQuantities) {
    const auto range = [](Quantity quantity, const std::vector<double>& values) {
        const ValueRange found = Colouring(scene_of(quantity, values)).range();
        return std::pair{found.low, found.high};
    };
    EXPECT_EQ(range(Quantity::speed, {1.0, 2.0, 3.0}), std::pair(0.0, 3.0));
    EXPECT_EQ(range(Quantity::spin, {-1.0, 0.0, 3.0}), std::pair(-3.0, 3.0));
    EXPECT_EQ(range(Quantity::size, {0.2, 0.1}), std::pair(0.1, 0.2));
    EXPECT_EQ(range(Quantity::pressure, {-1.0, 5.0}), std::pair(-1.0, 5.0));
    EXPECT_EQ(range(Quantity::contacts, {1.0, 5.0}), std::pair(0.0, 5.0));
    EXPECT_EQ(range(Quantity::level, {1.0, 3.0}), std::pair(1.0, 3.0));
}

TEST(Colouring, RangesHaveAWidthWhateverTheValues) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<std::vector<double>> cases{{},     {0.0}, {0.0, 0.0}, {2.0},
                                                 {-2.0}, {nan}, {nan, 1.0}};
    for (const Quantity quantity : {Quantity::speed, Quantity::spin, Quantity::size,
                                    Quantity::pressure, Quantity::contacts}) {
        for (const auto& values : cases) {
            const ValueRange range = Colouring(scene_of(quantity, values)).range();
            EXPECT_LT(range.low, range.high);
            EXPECT_TRUE(std::isfinite(range.low) && std::isfinite(range.high));
        }
    }
}

TEST(Colouring, OneThatFliesAwayDoesNotTakeTheColours) {
    std::vector<double> values(1000, 1.0);
    values[7] = 1e6;
    const Colouring colouring(scene_of(Quantity::speed, values));
    EXPECT_EQ(colouring.range().high, 1.0);
    EXPECT_TRUE(colouring.has_higher());
    EXPECT_FALSE(colouring.has_lower());
    EXPECT_EQ(colouring.of(1e6), sequential(1.0));
}

TEST(Colouring, AllSizesAreInTheRange) {
    std::vector<double> values(1000, 1.0);
    values[7] = 2.0;
    EXPECT_EQ(Colouring(scene_of(Quantity::size, values)).range().high, 2.0);
}

TEST(Colouring, AGivenRangeIsKept) {
    PictureScene scene = scene_of(Quantity::speed, {1.0, 9.0});
    scene.range = ValueRange{2.0, 8.0};
    const Colouring colouring(scene);
    EXPECT_TRUE(colouring.has_lower() && colouring.has_higher());
    EXPECT_EQ(colouring.of(5.0), sequential(0.5));
    scene.range = ValueRange{8.0, 2.0};  // not a range: the scene decides
    EXPECT_EQ(Colouring(scene).range().high, 9.0);
}

TEST(Colouring, WhatIsNotKnownIsGrey) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(Colouring(scene_of(Quantity::speed, {1.0, nan})).of(nan), palette::unknown);
    const Colouring materials(scene_of(Quantity::material, {}));
    for (const double value : {-1.0, 1e9, nan}) EXPECT_EQ(materials.of(value), palette::unknown);
    EXPECT_EQ(materials.of(1.0), of_material(1));
}

}  // namespace
}  // namespace scree::render

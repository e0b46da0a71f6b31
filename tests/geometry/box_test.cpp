#include "geometry/box.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scree::geometry {
namespace {

constexpr Box unit{{0.0, 0.0}, {1.0, 1.0}};

constexpr Box moved(const Box& box, Vec2 by) { return {box.low + by, box.high + by}; }

TEST(Box, OverlapsItselfAndItsNeighbours) {
    EXPECT_TRUE(overlap(unit, unit));
    for (const Vec2 by : {Vec2{0.5, 0.0}, Vec2{-0.5, 0.0}, Vec2{0.0, 0.5}, Vec2{0.5, -0.5}}) {
        EXPECT_TRUE(overlap(unit, moved(unit, by)));
        EXPECT_TRUE(overlap(moved(unit, by), unit));
    }
}

TEST(Box, TouchingAtAnEdgeOrACornerIsOverlap) {
    for (const double x : {-1.0, 0.0, 1.0})
        for (const double y : {-1.0, 0.0, 1.0}) EXPECT_TRUE(overlap(unit, moved(unit, {x, y})));
}

TEST(Box, OneStepOfADoubleApartIsApart) {
    const double beyond = std::nextafter(1.0, 2.0);
    const Box right{{beyond, 0.0}, {2.0, 1.0}};
    const Box above{{0.0, beyond}, {1.0, 2.0}};
    EXPECT_FALSE(overlap(unit, right));
    EXPECT_FALSE(overlap(right, unit));
    EXPECT_FALSE(overlap(unit, above));
    EXPECT_FALSE(overlap(above, unit));
}

TEST(Box, SharingOneAxisOnlyIsApart) {
    EXPECT_FALSE(overlap(unit, moved(unit, {0.0, 3.0})));
    EXPECT_FALSE(overlap(unit, moved(unit, {3.0, 0.0})));
}

TEST(Box, ContainsItselfAndWhatIsInside) {
    EXPECT_TRUE(contains(unit, unit));
    EXPECT_TRUE(contains(unit, Box{{0.25, 0.0}, {1.0, 0.5}}));
    EXPECT_FALSE(contains(Box{{0.25, 0.0}, {1.0, 0.5}}, unit));
    for (const Vec2 by : {Vec2{0.1, 0.0}, Vec2{-0.1, 0.0}, Vec2{0.0, 0.1}, Vec2{0.0, -0.1}})
        EXPECT_FALSE(contains(unit, moved(unit, by)));
}

TEST(Box, FattenedGrowsOnEverySide) {
    const Box fat = fattened(unit, 0.5);
    EXPECT_EQ(fat, (Box{{-0.5, -0.5}, {1.5, 1.5}}));
    EXPECT_TRUE(contains(fat, unit));
    EXPECT_EQ(fattened(unit, 0.0), unit);
}

}  // namespace
}  // namespace scree::geometry

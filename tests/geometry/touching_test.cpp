// Pairs at the edge of what a contact is: vertex on vertex, discs on top of each other, discs far
// larger or smaller than what they touch.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "geometry/proximity.h"

namespace scree::geometry {
namespace {

Transform at(Vec2 position) { return {position, {}}; }

Proximity cold(const Shape& a, const Transform& pose_a, const Shape& b, const Transform& pose_b) {
    PairMemory memory;
    QueryCounts counts;
    return proximity(a, pose_a, b, pose_b, memory, counts);
}

ConvexPolygon kite(double half_width, double half_height) {
    const std::array<Vec2, 4> vertices{
        {{half_width, 0.0}, {0.0, half_height}, {-half_width, 0.0}, {0.0, -half_height}}};
    return ConvexPolygon(vertices);
}

ConvexPolygon square(double half_side) {
    const std::array<Vec2, 4> vertices{{{half_side, -half_side},
                                        {half_side, half_side},
                                        {-half_side, half_side},
                                        {-half_side, -half_side}}};
    return ConvexPolygon(vertices);
}

TEST(Touching, KitesTipToTipHaveNoArea) {
    for (int wide = 1; wide <= 5; ++wide)
        for (int high = 1; high <= 5; ++high)
            for (int other = 1; other <= 5; ++other) {
                const ConvexPolygon a = kite(wide, high);
                const ConvexPolygon b = kite(1.0, other);
                for (const double sign : {1.0, -1.0}) {
                    const Vec2 beside{sign * (wide + 1.0), 0.0};
                    for (const bool exchanged : {false, true}) {
                        const Proximity answer =
                            exchanged ? cold(b, at(beside), a, {}) : cold(a, {}, b, at(beside));
                        if (const auto* apart = std::get_if<Apart>(&answer)) {
                            EXPECT_LT(apart->distance, 1e-15);
                            continue;
                        }
                        const auto* overlap = std::get_if<Overlap>(&answer);
                        EXPECT_EQ(overlap->area, 0.0) << wide << ' ' << high << ' ' << other;
                        EXPECT_FALSE(overlap->swallowed);
                        EXPECT_NEAR(length(overlap->normal), 1.0, 1e-15);
                        EXPECT_GT(overlap->normal.x * (exchanged ? -sign : sign), 0.0);
                    }
                }
            }
}

TEST(Touching, EqualDiscsOnTopOfEachOtherKeepTheirArea) {
    const Disc disc(1.0);
    for (const double d : {0.0, 1e-300, 1e-160, 1e-155, 1e-100, 1e-17, 1e-16, 1e-15, 1e-12, 1e-9}) {
        const Proximity answer = cold(disc, {}, disc, at({d, 0.0}));
        const auto& overlap = std::get<Overlap>(answer);
        // To first order the lens loses a strip of width d.
        EXPECT_NEAR(overlap.area, std::numbers::pi - 2.0 * d, 1e-14) << d;
        EXPECT_NEAR(overlap.chord, 2.0, 1e-14) << d;
        EXPECT_NEAR(length(overlap.normal), 1.0, 1e-14) << d;
        EXPECT_NEAR(length(overlap.centroid), 0.5 * d, 1e-14) << d;
    }
}

TEST(Touching, TinyDiscsOnTheOutlineOfHugePolygonsArePushedOut) {
    const ConvexPolygon polygon = square(1e6);
    for (const double radius : {1e-9, 1e-12})
        for (const Vec2 place : {Vec2{1e6, 1e6}, Vec2{1e6, 3e5}, Vec2{-2e5, -1e6}})
            for (const bool exchanged : {false, true}) {
                const Proximity answer = exchanged ? cold(Disc(radius), at(place), polygon, {})
                                                   : cold(polygon, {}, Disc(radius), at(place));
                const auto& overlap = std::get<Overlap>(answer);
                EXPECT_NEAR(length(overlap.normal), 1.0, 1e-14);
                EXPECT_TRUE(is_finite(overlap.centroid) && is_finite(overlap.midpoint));
                EXPECT_TRUE(overlap.area >= 0.0 && overlap.area <= 4.0 * radius * radius);
                // Away from the polygon's centre, where the place is.
                EXPECT_GT(dot(overlap.normal, place) * (exchanged ? -1.0 : 1.0), 0.0);
            }
}

/// A disc through the corners (1, 1) and (1, -1) of a square, from the right: they are on the
/// circle to rounding, so this is neither clearly two crossings nor none.
TEST(Touching, CornersOnTheCircleOfALargeDiscKeepAreaAndCentroid) {
    const ConvexPolygon polygon = square(1.0);
    for (const double radius : {10.0, 1e3, 1e5, 1e7}) {
        // The segment that the disc cuts into the square, of half chord 1.
        const double sagitta = 1.0 / (radius + std::sqrt(radius * radius - 1.0));
        const double area = (4.0 / 3.0) * sagitta;  // to first order in the sagitta
        const Vec2 centre{1.0 + radius - sagitta, 0.0};
        const Proximity answer = cold(polygon, {}, Disc(radius), at(centre));
        const auto& overlap = std::get<Overlap>(answer);
        const double rounding = 4e-16 * radius;
        EXPECT_NEAR(overlap.area, area, 2.0 * sagitta * sagitta + 4.0 * rounding) << radius;
        EXPECT_NEAR(overlap.centroid.x, 1.0, 2.0 * sagitta + rounding) << radius;
        EXPECT_NEAR(overlap.centroid.y, 0.0, 1e-6 + rounding / sagitta) << radius;
        EXPECT_NEAR(overlap.normal.x, 1.0, 1e-6) << radius;
    }
}

TEST(Touching, ASmallGrainInsideAHugeOneHasItsOwnArea) {
    for (const double ratio : {1e2, 1e4, 1e6, 1e8}) {
        const Proximity answer =
            cold(square(ratio), {}, kite(1.0, 1e-3), at({0.1 * ratio, 0.2 * ratio}));
        const auto& overlap = std::get<Overlap>(answer);
        EXPECT_TRUE(overlap.swallowed);
        EXPECT_NEAR(overlap.area, 2e-3, 1e-15) << ratio;
    }
}

TEST(Touching, EveryQueryIsCountedOnce) {
    const ConvexPolygon polygon = square(1.0);
    const Shape disc = Disc(0.5);
    PairMemory memory;
    QueryCounts counts;
    std::uint64_t asked = 0;
    for (double x = -3.0; x <= 3.0; x += 0.03125)
        for (const double angle : {0.0, 0.3}) {
            const Transform pose{{x, 0.125 * x}, Rotation::by(angle)};
            for (const bool warm : {false, true}) {
                if (!warm) memory = {};
                proximity(Shape(polygon), {}, Shape(polygon), pose, memory, counts);
                if (!warm) memory = {};
                proximity(Shape(polygon), {}, disc, pose, memory, counts);
                proximity(disc, {}, disc, pose, memory, counts);
                asked += 3;
                memory = {};
            }
        }
    EXPECT_EQ(counts.queries, asked);
    EXPECT_EQ(counts.tracked + counts.searched + counts.exhaustive + counts.clipped, asked);
}

// Their edges are nearly parallel, so that where they cross is uncertain; but both must be cut
// there.
TEST(Touching, APolygonAHairFromItsCopyOverlapsItWhole) {
    std::array<Vec2, 7> vertices;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / 7.0;
        vertices[i] = {std::cos(angle), 0.7071 * std::sin(angle)};
    }
    const ConvexPolygon polygon(vertices);
    const Shape shape = polygon;
    const Rotation turn = Rotation::by(0.3068);
    int tracked = 0;
    for (int k = 1; k <= 400; ++k) {
        const double hair = 4.267e-12 * k;
        const Transform copy{{-hair, -hair}, Rotation::by(0.3068 - 0.4 * hair)};
        const Proximity answer = cold(shape, {{}, turn}, shape, copy);
        const auto* overlap = std::get_if<Overlap>(&answer);
        ASSERT_NE(overlap, nullptr) << k;
        EXPECT_NEAR(overlap->area, polygon.area(), 1e-8 * polygon.area()) << k;
        tracked += overlap->swallowed ? 0 : 1;
    }
    EXPECT_GT(tracked, 200);
}

TEST(Touching, AMemoryFitsOnlyShapesThatHaveItsFeatures) {
    const Shape four = square(1.0);
    const Shape disc = Disc(1.0);
    PairMemory memory;
    EXPECT_TRUE(fits(memory, four, four));
    EXPECT_TRUE(fits(memory, four, disc));
    memory.kind = PairMemory::Kind::closest;
    memory.a = Feature::edge(3);
    EXPECT_TRUE(fits(memory, four, disc));
    EXPECT_FALSE(fits(memory, disc, four));
    memory.a = Feature::vertex(4);
    EXPECT_FALSE(fits(memory, four, four));
    memory = {};
    memory.kind = PairMemory::Kind::crossing;
    EXPECT_FALSE(fits(memory, four, four)) << "two crossings cannot be the same";
    memory.crossing = {{0, 1}, {0, 3}};
    EXPECT_TRUE(fits(memory, four, four));
    EXPECT_FALSE(fits(memory, four, disc));
    memory.crossing.leave.b = 4;
    EXPECT_FALSE(fits(memory, four, four));
}

}  // namespace
}  // namespace scree::geometry

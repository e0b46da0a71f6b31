#include "engine/grains/wall_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "geometry/tolerances.h"

namespace scree::engine {
namespace {

using geometry::ConvexPolygon;
using geometry::Vec2;

double area_of(const WallPieces& pieces) {
    double sum = 0.0;
    for (const WallPiece& piece : pieces) sum += geometry::area(piece.shape);
    return sum;
}

/// The largest of f over all corners, in the world.
template <class F>
double largest(const WallPieces& pieces, F f) {
    double result = -1e300;
    for (const WallPiece& piece : pieces) {
        const auto& polygon = std::get<ConvexPolygon>(piece.shape);
        for (std::size_t i = 0; i < polygon.size(); ++i)
            result = std::max(result, f(piece.position + polygon.vertex(i)));
    }
    return result;
}

/// Half of a regular dodecagon with this diameter: of radius r it has the area 3 r^2 in all.
double tooth_area(double width) { return 1.5 * (width / 2) * (width / 2); }

const std::array<Vec2, 4> box = {{{0, 0}, {1, 0}, {1, 0.5}, {0, 0.5}}};

TEST(WallShapes, SmoothOnesAreOnePiece) {
    EXPECT_EQ(polygon_wall(box, {}).size(), 1u);
    const WallPieces disc = disc_wall({1, 2}, 0.5, {});
    ASSERT_EQ(disc.size(), 1u);
    EXPECT_EQ(disc[0].position, (Vec2{1, 2}));
    EXPECT_EQ(geometry::radius(disc[0].shape), 0.5);
}

TEST(WallShapes, ASegmentHasItsThicknessOnBothSides) {
    const WallPieces bar = segment_wall({0, 0}, {3, 4}, 0.2, {});
    ASSERT_EQ(bar.size(), 1u);
    EXPECT_NEAR(area_of(bar), 1.0, 1e-14);
    EXPECT_NEAR(bar[0].position.x, 1.5, 1e-15);
    const Vec2 normal{-0.8, 0.6};
    EXPECT_NEAR(largest(bar, [&](Vec2 p) { return dot(normal, p); }), 0.1, 1e-15);
    EXPECT_NEAR(largest(bar, [&](Vec2 p) { return -dot(normal, p); }), 0.1, 1e-15);
    EXPECT_THROW(segment_wall({1, 1}, {1, 1}, 0.2, {}), geometry::InvalidShape);
}

TEST(WallShapes, TeethStandSideBySideOnEverySide) {
    const WallPieces rough = polygon_wall(box, 0.1);
    ASSERT_EQ(rough.size(), 1u + 10 + 5 + 10 + 5);
    EXPECT_NEAR(area_of(rough), 0.5 + 30 * tooth_area(0.1), 1e-12);
    EXPECT_NEAR(largest(rough, [](Vec2 p) { return p.y; }), 0.55, 1e-12);
    EXPECT_NEAR(largest(rough, [](Vec2 p) { return -p.x; }), 0.05, 1e-12);
}

TEST(WallShapes, TeethFillASideWhateverTheirWidth) {
    // 0.3 goes three times into 1, and twice into 0.5.
    EXPECT_EQ(polygon_wall(box, 0.3).size(), 1u + 3 + 2 + 3 + 2);
    EXPECT_EQ(polygon_wall(box, 100.0).size(), 1u + 4);
}

TEST(WallShapes, ARoughDiscHasATeethForEachSide) {
    const WallPieces wheel = disc_wall({0, 0}, 0.5, 0.1);
    EXPECT_EQ(wheel.size(), 1u + 31);
    const double reach = largest(wheel, [](Vec2 p) { return length(p); });
    EXPECT_GT(reach, 0.54);
    EXPECT_LT(reach, 0.56);
    EXPECT_EQ(disc_wall({0, 0}, 0.5, 100.0).size(), 1u + 3);
}

TEST(WallShapes, ARingLeavesItsHoleFree) {
    const WallPieces ring = ring_wall({1, 2}, 0.5, 0.1, 12, {});
    ASSERT_EQ(ring.size(), 12u);
    const auto distance = [](Vec2 p) { return length(p - Vec2{1, 2}); };
    EXPECT_NEAR(largest(ring, [&](Vec2 p) { return -distance(p); }), -0.5, 1e-14);
    const double cosine = std::cos(std::numbers::pi / 12);
    const double outer = 0.5 + 0.1 / cosine;
    EXPECT_NEAR(largest(ring, distance), outer, 1e-14);
    // A regular polygon of 12 corners has the area 3 r^2.
    EXPECT_NEAR(area_of(ring), 3 * (outer * outer - 0.25), 1e-13);
}

TEST(WallShapes, TheTeethOfARingPointInwards) {
    const WallPieces ring = ring_wall({0, 0}, 0.5, 0.1, 60, 0.05);
    ASSERT_EQ(ring.size(), 120u);
    const double nearest = -largest(ring, [](Vec2 p) { return -length(p); });
    EXPECT_LT(nearest, 0.48);
    EXPECT_GT(nearest, 0.47);
    EXPECT_NEAR(largest(ring, [](Vec2 p) { return length(p); }), 0.6, 1e-3);
}

TEST(WallShapes, NumbersThatMakeNoShapeAreRefused) {
    EXPECT_THROW(polygon_wall(box, 1e-9), geometry::InvalidShape);
    EXPECT_THROW(disc_wall({0, 0}, 1e15, 1e-15), geometry::InvalidShape);
    EXPECT_THROW(ring_wall({0, 0}, 1e15, 1e-15, 4096, {}), geometry::InvalidShape);
    EXPECT_THROW(ring_wall({0, 0}, 1.0, 0.1, 4096, 1e-5), geometry::InvalidShape);
}

}  // namespace
}  // namespace scree::engine

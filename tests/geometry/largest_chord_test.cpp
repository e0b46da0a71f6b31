#include "geometry/largest_chord.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "geometry/trigonometry.h"

namespace scree::geometry {
namespace {

ConvexPolygon ring_of(int corners) {
    std::vector<Vec2> vertices;
    for (int i = 0; i < corners; ++i) {
        const auto [sine, cosine] = sine_cosine(6.283185307179586 * i / corners);
        vertices.push_back({cosine, sine});
    }
    return ConvexPolygon(vertices);
}

TEST(LargestChord, OfARectangleIsItsLongSide) {
    const std::vector<Vec2> corners{{0.0, 0.0}, {3.0, 0.0}, {3.0, 1.0}, {0.0, 1.0}};
    EXPECT_NEAR(largest_chord(ConvexPolygon(corners), 0.1), 3.0, 1e-15);
}

TEST(LargestChord, OfATriangleFallsFromItsSide) {
    // At a depth d of an equilateral triangle of height 3/2: the side times 1 - d / (3/2).
    EXPECT_NEAR(largest_chord(ring_of(3), 0.15), 0.9 * std::sqrt(3.0), 1e-12);
}

TEST(LargestChord, OfManyCornersIsThatOfADisc) {
    for (const double depth : {0.001, 0.01, 0.1}) {
        const double disc = largest_chord(Disc(1.0), depth);
        EXPECT_NEAR(disc, 2.0 * std::sqrt(depth * (2.0 - depth)), 1e-15);
        EXPECT_NEAR(largest_chord(ring_of(1000), depth), disc, 1e-3);
    }
}

TEST(LargestChord, IsNeverLongerThanTheShape) {
    EXPECT_EQ(largest_chord(Disc(1.0), 5.0), 2.0);
    EXPECT_LE(largest_chord(ring_of(5), 5.0), ring_of(5).diameter());
    EXPECT_LE(largest_chord(ring_of(5), 1.0), ring_of(5).diameter());
}

}  // namespace
}  // namespace scree::geometry

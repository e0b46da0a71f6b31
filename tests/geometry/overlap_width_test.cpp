#include "geometry/overlap_width.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "geometry/convex_polygon.h"
#include "tests/geometry/random_shapes.h"

namespace scree::geometry {
namespace {

constexpr Vec2 up{0.0, 1.0};

/// The integral for a body on a floor whose top is y = 0. The floor is `a`, and reaches up.
double on_floor(const Cap& body) {
    const ConvexPolygon ground = tests::rectangle(20.0, 2.0);
    return square_width_integral(Cap(ground.ring(), {{0.0, -1.0}, {}}, up, -0.5), body);
}

TEST(OverlapWidth, OfAFaceOnAFloor) {
    const ConvexPolygon square = tests::rectangle(1.0, 1.0);
    const Cap cap(square.ring(), {{0.3, 0.49}, {}}, -up, 0.0);
    EXPECT_NEAR(on_floor(cap), 0.01 * 0.01 / 2.0, 1e-15);
}

TEST(OverlapWidth, OfACornerOnAFloor) {
    const ConvexPolygon square = tests::rectangle(1.0, 1.0);
    const double half = std::sqrt(0.5);
    const Rotation turned = Rotation::by(0.25 * std::numbers::pi);
    for (const double depth : {0.01, 0.1}) {
        // Two triangles of this height and width: 2 d^3 / 6.
        const Cap cap(square.ring(), {{-0.2, half - depth}, turned}, -up, 0.0);
        EXPECT_NEAR(on_floor(cap), depth * depth * depth / 3.0, 1e-14);
    }
}

TEST(OverlapWidth, OfADiscOnAFloorAndOnAnother) {
    for (const double depth : {1e-4, 1e-2, 0.1}) {
        /// The integral over a chord, by many small parts. `count` discs overlap by the depth.
        const auto expected = [&](double count) {
            const double floor = 1.0 - depth / count;
            const double half = std::sqrt(1.0 - floor * floor);
            constexpr int parts = 100'000;
            double sum = 0.0;
            for (int i = 0; i < parts; ++i) {
                const double left = half * (2.0 * (i + 0.5) / parts - 1.0);
                const double width = count * (std::sqrt(1.0 - left * left) - floor);
                sum += 0.5 * width * width * 2.0 * half / parts;
            }
            return sum;
        };
        const Cap disc(1.0, {0.4, 1.0 - depth}, -up, 0.0);
        EXPECT_NEAR(on_floor(disc), expected(1.0), 1e-3 * expected(1.0)) << depth;
        const Cap lower(1.0, {}, up, 1.0 - depth);
        const Cap upper(1.0, {0.0, 2.0 - depth}, -up, -1.0);
        EXPECT_NEAR(square_width_integral(lower, upper), expected(2.0), 1e-3 * expected(2.0));
    }
}

/// The width of a polygon's cut with the line x = place, as the interval of y.
struct Interval {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
};

Interval cut(const ConvexPolygon& polygon, const Transform& pose, double place) {
    Interval result;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 p = apply(pose, polygon.vertex(i));
        const Vec2 q = apply(pose, polygon.vertex((i + 1) % polygon.size()));
        if ((p.x < place) == (q.x < place)) continue;
        const double y = p.y + (place - p.x) / (q.x - p.x) * (q.y - p.y);
        result.low = std::min(result.low, y);
        result.high = std::max(result.high, y);
    }
    return result;
}

TEST(OverlapWidth, OfRandomPolygonsIsThatOfManyCuts) {
    tests::Random random(4);
    int met = 0;
    for (int k = 0; k < 200; ++k) {
        const ConvexPolygon one = tests::irregular_polygon(random, 4 + random.below(8));
        const ConvexPolygon other = tests::irregular_polygon(random, 4 + random.below(8));
        const Transform below{{}, Rotation::by(6.28 * random())};
        Transform above{{0.5 * one.radius() * (random() - 0.5), 10.0},
                        Rotation::by(6.28 * random())};
        // Lowered until the lowest corner of the other is a little below the top of the first.
        double top = -HUGE_VAL;
        double bottom = HUGE_VAL;
        for (std::size_t i = 0; i < one.size(); ++i)
            top = std::max(top, apply(below, one.vertex(i)).y);
        for (std::size_t i = 0; i < other.size(); ++i)
            bottom = std::min(bottom, apply(above, other.vertex(i)).y);
        const double depth = 0.1 * std::min(one.inradius(), other.inradius());
        above.position.y -= bottom - top + depth;
        const double integral =
            square_width_integral(Cap(one.ring(), below, up, top - depth),
                                  Cap(other.ring(), above, -up, depth - top - depth));
        const double reach = one.radius();
        constexpr int parts = 20'000;
        double expected = 0.0;
        for (int i = 0; i < parts; ++i) {
            const double place = reach * (2.0 * (i + 0.5) / parts - 1.0);
            const Interval a = cut(one, below, place);
            const Interval b = cut(other, above, place);
            const double width = std::max(0.0, a.high - b.low);
            if (std::isfinite(width)) expected += 0.5 * width * width * 2.0 * reach / parts;
        }
        EXPECT_NEAR(integral, expected, 2e-2 * expected + 1e-9 * reach * reach * reach) << k;
        met += expected > 0.0 ? 1 : 0;
    }
    EXPECT_GT(met, 60);
}

}  // namespace
}  // namespace scree::geometry

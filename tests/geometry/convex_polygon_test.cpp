#include "geometry/convex_polygon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "geometry/side.h"
#include "geometry/tolerances.h"
#include "tests/geometry/random_shapes.h"

namespace scree::geometry {
namespace {

using tests::Random;

using Outline = std::vector<Vec2>;

const Outline square{{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};

Outline vertices_of(const ConvexPolygon& polygon) {
    Outline outline;
    for (std::size_t i = 0; i < polygon.size(); ++i) outline.push_back(polygon.vertex(i));
    return outline;
}

Outline scaled(Outline outline, double factor) {
    for (Vec2& v : outline) v = factor * v;
    return outline;
}

Outline moved(Outline outline, Vec2 by) {
    for (Vec2& v : outline) v += by;
    return outline;
}

TEST(ConvexPolygon, KnowsASquare) {
    const ConvexPolygon polygon(moved(scaled(square, 2.0), {10.0, 20.0}));
    EXPECT_EQ(polygon.size(), 4u);
    EXPECT_EQ(polygon.area(), 4.0);
    EXPECT_DOUBLE_EQ(polygon.second_moment(), 16.0 / 6.0);
    EXPECT_DOUBLE_EQ(polygon.radius(), std::numbers::sqrt2);
    EXPECT_DOUBLE_EQ(polygon.inradius(), 1.0);
    EXPECT_DOUBLE_EQ(polygon.diameter(), 2.0 * std::numbers::sqrt2);
    EXPECT_EQ(polygon.origin(), (Vec2{11.0, 21.0}));
    EXPECT_EQ(vertices_of(polygon), (Outline{{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}));
    EXPECT_EQ(polygon.ring().normal(0), (Vec2{0.0, -1.0}));
    EXPECT_EQ(polygon.ring().normal(1), (Vec2{1.0, 0.0}));
    EXPECT_EQ(polygon.ring().size(), 4u);
    EXPECT_EQ(polygon.ring().radius(), polygon.radius());
}

TEST(ConvexPolygon, KnowsRectangles) {
    for (const auto& [w, h] : {std::pair{3.0, 1.0}, {1e6, 1.0}, {1.0, 1e-6}, {2e-9, 1e-9}}) {
        const ConvexPolygon polygon = tests::rectangle(w, h);
        EXPECT_DOUBLE_EQ(polygon.area(), w * h);
        EXPECT_DOUBLE_EQ(polygon.second_moment(), w * h * (w * w + h * h) / 12.0);
        EXPECT_DOUBLE_EQ(polygon.radius(), 0.5 * std::hypot(w, h));
        EXPECT_DOUBLE_EQ(polygon.inradius(), 0.5 * std::min(w, h));
        EXPECT_DOUBLE_EQ(polygon.diameter(), std::hypot(w, h));
    }
}

TEST(ConvexPolygon, KnowsRegularPolygons) {
    for (const double radius : {1e-9, 1.0, 1e9})
        for (std::uint32_t n = 3; n <= 1000; n = n < 10 ? n + 1 : n * 3 / 2) {
            const ConvexPolygon polygon = tests::regular_polygon(n, radius);
            const double turn = 2.0 * std::numbers::pi / n;
            const double square_of_radius = radius * radius;
            // Rounding errors are a share of the terms, which are as large as the result.
            constexpr double share = 1e-14;
            const double area = 0.5 * n * square_of_radius * std::sin(turn);
            EXPECT_NEAR(polygon.area(), area, share * area);
            const double moment = area * square_of_radius * (2.0 + std::cos(turn)) / 6.0;
            EXPECT_NEAR(polygon.second_moment(), moment, share * moment);
            EXPECT_NEAR(polygon.radius(), radius, share * radius);
            EXPECT_NEAR(polygon.inradius(), radius * std::cos(0.5 * turn), share * radius);
            const double diameter =
                n % 2 == 0 ? 2.0 * radius : 2.0 * radius * std::cos(0.25 * turn);
            EXPECT_NEAR(polygon.diameter(), diameter, share * radius);
        }
}

/// By triangles from the first vertex: area (a^2 + b^2 + c^2) / 36 about the triangle's own
/// centroid, and Steiner's term.
double second_moment_by_triangles(const ConvexPolygon& polygon) {
    double sum = 0.0;
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
        const Vec2 a = polygon.vertex(0);
        const Vec2 b = polygon.vertex(i);
        const Vec2 c = polygon.vertex(i + 1);
        const Vec2 centroid = (a + b + c) / 3.0;
        const double sides = dot(b - a, b - a) + dot(c - b, c - b) + dot(a - c, a - c);
        sum += 0.5 * cross(b - a, c - a) * (sides / 36.0 + dot(centroid, centroid));
    }
    return sum;
}

double largest_distance_of_all(const ConvexPolygon& polygon) {
    double largest = 0.0;
    for (std::size_t i = 0; i < polygon.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            largest = std::max(largest, length(polygon.vertex(i) - polygon.vertex(j)));
    return largest;
}

Vec2 centroid_of(const ConvexPolygon& polygon) {
    Vec2 moment;
    double double_area = 0.0;
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
        const Vec2 b = polygon.vertex(i) - polygon.vertex(0);
        const Vec2 c = polygon.vertex(i + 1) - polygon.vertex(0);
        double_area += cross(b, c);
        moment += cross(b, c) * (b + c);
    }
    return polygon.vertex(0) + moment / (3.0 * double_area);
}

TEST(ConvexPolygon, MeasuresOfRandomPolygonsMatchAPlainComputation) {
    Random random(1);
    for (std::size_t round = 0; round < tests::rounds(4000); ++round) {
        const ConvexPolygon unit = random.chance(0.8)
                                       ? tests::any_polygon(random)
                                       : tests::sliver(random, random.log_uniform(1.0, 1e6));
        const double size = random.log_uniform(1e-9, 1e9);
        const ConvexPolygon polygon(scaled(vertices_of(unit), size));

        EXPECT_LT(length(centroid_of(polygon)), 1e-14 * polygon.diameter());
        EXPECT_NEAR(polygon.second_moment(), second_moment_by_triangles(polygon),
                    1e-13 * polygon.second_moment());
        EXPECT_EQ(polygon.diameter(), largest_distance_of_all(polygon));
        double radius = 0.0;
        double inradius = std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < polygon.size(); ++i) {
            radius = std::max(radius, length(polygon.vertex(i)));
            const Vec2 along = polygon.ring().direction(i);
            inradius = std::min(inradius, cross(along, -polygon.vertex(i)));
        }
        EXPECT_EQ(polygon.radius(), radius);
        EXPECT_NEAR(polygon.inradius(), inradius, 1e-15 * radius);
        EXPECT_GT(polygon.inradius(), 0.0);
    }
}

TEST(ConvexPolygon, FindsTheDiameterOfConesWithManyCornersOpposite) {
    // All the corners of the arc are opposite the tip: the calipers must not skip any.
    Random random(2);
    for (int round = 0; round < 200; ++round) {
        const double opening = random.uniform(0.2, 0.8);
        Outline outline{{0.0, 0.0}};
        constexpr int corners = 9;
        for (int i = 0; i < corners; ++i) {
            const double angle = opening * (i + 0.5 * random.unit()) / corners;
            outline.push_back({std::cos(angle), std::sin(angle)});
        }
        const ConvexPolygon polygon(outline);
        EXPECT_EQ(polygon.diameter(), largest_distance_of_all(polygon));
    }
}

TEST(ConvexPolygon, NormalsAreUnitVectorsOutwardAcrossTheEdges) {
    Random random(3);
    for (std::size_t round = 0; round < tests::rounds(1000); ++round) {
        const ConvexPolygon polygon = tests::any_polygon(random);
        const FeatureRing ring = polygon.ring();
        for (std::uint32_t i = 0; i < ring.size(); ++i) {
            const Vec2 edge = ring.vertex(ring.next(i)) - ring.vertex(i);
            EXPECT_NEAR(length(ring.normal(i)), 1.0, 4e-16);
            EXPECT_NEAR(dot(ring.normal(i), edge), 0.0, 4e-16 * length(edge));
            EXPECT_GT(dot(ring.normal(i), ring.vertex(i)), 0.0);
            EXPECT_GT(dot(ring.direction(i), edge), 0.0);
        }
    }
}

TEST(ConvexPolygon, StaysStrictlyConvexWhenItIsCentred) {
    Random random(4);
    for (std::size_t round = 0; round < tests::rounds(4000); ++round) {
        const ConvexPolygon unit = random.chance(0.5)
                                       ? tests::any_polygon(random, 1000)
                                       : tests::sliver(random, random.log_uniform(1.0, 1e6));
        const double size = random.log_uniform(1e-9, 1e9);
        const Vec2 far = size * Vec2{random.uniform(-1e6, 1e6), random.uniform(-1e6, 1e6)};
        const Outline outline = moved(scaled(vertices_of(unit), size), far);
        // Far from the origin the coordinates may be too coarse for the corners.
        if (find_outline_error(outline)) continue;
        const ConvexPolygon polygon(outline);
        const FeatureRing ring = polygon.ring();
        for (std::uint32_t i = 0; i < ring.size(); ++i)
            EXPECT_GT(
                side(ring.vertex(ring.next(i)), ring.vertex(ring.previous(i)), ring.vertex(i)),
                0.0);
    }
}

TEST(ConvexPolygon, ACornerThatBarelyStandsOutSurvivesCentring) {
    for (const double size : {1e-9, 1.0, 1e9}) {
        const Outline bump{{0.0, 0.0}, {0.3, -1.01e-12}, {1.0, 0.0}, {1.0, 0.9}, {0.1, 1.0}};
        const ConvexPolygon polygon(scaled(bump, size));
        EXPECT_GT(side(polygon.vertex(2), polygon.vertex(0), polygon.vertex(1)), 0.0);
    }
}

TEST(ConvexPolygon, IsTheSameToTheBitFarFromTheOrigin) {
    // Coordinates with few digits, so that the move itself does not round.
    Random random(5);
    const Vec2 far{0x1p30, -0x1p31};
    int made = 0;
    for (int round = 0; round < 300; ++round) {
        Outline near = vertices_of(tests::any_polygon(random, 12));
        for (Vec2& v : near)
            v = {std::round(v.x * 0x1p20) * 0x1p-20, std::round(v.y * 0x1p20) * 0x1p-20};
        if (find_outline_error(near)) continue;
        const ConvexPolygon here(near);
        const ConvexPolygon there(moved(near, far));
        ++made;
        EXPECT_EQ(vertices_of(here), vertices_of(there));
        EXPECT_EQ(here.area(), there.area());
        EXPECT_EQ(here.second_moment(), there.second_moment());
        EXPECT_EQ(here.radius(), there.radius());
        EXPECT_EQ(here.inradius(), there.inradius());
        EXPECT_EQ(here.diameter(), there.diameter());
        EXPECT_NEAR(there.origin().x - here.origin().x, far.x, 0x1p-22);
        EXPECT_NEAR(there.origin().y - here.origin().y, far.y, 0x1p-21);
    }
    EXPECT_GT(made, 250);
}

TEST(ConvexPolygon, ScaledByAPowerOfTwoHasTheSameBitsScaled) {
    Random random(6);
    for (int round = 0; round < 200; ++round) {
        const Outline outline = moved(vertices_of(tests::any_polygon(random)), {0.1, 0.7});
        const ConvexPolygon polygon(outline);
        for (const int exponent : {-190, -33, -1, 1, 40, 190}) {
            const double factor = std::ldexp(1.0, exponent);
            const ConvexPolygon other(scaled(outline, factor));
            EXPECT_EQ(vertices_of(other), scaled(vertices_of(polygon), factor));
            EXPECT_EQ(other.area(), std::ldexp(polygon.area(), 2 * exponent));
            EXPECT_EQ(other.second_moment(), std::ldexp(polygon.second_moment(), 4 * exponent));
            EXPECT_EQ(other.radius(), factor * polygon.radius());
            EXPECT_EQ(other.inradius(), factor * polygon.inradius());
            EXPECT_EQ(other.diameter(), factor * polygon.diameter());
            EXPECT_EQ(other.origin(), factor * polygon.origin());
            for (std::uint32_t i = 0; i < polygon.size(); ++i)
                EXPECT_EQ(other.ring().normal(i), polygon.ring().normal(i));
        }
    }
}

TEST(ConvexPolygon, TheFirstVertexOfTheOutlineDoesNotMatter) {
    Random random(7);
    for (int round = 0; round < 200; ++round) {
        const Outline outline = vertices_of(tests::any_polygon(random));
        Outline turned = outline;
        std::rotate(turned.begin(), turned.begin() + 1, turned.end());
        const ConvexPolygon one(outline);
        const ConvexPolygon other(turned);
        EXPECT_NEAR(one.area(), other.area(), 1e-14 * one.area());
        EXPECT_NEAR(one.second_moment(), other.second_moment(), 1e-14 * one.second_moment());
        EXPECT_LT(length(one.origin() - other.origin()), 1e-15 * one.diameter());
        for (std::size_t i = 0; i < one.size(); ++i)
            EXPECT_LT(length(one.vertex((i + 1) % one.size()) - other.vertex(i)),
                      1e-15 * one.diameter());
    }
}

}  // namespace
}  // namespace scree::geometry

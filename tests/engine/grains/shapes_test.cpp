#include "engine/grains/shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <string>

#include "engine/grains/descriptors.h"
#include "engine/grains/irregular_polygon.h"
#include "tests/geometry/random_shapes.h"

namespace scree::engine {
namespace {

using geometry::ConvexPolygon;
using geometry::Vec2;
using testing::HasSubstr;

ConvexPolygon draw_polygon(const ShapeSpec& spec, double diameter, Generator& generator) {
    return std::get<ConvexPolygon>(draw_shape(spec, diameter, generator));
}

/// The ratio of the principal axes, from the second moments about the centroid.
double axis_ratio(const ConvexPolygon& polygon) {
    double xx = 0.0;
    double xy = 0.0;
    double yy = 0.0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 a = polygon.vertex(i);
        const Vec2 b = polygon.vertex((i + 1) % polygon.size());
        // Over a triangle with a corner at the origin, by the midpoints of its edges.
        for (const Vec2 m : {0.5 * a, 0.5 * b, 0.5 * (a + b)}) {
            xx += cross(a, b) / 6.0 * m.x * m.x;
            xy += cross(a, b) / 6.0 * m.x * m.y;
            yy += cross(a, b) / 6.0 * m.y * m.y;
        }
    }
    const double mean = 0.5 * (xx + yy);
    const double off = std::hypot(0.5 * (xx - yy), xy);
    return std::sqrt((mean + off) / (mean - off));
}

/// The longest over the shortest width between parallel lines.
double feret_ratio(const ConvexPolygon& polygon) {
    double shortest = HUGE_VAL;
    double longest = 0.0;
    for (int k = 0; k < 360; ++k) {
        const Vec2 direction{std::cos(k * std::numbers::pi / 360.0),
                             std::sin(k * std::numbers::pi / 360.0)};
        double low = 0.0;
        double high = 0.0;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            low = std::min(low, dot(direction, polygon.vertex(i)));
            high = std::max(high, dot(direction, polygon.vertex(i)));
        }
        shortest = std::min(shortest, high - low);
        longest = std::max(longest, high - low);
    }
    return longest / shortest;
}

TEST(GrainShapes, HaveTheAreaAskedForExactly) {
    const std::vector<ShapeSpec> specs{RegularShape{3},
                                       RegularShape{6},
                                       RegularShape{1000},
                                       IrregularShape{},
                                       IrregularShape{3, 3, 1},
                                       IrregularShape{3, 1000, 20},
                                       RectangleShape{1.0},
                                       RectangleShape{20.0},
                                       EllipseShape{1.0, 6},
                                       EllipseShape{20, 1000},
                                       DiscShape{},
                                       PolygonShape{{{5, 5}, {9, 5}, {5, 8}}}};
    Generator generator(1, "area");
    for (const ShapeSpec& spec : specs) {
        EXPECT_TRUE(find_errors(spec).empty()) << spec.index();
        for (const double d : {1e-9, 0.005, 1.0, 1e6}) {
            const geometry::Shape shape = draw_shape(spec, d, generator);
            EXPECT_NEAR(geometry::area(shape) / (0.25 * std::numbers::pi * d * d), 1.0, 1e-12);
            EXPECT_NEAR(equivalent_diameter(shape) / d, 1.0, 1e-12);
        }
    }
}

TEST(GrainShapes, RegularOnesHaveEqualSides) {
    Generator generator(1, "");
    for (const std::uint32_t corners : {3u, 4u, 7u, 100u}) {
        const ConvexPolygon polygon = draw_polygon(RegularShape{corners}, 1.0, generator);
        ASSERT_EQ(polygon.size(), corners);
        for (std::size_t i = 0; i < corners; ++i) {
            EXPECT_NEAR(length(polygon.vertex(i)), polygon.radius(), 1e-15);
            EXPECT_NEAR(length(polygon.vertex(i) - polygon.vertex((i + 1) % corners)),
                        2.0 * polygon.radius() * std::sin(std::numbers::pi / corners), 1e-14);
        }
    }
}

TEST(GrainShapes, RectanglesAndEllipsesHaveTheirAspect) {
    Generator generator(1, "");
    for (const double aspect : {1.0, 1.5, 7.0}) {
        const ConvexPolygon rectangle = draw_polygon(RectangleShape{aspect}, 1.0, generator);
        EXPECT_EQ(rectangle.size(), 4u);
        EXPECT_NEAR(length(rectangle.vertex(1) - rectangle.vertex(0)) /
                        length(rectangle.vertex(2) - rectangle.vertex(1)),
                    aspect, 1e-12);
        EXPECT_NEAR(axis_ratio(rectangle), aspect, 1e-6);
        const ConvexPolygon ellipse = draw_polygon(EllipseShape{aspect, 40}, 1.0, generator);
        EXPECT_EQ(ellipse.size(), 40u);
        EXPECT_NEAR(axis_ratio(ellipse), aspect, 1e-6);
        EXPECT_NEAR(feret_ratio(ellipse), aspect, 0.01 * aspect);
    }
}

TEST(GrainShapes, APolygonKeepsItsForm) {
    Generator generator(1, "");
    // Far from the origin: no digits may be lost there.
    const ConvexPolygon polygon =
        draw_polygon(PolygonShape{{{1e6, 0}, {1e6 + 3, 0}, {1e6, 4}}}, 0.01, generator);
    EXPECT_NEAR(length(polygon.vertex(1) - polygon.vertex(0)) /
                    length(polygon.vertex(2) - polygon.vertex(0)),
                0.75, 1e-12);
}

TEST(IrregularShape, HasTheCornersAskedForEachAsOften) {
    Generator generator(2, "corners");
    std::vector<int> counts(20);
    constexpr int n = 5000;
    for (int k = 0; k < n; ++k)
        ++counts.at(draw_polygon(IrregularShape{5, 9, 1.3}, 1.0, generator).size());
    for (std::size_t corners = 5; corners <= 9; ++corners)
        EXPECT_NEAR(counts[corners], n / 5.0, 4.0 * std::sqrt(n / 5.0));
    EXPECT_EQ(counts[4] + counts[10], 0);
}

// The bounds that irregular_polygon.h promises, found again by angles.
TEST(IrregularShape, HasNoSlivers) {
    Generator generator(3, "slivers");
    const std::size_t n = tests::rounds(2000);
    for (const std::uint32_t corners : {3u, 4u, 5u, 6u, 9u, 20u, 100u}) {
        double sharpest = 0.0;
        double shortest_seen = HUGE_VAL;
        for (std::size_t k = 0; k < n; ++k) {
            const std::vector<Vec2> vertices = irregular_polygon(corners, 1.0, generator);
            ASSERT_EQ(vertices.size(), corners);
            double perimeter = 0.0;
            double shortest = HUGE_VAL;
            double turn = 0.0;
            for (std::size_t i = 0; i < corners; ++i) {
                const Vec2 in = vertices[(i + 1) % corners] - vertices[i];
                const Vec2 out = vertices[(i + 2) % corners] - vertices[(i + 1) % corners];
                const double angle = std::atan2(cross(in, out), dot(in, out));
                ASSERT_GE(angle * corners / (2.0 * std::numbers::pi), least_turn - 1e-6);
                ASSERT_LE(angle * corners / (2.0 * std::numbers::pi), most_turn + 1e-6);
                sharpest = std::max(sharpest, angle * corners / (2.0 * std::numbers::pi));
                turn += angle;
                perimeter += length(in);
                shortest = std::min(shortest, length(in));
            }
            ASSERT_NEAR(turn, 2.0 * std::numbers::pi, 1e-9);
            ASSERT_GE(shortest * corners / perimeter, shortest_edge - 1e-9);
            shortest_seen = std::min(shortest_seen, shortest * corners / perimeter);
        }
        // The choice of shapes is not timid: it comes near to the bounds, except for triangles.
        if (corners > 3) {
            EXPECT_GT(sharpest, 1.25) << corners;
            EXPECT_LT(shortest_seen, 0.4) << corners;
        }
    }
}

TEST(IrregularShape, HasTheElongationAskedFor) {
    Generator generator(4, "elongation");
    const std::size_t n = tests::rounds(3000);
    for (const double elongation : {1.0, 1.3, 2.0, 5.0}) {
        double axes = 0.0;
        double feret = 0.0;
        double least = HUGE_VAL;
        double most = 0.0;
        for (std::size_t k = 0; k < n; ++k) {
            const ConvexPolygon polygon =
                draw_polygon(IrregularShape{5, 9, elongation}, 1.0, generator);
            const double ratio = axis_ratio(polygon);
            axes += ratio / static_cast<double>(n);
            feret += feret_ratio(polygon) / static_cast<double>(n);
            least = std::min(least, ratio);
            most = std::max(most, ratio);
        }
        EXPECT_NEAR(axes, elongation, 0.02 * elongation);
        EXPECT_NEAR(least, 1.0 + 0.5 * (elongation - 1.0), 0.02 * elongation);
        EXPECT_NEAR(most, 1.0 + 1.5 * (elongation - 1.0), 0.02 * elongation);
        // The Feret ratio of a polygon that is round by its moments is a little above 1.
        EXPECT_GT(feret, 1.02 * elongation);
        EXPECT_LT(feret, 1.25 * elongation);
    }
}

TEST(IrregularShape, NoTwoAreAlike) {
    Generator generator(5, "alike");
    const ConvexPolygon first = draw_polygon(IrregularShape{6, 6, 1.2}, 1.0, generator);
    double difference = HUGE_VAL;
    for (int k = 0; k < 1000; ++k) {
        const ConvexPolygon other = draw_polygon(IrregularShape{6, 6, 1.2}, 1.0, generator);
        difference = std::min(difference, std::abs(other.second_moment() - first.second_moment()) +
                                              std::abs(other.radius() - first.radius()));
    }
    EXPECT_GT(difference, 1e-6);
}

TEST(GrainShapes, ErrorsNameTheKey) {
    const auto text = [](const ShapeSpec& spec) {
        std::string all;
        for (const SpecError& error : find_errors(spec))
            all += error.key + " " + error.message + ". ";
        return all;
    };
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(text(RegularShape{0}), "corners must be from 3 to 1000, not 0. ");
    EXPECT_EQ(text(RegularShape{1001}), "corners must be from 3 to 1000, not 1001. ");
    EXPECT_EQ(text(RegularShape{3}), "");
    EXPECT_EQ(text(IrregularShape{2, 9, 1.0}), "corners must be from 3 to 1000, not 2. ");
    EXPECT_EQ(text(IrregularShape{9, 5, 1.0}),
              "corners go from 9 down to 5; the smaller number comes first. ");
    EXPECT_EQ(text(IrregularShape{5, 4'000'000'000, nan}),
              "corners must be from 3 to 1000, not 4e+09. elongation must be from 1 to 20, not "
              "nan. ");
    EXPECT_EQ(text(RectangleShape{0.5}), "aspect must be from 1 to 20, not 0.5. ");
    EXPECT_EQ(text(EllipseShape{nan, 5}),
              "aspect must be from 1 to 20, not nan. corners must be from 6 to 1000, not 5. ");
    EXPECT_EQ(text(PolygonShape{}),
              "vertices are no convex outline: a polygon needs at least three vertices, not 0. ");
    EXPECT_THAT(text(PolygonShape{{{0, 0}, {1, 0}, {nan, 1}}}), HasSubstr("vertex 2"));
    EXPECT_THAT(text(PolygonShape{{{0, 0}, {0, 1}, {1, 0}}}), HasSubstr("clockwise"));
    EXPECT_EQ(text(DiscShape{}), "");
}

double perimeter(const ConvexPolygon& polygon) {
    double sum = 0.0;
    for (std::size_t k = 0; k < polygon.size(); ++k)
        sum += length(polygon.vertex((k + 1) % polygon.size()) - polygon.vertex(k));
    return sum;
}

double circularity(const ConvexPolygon& polygon) {
    return 4.0 * std::numbers::pi * polygon.area() / std::pow(perimeter(polygon), 2.0);
}

TEST(RoundedShapes, TendToADiscWithTheLargestRadius) {
    Generator generator(1, "shapes");
    double before = 0.0;
    for (const double share : {0.0, 0.25, 0.5, 0.75, 0.9}) {
        const ConvexPolygon square = draw_polygon(RectangleShape{1.0, share}, 0.01, generator);
        EXPECT_NEAR(equivalent_diameter(square), 0.01, 1e-15);
        // A square with the half side 1 and arcs of the radius r at its corners.
        const double area = 4.0 - (4.0 - std::numbers::pi) * share * share;
        const double outline = 8.0 - (8.0 - 2.0 * std::numbers::pi) * share;
        const double exact = 4.0 * std::numbers::pi * area / (outline * outline);
        EXPECT_NEAR(circularity(square), exact, 0.01) << share;
        EXPECT_GT(circularity(square), before);
        before = circularity(square);
    }
    EXPECT_GT(circularity(draw_polygon(RectangleShape{1.0, 1.0}, 0.01, generator)), 0.97);
}

TEST(RoundedShapes, AreConvexWhateverIsRounded) {
    Generator generator(2, "shapes");
    for (int k = 0; k < 2000; ++k) {
        const double share = generator.unit() + 1e-6;
        const IrregularShape irregular{3, 12, 2.0, share};
        const ConvexPolygon grain = draw_polygon(irregular, 1.0, generator);
        EXPECT_LE(grain.size(), most_corners_of(irregular));
        EXPECT_GT(grain.size(), 5u);
        for (const std::uint32_t corners : {3u, 40u, 300u}) {
            const RegularShape regular{corners, share};
            ASSERT_LE(draw_polygon(regular, 1.0, generator).size(), most_corners_of(regular));
        }
        draw_polygon(RectangleShape{generator.uniform(1.0, 20.0), share}, 1.0, generator);
    }
    const ShapeSpec sharp = RegularShape{3, 1.5};
    EXPECT_EQ(find_errors(sharp)[0].key, "rounded");
}

TEST(MixedShapes, ComeByTheirWeights) {
    const MixedShapes mixture{{{3.0, DiscShape{}}, {1.0, RegularShape{5}}, {2.0, RegularShape{3}}}};
    EXPECT_TRUE(find_errors(ShapeSpec{mixture}).empty());
    EXPECT_EQ(most_corners_of(mixture), 5u);
    Generator generator(3, "shapes");
    std::map<std::size_t, int> counts;
    for (int k = 0; k < 6000; ++k) {
        const geometry::Shape shape = draw_shape(mixture, 1.0, generator);
        const auto* polygon = std::get_if<ConvexPolygon>(&shape);
        ++counts[polygon == nullptr ? 0 : polygon->size()];
        EXPECT_NEAR(equivalent_diameter(shape), 1.0, 1e-14);
    }
    // Four standard deviations of a binomial distribution.
    EXPECT_NEAR(counts[0], 3000, 4.0 * std::sqrt(6000.0 * 0.25));
    EXPECT_NEAR(counts[5], 1000, 4.0 * std::sqrt(1000.0 * 5.0 / 6.0));
    EXPECT_NEAR(counts[3], 2000, 4.0 * std::sqrt(2000.0 * 4.0 / 6.0));
}

TEST(MixedShapes, NameTheEntryThatIsWrong) {
    const auto error = [](const MixedShapes& mixture) {
        const SpecErrors errors = find_errors(ShapeSpec{mixture});
        return errors.empty() ? "nothing" : errors[0].key + ' ' + errors[0].message;
    };
    EXPECT_THAT(error({}), HasSubstr("shapes must be from 1 to 100 shapes, not 0"));
    EXPECT_THAT(error({{{1.0, DiscShape{}}, {1.0, RegularShape{2}}}}),
                HasSubstr("shapes (entry 1) corners must be from 3"));
    EXPECT_THAT(error({{{0.0, DiscShape{}}}}), HasSubstr("(entry 0) weight must be from"));
}

TEST(Descriptors, OfKnownForms) {
    Generator generator(4, "shapes");
    const Descriptors disc = describe(geometry::Disc(0.3));
    EXPECT_EQ(disc.corners, 0u);
    EXPECT_EQ(disc.circularity, 1.0);
    const Descriptors bar = describe(draw_polygon(RectangleShape{3.0}, 0.1, generator));
    EXPECT_EQ(bar.corners, 4u);
    EXPECT_NEAR(bar.aspect, std::sqrt(10.0), 1e-12);  // the diagonal over the short side
    EXPECT_NEAR(bar.elongation, 3.0, 1e-12);
    EXPECT_NEAR(bar.circularity, 4.0 * std::numbers::pi * 3.0 / 64.0, 1e-12);
    const Descriptors triangle = describe(draw_polygon(RegularShape{3}, 2.0, generator));
    EXPECT_NEAR(triangle.aspect, 2.0 / std::sqrt(3.0), 1e-12);  // side over height
    EXPECT_NEAR(triangle.elongation, 1.0, 1e-7);
    for (int k = 0; k < 500; ++k) {
        const ConvexPolygon grain = draw_polygon(IrregularShape{3, 9, 1.5}, 0.01, generator);
        const Descriptors one = describe(grain);
        EXPECT_NEAR(one.elongation, axis_ratio(grain), 1e-9);
        EXPECT_NEAR(one.aspect, feret_ratio(grain), 0.02 * one.aspect);
        EXPECT_NEAR(one.circularity, circularity(grain), 1e-12);
    }
}

}  // namespace
}  // namespace scree::engine

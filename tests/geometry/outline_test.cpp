#include "geometry/outline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "geometry/side.h"
#include "tests/geometry/random_shapes.h"

namespace scree::geometry {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using tests::Random;

using Outline = std::vector<Vec2>;

const Outline square{{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};

/// The message of the InvalidShape that must come.
template <typename Function>
std::string refusal(Function function) {
    try {
        function();
    } catch (const InvalidShape& error) {
        return error.what();
    }
    ADD_FAILURE() << "no InvalidShape was thrown";
    return {};
}

std::string wkt_refusal(std::string_view text) {
    return refusal([&] { from_wkt(text); });
}

/// The outline may start at any vertex.
bool same_ring(Outline one, const Outline& other) {
    for (std::size_t i = 0; i < one.size(); ++i) {
        if (one == other) return true;
        std::rotate(one.begin(), one.begin() + 1, one.end());
    }
    return false;
}

void expect_all_inside(const Outline& hull, const Outline& points, double tolerance) {
    for (const Vec2 p : points)
        for (std::size_t i = 0; i < hull.size(); ++i) {
            const Vec2 edge = hull[(i + 1) % hull.size()] - hull[i];
            EXPECT_GE(cross(edge, p - hull[i]) / length(edge), -tolerance);
        }
}

TEST(ConvexHull, OfASquareWithPointsInsideIsTheSquare) {
    Outline points = square;
    points.push_back({0.5, 0.5});
    points.push_back({0.25, 0.75});
    std::swap(points[1], points[4]);
    EXPECT_TRUE(same_ring(convex_hull(points), square));
}

TEST(ConvexHull, LeavesOutDuplicatesAndPointsOnEdges) {
    Outline points;
    for (int repeat = 0; repeat < 3; ++repeat)
        for (const double x : {0.0, 0.25, 0.5, 1.0})
            for (const double y : {0.0, 0.25, 0.5, 1.0}) points.push_back({x, y});
    EXPECT_TRUE(same_ring(convex_hull(points), square));
}

TEST(ConvexHull, OfRandomPointsIsTheOutlineOfAPolygonThatHoldsThem) {
    Random random(1);
    for (std::size_t round = 0; round < tests::rounds(3000); ++round) {
        const double size = random.log_uniform(1e-9, 1e9);
        const Vec2 far = random.chance(0.3)
                             ? 1e6 * size * Vec2{random.uniform(-1.0, 1.0), random.unit()}
                             : Vec2{};
        const double flatness = random.chance(0.3) ? random.log_uniform(1e-10, 1.0) : 1.0;
        Outline points(random.between(8, 200));
        for (Vec2& p : points)
            p = far + size * Vec2{random.uniform(-1.0, 1.0), flatness * random.uniform(-1.0, 1.0)};
        for (std::size_t i = 0; i < points.size() / 4; ++i)
            points[i] = points[random.below(static_cast<std::uint32_t>(points.size()))];
        Outline hull;
        ASSERT_NO_THROW(hull = convex_hull(points));
        EXPECT_FALSE(find_outline_error(hull));
        for (const Vec2 corner : hull)
            EXPECT_NE(std::find(points.begin(), points.end(), corner), points.end());
        // The tolerance allows for corners that were left out as flat, and for the rounding of this
        // check.
        expect_all_inside(hull, points, 1e-11 * size);
    }
}

TEST(ConvexHull, OfPointsOnACircleKeepsThemAll) {
    for (const std::uint32_t corners : {3u, 17u, 1000u}) {
        const ConvexPolygon polygon = tests::regular_polygon(corners);
        Outline points;
        for (std::size_t i = 0; i < polygon.size(); ++i) points.push_back(polygon.vertex(i));
        Outline shuffled = points;
        Random random(corners);
        for (std::size_t i = shuffled.size(); i > 1; --i)
            std::swap(shuffled[i - 1], shuffled[random.below(static_cast<std::uint32_t>(i))]);
        EXPECT_TRUE(same_ring(convex_hull(shuffled), points)) << corners;
    }
}

TEST(ConvexHull, LeavesOutCornersThatAreNoneToRounding) {
    Random random(2);
    for (std::size_t round = 0; round < tests::rounds(2000); ++round) {
        // Points along the sides of a turned square, off by a few roundings.
        const Transform pose = tests::random_pose(random, 1.0);
        Outline points;
        for (int i = 0; i < 60; ++i) {
            const Vec2 from = square[static_cast<std::size_t>(i % 4)];
            const Vec2 to = square[static_cast<std::size_t>((i + 1) % 4)];
            points.push_back(apply(pose, from + (i < 4 ? 0.0 : random.unit()) * (to - from)));
        }
        const Outline hull = convex_hull(points);
        EXPECT_EQ(hull.size(), 4u);
        EXPECT_FALSE(find_outline_error(hull));
        expect_all_inside(hull, points, 1e-11);
    }
}

TEST(ConvexHull, KeepsSomeCornersOfABendThatIsFlatEverywhere) {
    // A thousand corners on an arc so shallow that each of them is below the tolerance.
    Outline points;
    for (int i = 0; i <= 1000; ++i) {
        const double x = i / 500.0 - 1.0;
        points.push_back({x, 1e-7 * (x * x - 1.0)});
    }
    points.push_back({0.0, 1.0});
    const Outline hull = convex_hull(points);
    EXPECT_FALSE(find_outline_error(hull));
    EXPECT_GT(hull.size(), 50u);
    expect_all_inside(hull, points, 1e-11);
}

TEST(ConvexHull, RefusesPointsWithoutAnArea) {
    const std::string on_a_line = "the points lie on one line: their hull has no area";
    EXPECT_EQ(refusal([] { convex_hull(Outline{}); }), "a hull needs at least three points, not 0");
    EXPECT_EQ(refusal([] { convex_hull(Outline(2)); }),
              "a hull needs at least three points, not 2");
    EXPECT_EQ(refusal([] {
                  convex_hull(Outline{{0.0, 0.0}, {1.0, 1.0}, {2.0, 2.0}, {5.0, 5.0}});
              }),
              on_a_line);
    EXPECT_EQ(refusal([] { convex_hull(Outline{{0.0, 0.0}, {0.0, 0.0}, {2.0, 1.0}}); }), on_a_line);
    EXPECT_EQ(refusal([] {
                  convex_hull(Outline{{0.0, 0.0}, {1.0, 1e-13}, {2.0, 0.0}});
              }),
              on_a_line);
    EXPECT_EQ(refusal([] {
                  convex_hull(Outline(5, {3.0, 4.0}));
              }),
              "the polygon is smaller than 1e-60 or larger than 1e60");
}

TEST(ConvexHull, RefusesCoordinatesThatAreNoNumbersAndNamesThem) {
    Outline points = square;
    points[2].y = std::numeric_limits<double>::quiet_NaN();
    try {
        convex_hull(points);
        ADD_FAILURE();
    } catch (const InvalidShape& error) {
        EXPECT_STREQ(error.what(), "vertex 2 has a coordinate that is not a finite number");
        EXPECT_EQ(error.vertex(), 2u);
    }
}

TEST(ConvexHull, RefusesPointsTooFarApartForTheirProducts) {
    EXPECT_EQ(refusal([] {
                  convex_hull(Outline{{0.0, 0.0}, {1e200, 0.0}, {0.0, 1e200}});
              }),
              "the polygon is smaller than 1e-60 or larger than 1e60");
}

TEST(Wkt, OfASquareReadsAsExpected) {
    EXPECT_EQ(to_wkt(ConvexPolygon(square), {{1.0, 1.0}, {}}),
              "POLYGON((0.5 0.5,1.5 0.5,1.5 1.5,0.5 1.5,0.5 0.5))");
}

bool same_bits(const Outline& one, const Outline& other) {
    const auto same = [](Vec2 v, Vec2 w) {
        return std::bit_cast<std::uint64_t>(v.x) == std::bit_cast<std::uint64_t>(w.x) &&
               std::bit_cast<std::uint64_t>(v.y) == std::bit_cast<std::uint64_t>(w.y);
    };
    return std::equal(one.begin(), one.end(), other.begin(), other.end(), same);
}

TEST(Wkt, RoundTripKeepsEveryBit) {
    Random random(3);
    for (std::size_t round = 0; round < tests::rounds(2000); ++round) {
        const double size = random.log_uniform(1e-9, 1e9);
        const ConvexPolygon unit = random.chance(0.7)
                                       ? tests::any_polygon(random)
                                       : tests::sliver(random, random.log_uniform(1.0, 1e6));
        Outline outline;
        for (std::size_t i = 0; i < unit.size(); ++i) outline.push_back(size * unit.vertex(i));
        const ConvexPolygon polygon(outline);
        Transform pose = tests::random_pose(random, size * random.log_uniform(1e-3, 1e6));
        if (random.chance(0.2)) pose = {};
        Outline expected;
        for (std::size_t i = 0; i < polygon.size(); ++i)
            expected.push_back(apply(pose, polygon.vertex(i)));
        // Far away the corners of a sliver can drown in the rounding of the coordinates.
        if (find_outline_error(expected)) continue;
        EXPECT_TRUE(same_bits(from_wkt(to_wkt(polygon, pose)), expected));
    }
}

TEST(Wkt, KeepsTheSignOfZero) {
    const Outline read = from_wkt("POLYGON((-0 0,1 0,1 1,-0 0))");
    EXPECT_TRUE(std::signbit(read[0].x));
    EXPECT_FALSE(std::signbit(read[0].y));
}

TEST(Wkt, IsReadWithAnyCaseAndBlanks) {
    for (const char* text :
         {"POLYGON((0 0,1 0,1 1,0 1,0 0))", "polygon((0 0,1 0,1 1,0 1,0 0))",
          "  POLYGON  (  ( 0   0 , 1 0.0 , 1e0 1, 0 10e-1 , 0 0 ) )  ",
          "POLYGON\n((0 0,\n\t1 0,\r\n 1 1, 0\t1, 0 0))\n", "POLYGON((0 0,+1 0,1 1,0 1,0 0))"})
        EXPECT_EQ(from_wkt(text), square) << text;
}

TEST(Wkt, ClockwiseOutlinesAreTurnedAndKeepTheirFirstVertex) {
    EXPECT_EQ(from_wkt("POLYGON((0 0,0 1,1 1,1 0,0 0))"), square);
}

TEST(Wkt, OutlinesThatAreNotClosedAreTakenAsMeant) {
    EXPECT_EQ(from_wkt("POLYGON((0 0,1 0,1 1,0 1))"), square);
}

TEST(Wkt, OutlinesThatAreValidButNotConvexAreLeftToThePolygon) {
    const Outline arrow = from_wkt("POLYGON((0 0,2 0,1 0.5,2 2,0 2,0 0))");
    EXPECT_EQ(arrow.size(), 5u);
    EXPECT_EQ(refusal([&] { ConvexPolygon{arrow}; }),
              "the outline is not convex: it turns right at vertex 2");
}

TEST(Wkt, HolesAreRefused) {
    EXPECT_EQ(wkt_refusal("POLYGON((0 0,9 0,9 9,0 9,0 0),(1 1,1 2,2 2,2 1,1 1))"),
              "the polygon has holes");
}

TEST(Wkt, NothingIsRefused) {
    EXPECT_EQ(wkt_refusal("POLYGON EMPTY"), "the polygon is empty");
    EXPECT_EQ(wkt_refusal("POLYGON()"), "the polygon is empty");
    EXPECT_EQ(wkt_refusal("POLYGON(())"), "the polygon is empty");
    EXPECT_THAT(wkt_refusal(""), StartsWith("the text is no WKT polygon"));
    EXPECT_THAT(wkt_refusal("   "), StartsWith("the text is no WKT polygon"));
}

TEST(Wkt, OtherGeometriesAreRefused) {
    for (const char* text :
         {"MULTIPOLYGON(((0 0,1 0,1 1,0 0)))", "POINT(1 2)", "LINESTRING(0 0,1 1,0 1,0 0)",
          "POLYGON Z((0 0 0,1 0 0,1 1 0,0 0 0))", "BOX(0 0,1 1)", "POLYGONS((0 0,1 0,1 1,0 0))"})
        EXPECT_THAT(wkt_refusal(text), StartsWith("the text is no WKT polygon")) << text;
}

TEST(Wkt, JunkIsRefusedAndQuoted) {
    const std::string start = "the text is no WKT polygon, POLYGON((x y, x y, ...)): ";
    for (const char* text :
         {"POLYGON", "POLYGON((", "POLYGON((0 0,1 0,1 1,0 1,0 0)", "POLYGON((0 0,1 0,1 1)) junk",
          "POLYGON((0 0,1 0,x 1,0 1,0 0))", "POLYGON((0 0,1 0,1 1e,0 1,0 0))",
          "POLYGON((0 0,1 0,1 1,0 1,0 0)))", "POLYGON(0 0,1 0,1 1)", "hello", ")))(((", "\xff\xfe",
          "POLYGON((0 0;1 0;1 1))", "POLYGON((0x1 0,1 0,1 1))"})
        EXPECT_THAT(wkt_refusal(text), StartsWith(start)) << text;
    EXPECT_THAT(wkt_refusal("POLYGON((0 0,1 0,twelve 1,0 1,0 0))"), HasSubstr("twelve"));
}

TEST(Wkt, PointsMustHaveTwoCoordinates) {
    const std::string message =
        "the text is no WKT polygon, POLYGON((x y, x y, ...)): every vertex must have two "
        "coordinates";
    EXPECT_EQ(wkt_refusal("POLYGON((0 0 5,1 0 5,1 1 5,0 0 5))"), message);
    EXPECT_EQ(wkt_refusal("POLYGON((0 0,1,1 1,0 1,0 0))"), message);
    EXPECT_EQ(wkt_refusal("POLYGON((0 0 1 0 1 1 0 1))"), message);
    EXPECT_EQ(wkt_refusal("POLYGON((0 0,1 0,,1 1,0 1,0 0))"), message);
}

TEST(Wkt, NumbersMustBeFinite) {
    EXPECT_EQ(wkt_refusal("POLYGON((0 0,1 nan,1 1,0 1,0 0))"),
              "vertex 1 has a coordinate that is not a finite number");
    EXPECT_EQ(wkt_refusal("POLYGON((0 0,1 0,inf 1,0 1,0 0))"),
              "vertex 2 has a coordinate that is not a finite number");
    EXPECT_THAT(wkt_refusal("POLYGON((0 0,1 0,1e999 1,0 1,0 0))"),
                StartsWith("the text is no WKT polygon"));
    EXPECT_EQ(wkt_refusal("POLYGON((0 0,1e300 0,1 1e300,0 0))"),
              "the polygon is smaller than 1e-60 or larger than 1e60");
}

TEST(Wkt, OutlinesThatCrossThemselvesAreRefused) {
    for (const char* text :
         {"POLYGON((0 0,2 2,2 0,0 2,0 0))", "POLYGON((0 0,1 1,2 2,0 0))", "POLYGON((0 0,1 1,0 0))",
          "POLYGON((1 2))", "POLYGON((0 0,4 0,4 4,2 -1,0 4,0 0))"})
        EXPECT_THAT(wkt_refusal(text), ::testing::AnyOf(StartsWith("the outline is not valid: "),
                                                        StartsWith("the polygon is smaller")))
            << text;
}

TEST(Wkt, HugeTextsOfJunkEndQuicklyWithAShortMessage) {
    constexpr std::size_t size = 1u << 20;
    std::string points = "POLYGON((";
    for (int i = 0; i < 40'000; ++i) points += std::to_string(i * 7919 % 1000) + " 1,";
    std::string letters = "POLYGON((0 0,";
    for (const std::string& text :
         {std::string(size, '('), "POLYGON" + std::string(size, '('), std::string(size, 'x'),
          letters + std::string(size, 'x'), "POLYGON((" + std::string(size, ','),
          "POLYGON((0 0,1 " + std::string(size, '9') + ",1 1))", std::string(size, '\0'),
          "POLYGON((" + std::string(size, ' '), points, points + "0 0))"}) {
        const std::string message = wkt_refusal(text);
        EXPECT_LT(message.size(), 300u);
        EXPECT_FALSE(message.empty());
    }
}

TEST(Wkt, RandomChangesNeverDoMoreThanThrowInvalidShape) {
    Random random(4);
    constexpr std::string_view characters = "POLYGN((()),, 0123456789.-+eEZM\n\tinfa";
    for (std::size_t round = 0; round < tests::rounds(20'000); ++round) {
        std::string text = to_wkt(tests::any_polygon(random, 6));
        for (std::uint32_t changes = random.between(1, 4); changes > 0; --changes) {
            const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
            const char c = characters[random.below(static_cast<std::uint32_t>(characters.size()))];
            switch (random.below(3)) {
                case 0:
                    text[at] = c;
                    break;
                case 1:
                    text.insert(at, 1, c);
                    break;
                default:
                    text.erase(at, 1);
                    break;
            }
        }
        try {
            EXPECT_GE(from_wkt(text).size(), 1u);
        } catch (const InvalidShape&) {
        }
    }
}

}  // namespace
}  // namespace scree::geometry

#include "geometry/convex_polygon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "geometry/tolerances.h"

namespace scree::geometry {
namespace {

using Outline = std::vector<Vec2>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

const Outline square{{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};

Outline scaled(Outline outline, double factor) {
    for (Vec2& v : outline) v = factor * v;
    return outline;
}

/// Every n-th multiple of the turn by 2 pi step / corners: for step > 1 a star.
Outline star(int corners, int step) {
    Outline outline;
    for (int i = 0; i < corners; ++i) {
        const double angle = 2.0 * std::numbers::pi * step * i / corners;
        outline.push_back({std::cos(angle), std::sin(angle)});
    }
    return outline;
}

void expect_error(const Outline& outline, const std::string& message,
                  std::optional<std::size_t> vertex) {
    const auto error = find_outline_error(outline);
    ASSERT_TRUE(error) << "expected: " << message;
    EXPECT_EQ(error->message, message);
    EXPECT_EQ(error->vertex, vertex);
    try {
        const ConvexPolygon polygon(outline);
        ADD_FAILURE() << "made a polygon of: " << message;
    } catch (const InvalidShape& thrown) {
        EXPECT_EQ(thrown.what(), message);
        EXPECT_EQ(thrown.vertex(), vertex);
    }
}

TEST(OutlineError, NoneForATriangleAndASquare) {
    EXPECT_FALSE(find_outline_error(square));
    EXPECT_FALSE(find_outline_error(Outline{{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}}));
}

TEST(OutlineError, CountsTooFewVertices) {
    expect_error({}, "a polygon needs at least three vertices, not 0", std::nullopt);
    expect_error({{0.0, 0.0}}, "a polygon needs at least three vertices, not 1", std::nullopt);
    expect_error({{0.0, 0.0}, {1.0, 0.0}}, "a polygon needs at least three vertices, not 2",
                 std::nullopt);
}

TEST(OutlineError, CountsTooManyVertices) {
    expect_error(star(32768, 1), "a polygon may have at most 32767 vertices, not 32768",
                 std::nullopt);
}

TEST(OutlineError, NamesTheFirstCoordinateThatIsNoNumber) {
    for (const double bad : {nan, infinity, -infinity})
        for (std::size_t i = 0; i < 4; ++i) {
            const std::string message =
                "vertex " + std::to_string(i) + " has a coordinate that is not a finite number";
            Outline outline = square;
            outline[i].x = bad;
            outline[3].y = nan;
            expect_error(outline, message, i);
            outline = square;
            outline[i].y = bad;
            expect_error(outline, message, i);
        }
}

TEST(OutlineError, SaysWhenTheVerticesRunClockwise) {
    Outline outline = square;
    std::reverse(outline.begin(), outline.end());
    expect_error(outline, "the vertices run clockwise; list them counter-clockwise", 0);
}

TEST(OutlineError, NamesAVertexThatIsThereTwice) {
    for (std::size_t i = 0; i < 4; ++i) {
        Outline outline = square;
        outline.insert(outline.begin() + static_cast<std::ptrdiff_t>(i), square[i]);
        expect_error(outline,
                     "vertex " + std::to_string(i) + " and the next one are the same point", i);
    }
}

TEST(OutlineError, NamesTheLastVertexOfAnOutlineThatIsClosed) {
    Outline outline = square;
    outline.push_back(square.front());
    expect_error(outline, "vertex 4 and the next one are the same point", 4);
}

TEST(OutlineError, NamesAVertexOnTheLineThroughItsNeighbours) {
    for (std::size_t i = 0; i < 4; ++i) {
        Outline outline = square;
        const Vec2 middle = 0.5 * (square[i] + square[(i + 1) % 4]);
        outline.insert(outline.begin() + static_cast<std::ptrdiff_t>(i) + 1, middle);
        expect_error(outline,
                     "no corner at vertex " + std::to_string(i + 1) +
                         ": it lies on the line through its neighbours; leave it out",
                     i + 1);
    }
}

TEST(OutlineError, NamesAVertexThatStandsOutByNoMoreThanRounding) {
    const auto with_bump = [](double height) {
        return Outline{{0.0, 0.0}, {0.5, -height}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};
    };
    expect_error(with_bump(0.9e-12),
                 "no corner at vertex 1: it lies on the line through its neighbours; leave it out",
                 1);
    EXPECT_FALSE(find_outline_error(with_bump(1.1e-12)));
    EXPECT_FALSE(find_outline_error(scaled(with_bump(1.1e-12), 1e-9)));
    EXPECT_TRUE(find_outline_error(scaled(with_bump(0.9e-12), 1e9)));
}

TEST(OutlineError, NamesACollinearTriangle) {
    expect_error({{0.0, 0.0}, {1.0, 1.0}, {2.0, 2.0}},
                 "no corner at vertex 0: it lies on the line through its neighbours; leave it out",
                 0);
}

TEST(OutlineError, NamesTheFirstVertexWhereTheOutlineTurnsRight) {
    expect_error({{0.0, 0.0}, {2.0, 0.0}, {1.0, 0.5}, {2.0, 2.0}, {0.0, 2.0}},
                 "the outline is not convex: it turns right at vertex 2", 2);
    expect_error({{1.0, 0.5}, {2.0, 0.0}, {2.0, 2.0}, {0.0, 2.0}, {0.0, 0.0}},
                 "the outline is not convex: it turns right at vertex 0", 0);
}

TEST(OutlineError, FindsStarsThatTurnLeftAtEveryCorner) {
    expect_error(star(5, 2),
                 "the outline goes round more than once: it crosses itself before vertex 3", 3);
    for (const int corners : {7, 9, 11, 101})
        for (int step = 2; 2 * step < corners; ++step) {
            const auto error = find_outline_error(star(corners, step));
            ASSERT_TRUE(error) << corners << ' ' << step;
            EXPECT_TRUE(error->message.starts_with("the outline goes round more than once"))
                << error->message;
            EXPECT_TRUE(error->vertex);
        }
}

TEST(OutlineError, FindsAnOutlineThatGoesRoundTwice) {
    Outline twice = square;
    twice.insert(twice.end(), square.begin(), square.end());
    const auto error = find_outline_error(twice);
    ASSERT_TRUE(error);
    EXPECT_TRUE(error->message.starts_with("the outline goes round more than once"));
}

TEST(OutlineError, FindsABowTie) {
    EXPECT_TRUE(find_outline_error(Outline{{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}, {1.0, 1.0}}));
    EXPECT_TRUE(find_outline_error(Outline{{0.0, 0.0}, {1.0, 1.0}, {1.0, 0.0}, {0.0, 1.0}}));
}

TEST(OutlineError, LimitsTheSize) {
    const std::string message = "the polygon is smaller than 1e-60 or larger than 1e60";
    expect_error(scaled(square, 0.9e-60), message, std::nullopt);
    expect_error(scaled(square, 1.1e60), message, std::nullopt);
    expect_error(scaled(square, 1e300), message, std::nullopt);
    expect_error(scaled(square, 0.0), message, std::nullopt);
    expect_error({{-1e308, 0.0}, {1e308, 0.0}, {0.0, 1.0}}, message, std::nullopt);
    EXPECT_FALSE(find_outline_error(scaled(square, 1.1e-60)));
    EXPECT_FALSE(find_outline_error(scaled(square, 0.9e60)));
}

TEST(OutlineError, OutlinesOfEveryAllowedNumberOfCornersPass) {
    for (const int corners : {3, 4, 5, 64, 1000, 32767})
        EXPECT_FALSE(find_outline_error(star(corners, 1))) << corners;
}

}  // namespace
}  // namespace scree::geometry

#include "geometry/side.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "tests/geometry/oracle.h"
#include "tests/geometry/random_shapes.h"

namespace scree::geometry {
namespace {

using tests::Quad;
using tests::Random;

__extension__ typedef __int128 Int128;

int sign(double value) { return (value > 0.0) - (value < 0.0); }

/// The obvious formula, which the exact one is to beat.
double naive_side(Vec2 p, Vec2 q, Vec2 r) { return cross(r - q, p - q); }

/// Coordinates that are multiples of 2^-52 and below 2^6 in size are integers after this.
Int128 integer(double coordinate) { return static_cast<Int128>(std::llrint(coordinate * 0x1p52)); }

int true_sign(Vec2 p, Vec2 q, Vec2 r) {
    const Int128 left = (integer(r.x) - integer(q.x)) * (integer(p.y) - integer(q.y));
    const Int128 right = (integer(r.y) - integer(q.y)) * (integer(p.x) - integer(q.x));
    return (left > right) - (left < right);
}

TEST(Side, IsPositiveOnTheLeftAndTwiceTheArea) {
    EXPECT_EQ(side({0.0, 1.0}, {0.0, 0.0}, {1.0, 0.0}), 1.0);
    EXPECT_EQ(side({0.0, -1.0}, {0.0, 0.0}, {1.0, 0.0}), -1.0);
    EXPECT_EQ(side({3.0, 0.0}, {0.0, 0.0}, {1.0, 0.0}), 0.0);
    EXPECT_EQ(side({1.0, 2.0}, {4.0, 6.0}, {4.0, 6.0}), 0.0);
}

TEST(Side, SignIsExactOnAFineGridByALine) {
    // Kettner and others 2008, figure 2: a patch of neighbouring doubles about (0.5, 0.5), against
    // the diagonal through (12, 12) and (24, 24). Its steps are 2^-52 here.
    const Vec2 q{12.0, 12.0};
    const Vec2 r{24.0, 24.0};
    int naive_errors = 0;
    for (int i = 0; i < 256; ++i)
        for (int j = 0; j < 256; ++j) {
            const Vec2 p{0.5 + i * 0x1p-52, 0.5 + j * 0x1p-52};
            const int expected = (j > i) - (j < i);
            EXPECT_EQ(true_sign(p, q, r), expected);
            EXPECT_EQ(sign(side(p, q, r)), expected) << i << ' ' << j;
            naive_errors += sign(naive_side(p, q, r)) != expected;
        }
    // Otherwise the patch would show nothing.
    EXPECT_GT(naive_errors, 1000);
}

TEST(Side, SignIsExactForPointsThatAreNearlyOnALine) {
    Random random(1);
    int naive_errors = 0;
    int on_the_line = 0;
    for (std::size_t round = 0; round < tests::rounds(200'000); ++round) {
        const auto coordinate = [&] { return random.uniform(1.0, 2.0); };
        const Vec2 q{coordinate(), coordinate()};
        const Vec2 r{coordinate(), coordinate()};
        const double share = random.unit();
        const Vec2 on_line = q + share * (r - q);
        const auto jitter = [&] { return (random.below(5) - 2.0) * 0x1p-52; };
        const Vec2 p{std::round((on_line.x + jitter()) * 0x1p52) * 0x1p-52,
                     std::round((on_line.y + jitter()) * 0x1p52) * 0x1p-52};
        const int expected = true_sign(p, q, r);
        ASSERT_EQ(sign(side(p, q, r)), expected);
        naive_errors += sign(naive_side(p, q, r)) != expected;
        on_the_line += expected == 0;
    }
    // Differences of such close numbers are exact; only the products round.
    EXPECT_GT(naive_errors, 0);
    RecordProperty("naive_errors", naive_errors);
    RecordProperty("on_the_line", on_the_line);
}

TEST(Side, ZeroMeansExactlyOnTheLine) {
    Random random(2);
    for (std::size_t round = 0; round < tests::rounds(50'000); ++round) {
        // Few digits, so that the point on the line is exact.
        const auto coordinate = [&] { return random.between(0, 1u << 20) * 0x1p-18; };
        const Vec2 q{coordinate(), coordinate()};
        const Vec2 d{coordinate(), coordinate()};
        const double share = random.between(0, 1000);
        const Vec2 p = q + share * d;
        ASSERT_EQ(side(p, q, q + d), 0.0);
        if (d.x > 0.0) {
            EXPECT_GT(side({p.x, std::nextafter(p.y, 1e9)}, q, q + d), 0.0);
            EXPECT_LT(side({p.x, std::nextafter(p.y, -1e9)}, q, q + d), 0.0);
        }
    }
}

TEST(Side, EveryOrderOfThePointsTellsTheSameStory) {
    Random random(3);
    for (std::size_t round = 0; round < tests::rounds(50'000); ++round) {
        const Vec2 q{random.uniform(1.0, 2.0), random.uniform(1.0, 2.0)};
        const Vec2 r{random.uniform(1.0, 2.0), random.uniform(1.0, 2.0)};
        const Vec2 p = q + random.unit() * (r - q);
        const int s = sign(side(p, q, r));
        EXPECT_EQ(sign(side(q, r, p)), s);
        EXPECT_EQ(sign(side(r, p, q)), s);
        EXPECT_EQ(sign(side(p, r, q)), -s);
        EXPECT_EQ(sign(side(r, q, p)), -s);
        EXPECT_EQ(sign(side(q, p, r)), -s);
    }
}

TEST(Side, ScaledByAPowerOfTwoHasTheSameBitsScaled) {
    Random random(4);
    for (std::size_t round = 0; round < tests::rounds(20'000); ++round) {
        const Vec2 q{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
        const Vec2 r{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
        const Vec2 p = random.chance(0.5)
                           ? q + random.unit() * (r - q)
                           : Vec2{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
        const double value = side(p, q, r);
        for (const int exponent : {-190, -20, 1, 190}) {
            const double factor = std::ldexp(1.0, exponent);
            EXPECT_EQ(side(factor * p, factor * q, factor * r), std::ldexp(value, 2 * exponent));
        }
    }
}

Quad quad_side(Vec2 p, Vec2 q, Vec2 r) {
    return (static_cast<Quad>(r.x) - q.x) * (static_cast<Quad>(p.y) - q.y) -
           (static_cast<Quad>(r.y) - q.y) * (static_cast<Quad>(p.x) - q.x);
}

TEST(Side, ValueIsCorrectToTheRoundingOfItsTwoProducts) {
    Random random(5);
    for (std::size_t round = 0; round < tests::rounds(50'000); ++round) {
        const Vec2 q{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
        const Vec2 r{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
        const double share = random.unit();
        const double off = random.log_uniform(1e-17, 1.0);
        const Vec2 p = q + share * (r - q) + off * Vec2{random.unit(), random.unit()};
        const double left = std::abs((r.x - q.x) * (p.y - q.y));
        const double right = std::abs((r.y - q.y) * (p.x - q.x));
        const Quad truth = quad_side(p, q, r);
        const double error = std::abs(static_cast<double>(side(p, q, r) - truth));
        EXPECT_LE(error, 4.0 * tolerance::rounding * (left + right));
        const double exact_error = std::abs(static_cast<double>(exact_side(p, q, r) - truth));
        EXPECT_LE(exact_error, 2.0 * tolerance::rounding * std::abs(static_cast<double>(truth)));
    }
}

TEST(Side, SignIsExactForCoordinatesOfVeryDifferentSizes) {
    // A long way from the origin, and a grain beside a wall a million times its size.
    EXPECT_GT(side({0.0, 1e-30}, {-1e20, 0.0}, {1e20, 0.0}), 0.0);
    EXPECT_LT(side({1e10, -1e-40}, {-1e20, 0.0}, {1e20, 0.0}), 0.0);
    EXPECT_EQ(side({1e10, 0.0}, {-1e20, 0.0}, {1e20, 0.0}), 0.0);
    EXPECT_GT(side({0.0, std::nextafter(1.0, 2.0)}, {-1e15, 1.0}, {1e15, 1.0}), 0.0);
    EXPECT_EQ(side({0.1, 0.1}, {1e15, 1e15}, {-3e14, -3e14}), 0.0);
    EXPECT_NE(side({0.1, std::nextafter(0.1, 1.0)}, {1e15, 1e15}, {-3e14, -3e14}), 0.0);
}

TEST(Side, OneRuleIsHalfOpenEachWay) {
    EXPECT_TRUE(inside_b(0.0));
    EXPECT_TRUE(inside_b(1e-300));
    EXPECT_FALSE(inside_b(-1e-300));
    EXPECT_FALSE(inside_a(0.0));
    EXPECT_TRUE(inside_a(1e-300));
    EXPECT_FALSE(inside_a(-1e-300));
}

}  // namespace
}  // namespace scree::geometry

#include <gtest/gtest.h>

#include "tests/geometry/disc_cases.h"

namespace scree::geometry {
namespace {

using namespace discs;

TEST(Disc, KnowsItsMeasures) {
    const Disc disc(2.0);
    EXPECT_EQ(disc.radius(), 2.0);
    EXPECT_EQ(disc.inradius(), 2.0);
    EXPECT_EQ(disc.diameter(), 4.0);
    EXPECT_DOUBLE_EQ(disc.area(), 4.0 * pi);
    EXPECT_DOUBLE_EQ(disc.second_moment(), 8.0 * pi);
}

TEST(Disc, RefusesARadiusThatIsNone) {
    for (const double radius :
         {0.0, -1.0, -0.0, 0.4e-60, 0.6e60, std::numeric_limits<double>::quiet_NaN(),
          std::numeric_limits<double>::infinity()}) {
        try {
            const Disc disc(radius);
            ADD_FAILURE() << radius;
        } catch (const InvalidShape& error) {
            EXPECT_STREQ(error.what(),
                         "the radius of a disc must be a positive number, and its diameter "
                         "between 1e-60 and 1e60");
            EXPECT_FALSE(error.vertex());
        }
    }
    EXPECT_NO_THROW(Disc(0.6e-60));
    EXPECT_NO_THROW(Disc(0.4e60));
}

// The oracle itself: known areas first.

TEST(DiscOracle, KnowsHalfAndQuarterDiscs) {
    const ConvexPolygon square = tests::rectangle(4.0, 4.0);
    const DiscTruth half = find_truth(square, {}, 1.0, {2.0, 0.0});
    EXPECT_NEAR(half.area, pi / 2.0, 1e-15);
    EXPECT_NEAR(half.chord, 2.0, 1e-15);
    expect_near(half.centroid, {2.0 - 4.0 / (3.0 * pi), 0.0}, 1e-15);
    expect_near(half.normal, {1.0, 0.0}, 1e-15);
    const DiscTruth quarter = find_truth(square, {}, 1.0, {2.0, 2.0});
    EXPECT_NEAR(quarter.area, pi / 4.0, 1e-15);
    expect_near(quarter.midpoint, {1.5, 1.5}, 1e-15);
    EXPECT_NEAR(find_truth(square, {}, 1.0, {0.5, 0.5}).area, pi, 1e-15);
    EXPECT_NEAR(find_truth(square, {}, 3.0, {0.1, 0.1}).area, 16.0, 1e-14);
    EXPECT_NEAR(find_truth(square, {}, 1.0, {5.0, 6.0}).distance, 4.0, 1e-15);
}

TEST(DiscOracle, LiesBetweenPolygonsInsideAndAroundTheDisc) {
    Random random(1);
    constexpr std::uint32_t corners = 400;
    int overlaps = 0;
    for (int round = 0; round < 40; ++round) {
        const ConvexPolygon polygon = tests::any_polygon(random, 12);
        const double radius = random.log_uniform(0.2, 5.0);
        const double away = random.uniform(0.0, 1.0 + radius);
        const Vec2 position = away * unit_vector(random.angle());
        const DiscTruth truth = find_truth(polygon, {}, radius, position);
        const auto area_with = [&](double size) {
            const ConvexPolygon ring = tests::regular_polygon(corners, size);
            return tests::find_truth(polygon, {}, ring, at(position)).common.area;
        };
        EXPECT_GE(truth.area, area_with(radius) * (1.0 - 1e-12));
        EXPECT_LE(truth.area, area_with(radius / std::cos(pi / corners)) * (1.0 + 1e-12));
        overlaps += truth.overlap;
    }
    EXPECT_GT(overlaps, 20);
}

TEST(DiscOracle, OfTwoDiscsLiesBetweenPolygonsToo) {
    constexpr std::uint32_t corners = 300;
    for (const double distance : {0.3, 0.9, 1.0, 1.4}) {
        const DiscTruth truth = find_truth(1.0, {}, 0.5, {distance, 0.0});
        const auto polygon = tests::regular_polygon(corners, 1.0);
        const auto wider = tests::regular_polygon(corners, 1.0 / std::cos(pi / corners));
        EXPECT_GE(truth.area, find_truth(polygon, {}, 0.5, {distance, 0.0}).area * (1.0 - 1e-12));
        EXPECT_LE(truth.area, find_truth(wider, {}, 0.5, {distance, 0.0}).area * (1.0 + 1e-12));
    }
}

// Two discs.

TEST(DiscDisc, ApartGivesTheGapOnTheLineOfCentres) {
    const Apart apart =
        apart_of(proximity(Disc(1.0), at({10.0, 20.0}), Disc(2.0), at({13.0, 24.0})));
    EXPECT_DOUBLE_EQ(apart.distance, 2.0);
    expect_near(apart.on_a, {0.6, 0.8}, 1e-15);
    expect_near(apart.on_b, {1.8, 2.4}, 1e-15);
    EXPECT_EQ(apart.a, Feature::vertex(0));
    EXPECT_EQ(apart.b, Feature::vertex(0));
}

TEST(DiscDisc, TouchingInOnePointIsAContactWithoutArea) {
    const Overlap overlap = overlap_of(proximity(Disc(1.0), {}, Disc(2.0), at({0.0, 3.0})));
    EXPECT_TRUE(overlap.touching());
    EXPECT_EQ(overlap.chord, 0.0);
    expect_near(overlap.midpoint, {0.0, 1.0}, 1e-15);
    expect_near(overlap.centroid, {0.0, 1.0}, 1e-15);
    expect_near(overlap.normal, {0.0, 1.0}, 1e-15);
}

TEST(DiscDisc, OneInsideTheOtherIsSwallowed) {
    for (const double distance : {0.0, 1e-9, 0.5, 1.0}) {
        const Overlap overlap =
            overlap_of(proximity(Disc(2.0), {}, Disc(1.0), at({distance, 0.0})));
        EXPECT_TRUE(overlap.swallowed);
        EXPECT_DOUBLE_EQ(overlap.area, pi);
        EXPECT_DOUBLE_EQ(overlap.chord, 2.0);
        expect_near(overlap.centroid, {distance, 0.0}, 1e-15);
        EXPECT_EQ(overlap.midpoint, overlap.centroid);
        // Without a line of centres: up, the lower id down.
        EXPECT_EQ(overlap.normal, distance > 0.0 ? (Vec2{1.0, 0.0}) : (Vec2{0.0, 1.0}));
    }
    EXPECT_TRUE(overlap_of(proximity(Disc(1.0), {}, Disc(1.0), {})).swallowed);
}

TEST(DiscDisc, AreaGrowsWithThePowerThreeHalvesOfTheDepth) {
    // The lens is two parabola segments: (2/3) chord depth, chord = 2 sqrt(2 R* depth) with the
    // reduced radius R* = ra rb / (ra + rb). This is (4/3) sqrt(R) depth^1.5 with R = 2 R*, which
    // is the radius itself for equal discs.
    for (const auto& [ra, rb] : {std::pair{1.0, 1.0}, {1.0, 3.0}, {0.01, 5.0}}) {
        const double r = 2.0 * ra * rb / (ra + rb);
        for (const double share : {1e-3, 1e-5, 1e-7, 1e-9}) {
            const double depth = share * std::min(ra, rb);
            const double d = ra + rb - depth;
            // The depth that belongs to the rounded distance.
            const double true_depth = static_cast<double>(tests::Quad(ra) + rb - d);
            const Overlap overlap = overlap_of(proximity(Disc(ra), {}, Disc(rb), at({d, 0.0})));
            const double law = 4.0 / 3.0 * std::sqrt(r) * std::pow(true_depth, 1.5);
            const double rounding = 4.0 * 0x1p-53 * (ra + rb) / true_depth;
            EXPECT_NEAR(overlap.area / law, 1.0, 2.0 * share + rounding) << ra << ' ' << rb;
        }
    }
}

void compare_random_discs(Random& random, std::size_t rounds) {
    std::size_t overlaps = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        const double ra = random.log_uniform(0.01, 1.0);
        const double rb = random.log_uniform(0.01, 1.0);
        const double smaller = std::min(ra, rb);
        double depth = smaller * random.log_uniform(1e-6, 1.0);
        if (random.chance(0.1)) depth *= 2.0;
        if (random.chance(0.5)) depth = -depth;
        const double spread = random.chance(0.3) ? 1e6 : 1.0;
        const Vec2 position_a{random.uniform(-spread, spread), random.uniform(-spread, spread)};
        const Vec2 position_b = position_a + (ra + rb - depth) * unit_vector(random.angle());
        const DiscTruth truth = find_truth(ra, position_a, rb, position_b);
        const Proximity answer = proximity(Disc(ra), at(position_a), Disc(rb), at(position_b));
        const Tolerances allowed = tolerances(truth, 2.0 * ra, 2.0 * rb, spread);
        ASSERT_EQ(std::holds_alternative<Overlap>(answer), truth.overlap);
        overlaps += truth.overlap;
        if (truth.overlap) {
            expect_same_contact(std::get<Overlap>(answer), truth, allowed, smaller);
        } else {
            const Apart& apart = std::get<Apart>(answer);
            EXPECT_NEAR(apart.distance, truth.distance, allowed.distance);
            EXPECT_NEAR(length(apart.on_b - apart.on_a), apart.distance, allowed.distance);
            EXPECT_NEAR(length(apart.on_a), ra, allowed.distance);
        }
        if (::testing::Test::HasFailure()) {
            ADD_FAILURE() << "round " << round << ": radii " << ra << ' ' << rb << ", depth "
                          << depth;
            return;
        }
    }
    EXPECT_GT(overlaps, rounds * 3 / 10);
    EXPECT_LT(overlaps, rounds * 7 / 10);
}

TEST(DiscDisc, RandomPairsMatchTheOracle) {
    Random random(2);
    compare_random_discs(random, tests::rounds(20'000));
}

TEST(SlowDiscDisc, AMillionRandomPairsMatchTheOracle) {
    Random random(3);
    compare_random_discs(random, tests::rounds(1'000'000));
}

TEST(DiscDisc, ExchangedGivesTheMirroredAnswer) {
    Random random(4);
    for (int round = 0; round < 1000; ++round) {
        const Disc a(random.log_uniform(0.01, 1.0));
        const Disc b(random.log_uniform(0.01, 1.0));
        const double d = (a.radius() + b.radius()) * random.uniform(0.0, 1.5);
        const Vec2 centres = d * unit_vector(random.angle());
        const Proximity one = proximity(a, {}, b, at(centres));
        const Proximity other = proximity(b, at(centres), a, {});
        ASSERT_EQ(one.index(), other.index());
        constexpr double small = 1e-13;
        if (const auto* apart = std::get_if<Apart>(&one)) {
            const Apart& mirrored = std::get<Apart>(other);
            EXPECT_NEAR(apart->distance, mirrored.distance, small);
            expect_near(apart->on_a, mirrored.on_b + centres, small);
            expect_near(apart->on_b, mirrored.on_a + centres, small);
        } else {
            const Overlap& overlap = std::get<Overlap>(one);
            const Overlap& mirrored = std::get<Overlap>(other);
            EXPECT_NEAR(overlap.area, mirrored.area, small);
            EXPECT_NEAR(overlap.chord, mirrored.chord, small);
            EXPECT_EQ(overlap.swallowed, mirrored.swallowed);
            expect_near(overlap.centroid, mirrored.centroid + centres, small);
            expect_near(overlap.midpoint, mirrored.midpoint + centres, small);
            expect_near(overlap.normal, -mirrored.normal, small);
        }
    }
}

// A disc and a polygon.

}  // namespace
}  // namespace scree::geometry

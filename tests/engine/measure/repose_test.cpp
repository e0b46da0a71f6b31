#include "engine/measure/kinds/repose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/engine/measure/measure_world.h"

namespace scree::engine {
namespace {

using testing::HasSubstr;

constexpr double degree = std::numbers::pi / 180.0;
const double row = std::sqrt(0.75);

/// Discs of diameter 1 on a hexagonal lattice, moved about by up to `noise`, whose centres are
/// below the surface.
Still heap(double reach, double noise, const std::function<double(double)>& surface,
           std::uint64_t seed = 7) {
    Still still;
    Random random(seed);
    const int columns = static_cast<int>(reach);
    for (int j = 0; j * row < 2.0 * reach; ++j) {
        for (int i = -columns; i <= columns; ++i) {
            Vec2 at{i + 0.5 * (j % 2), j * row + 0.5};
            at += noise * Vec2{2.0 * random() - 1.0, 2.0 * random() - 1.0};
            if (at.y <= surface(at.x)) still.add_disc(at, 0.5);
        }
    }
    still.touch_within(1.4);
    return still;
}

Still two_flanks(double left, double right, double height, double noise, std::uint64_t seed = 7) {
    const auto surface = [=](double x) {
        return height - std::abs(x) * std::tan((x < 0.0 ? left : right) * degree);
    };
    return heap(height / std::tan(std::min(left, right) * degree) + 2.0, noise, surface, seed);
}

double value(const Measurement& measurement, const char* key) {
    EXPECT_TRUE(measurement.at(key).value) << key << ": " << measurement.note;
    return measurement.at(key).value.value_or(-1.0);
}

double error(const Measurement& measurement, const char* key) {
    EXPECT_TRUE(measurement.at(key).uncertainty) << key << ": " << measurement.note;
    return measurement.at(key).uncertainty.value_or(-1.0);
}

TEST(AngleOfRepose, IsThatOfTheLattice) {
    // The flanks of a triangle in the lattice are its rows, at 60 degrees.
    const double top = 28.0 * row + 0.5;
    const Measurement repose = angle_of_repose(two_flanks(60.0, 60.0, top + 0.1, 0.0).assembly());
    EXPECT_EQ(repose.note, "");
    EXPECT_NEAR(value(repose, "angle"), 60.0, 0.5);
    EXPECT_LE(std::abs(value(repose, "angle") - 60.0), error(repose, "angle"));
    EXPECT_LT(error(repose, "angle"), 1.0);
    EXPECT_EQ(value(repose, "grains"), 29.0 * 30.0 / 2.0);
    // The crest is found to a line.
    EXPECT_NEAR(value(repose, "height"), top + 0.5, 0.01);
    EXPECT_NEAR(value(repose, "width_left"), 14.5, 1.0 / lines_per_grain);
    EXPECT_NEAR(value(repose, "width_left") + value(repose, "width_right"), 29.0, 1e-12);
}

TEST(AngleOfRepose, IsKnownAsWellAsItSays) {
    int within_one = 0;
    int within_two = 0;
    int count = 0;
    double bias = 0.0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        for (double angle = 12.0; angle < 46.0; angle += 1.5) {
            const Measurement repose =
                angle_of_repose(two_flanks(angle, angle, 15.0, 0.25, seed).assembly());
            for (const char* flank : {"angle_left", "angle_right"}) {
                bias += (value(repose, flank) - angle) / error(repose, flank);
                const double off = std::abs(value(repose, flank) - angle);
                EXPECT_LT(off, 5.0) << flank << " of " << angle;
                EXPECT_LT(error(repose, flank), 4.0);
                ++count;
                within_one += off < error(repose, flank) ? 1 : 0;
                within_two += off < 2.0 * error(repose, flank) ? 1 : 0;
            }
        }
    }
    RecordProperty("count", count);
    RecordProperty("bias", std::to_string(bias / count));
    RecordProperty("within_one", within_one);
    RecordProperty("within_two", within_two);
    // 68 and 95 % of independent normal errors; those of a cut lattice are smaller, if anything.
    EXPECT_GE(within_one, 0.65 * count);
    EXPECT_GE(within_two, 0.92 * count);
    EXPECT_LT(std::abs(bias), 0.2 * count) << "errors of one sign";
    EXPECT_LT(within_one, 0.97 * count) << "the errors are exaggerated";
}

TEST(AngleOfRepose, OfLargeHeapsIsKnownWithinHalfADegree) {
    for (const double angle : {18.0, 24.0, 30.0, 36.0}) {
        const Measurement repose =
            angle_of_repose(two_flanks(angle, angle, 40.0, 0.25, 3).assembly());
        const double off = std::abs(value(repose, "angle") - angle);
        EXPECT_LT(off, 0.5) << angle;
        EXPECT_LT(off, 2.0 * error(repose, "angle")) << angle;
        EXPECT_LT(error(repose, "angle"), 1.0) << angle;
    }
}

TEST(AngleOfRepose, TellsAnglesApart) {
    const Measurement repose = angle_of_repose(two_flanks(25.0, 25.0, 20.0, 0.2).assembly());
    EXPECT_LT(std::abs(value(repose, "angle") - 25.0), 2.0 * error(repose, "angle"));
    EXPECT_GT(std::abs(value(repose, "angle") - 28.0), 2.0 * error(repose, "angle"));
}

TEST(AngleOfRepose, CountsTheDifferenceOfTheFlanks) {
    const Measurement repose = angle_of_repose(two_flanks(22.0, 34.0, 20.0, 0.1).assembly());
    EXPECT_NEAR(value(repose, "angle_left"), 22.0, 1.5);
    EXPECT_NEAR(value(repose, "angle_right"), 34.0, 1.5);
    EXPECT_NEAR(value(repose, "angle"), 28.0, 1.0);
    EXPECT_NEAR(error(repose, "angle"), 6.0, 1.0);
    EXPECT_LT(error(repose, "angle_left"), 2.0);
    EXPECT_GT(value(repose, "width_left"), value(repose, "width_right") + 10.0);
}

TEST(AngleOfRepose, LooksAtTheOutlinesOfPolygons) {
    // Bricks 2 wide and 1 high, each row a brick shorter: the corners rise by 1 in 1.
    Still still;
    constexpr int rows = 20;
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < rows - j; ++i)
            still.add_polygon(rectangle_corners(2.0, 1.0), {2.0 * i + j - rows, j + 0.5},
                              i % 2 == 0 ? 0.0 : std::numbers::pi);
    still.touch_within(2.1);
    const Measurement repose = angle_of_repose(still.assembly());
    EXPECT_NEAR(value(repose, "height"), 20.0, 1e-9);
    EXPECT_NEAR(value(repose, "width_left") + value(repose, "width_right"), 40.0, 1e-9);
    EXPECT_NEAR(value(repose, "angle"), 45.0, 1.0);
    EXPECT_LE(std::abs(value(repose, "angle") - 45.0), 2.0 * error(repose, "angle"));
}

TEST(AngleOfRepose, IsMeasuredAgainstGravity) {
    Still still = two_flanks(25.0, 35.0, 15.0, 0.2);
    const Measurement upright = angle_of_repose(still.assembly());
    still.turn(0.7);
    const Measurement turned = angle_of_repose(still.assembly());
    for (const char* key : {"angle_left", "angle_right", "height", "width_left"})
        EXPECT_NEAR(value(turned, key), value(upright, key), 1e-6) << key;
    still.surroundings.gravity = {0.0, -10.0};  // the wrong way: not the same heap
    const Measurement wrong = angle_of_repose(still.assembly());
    EXPECT_GT(std::abs(wrong.at("angle_left").value.value_or(0.0) - value(upright, "angle_left")),
              5.0);
}

TEST(AngleOfRepose, LeavesOutWhatDoesNotHangTogetherWithTheHeap) {
    Still still = two_flanks(30.0, 30.0, 15.0, 0.2);
    const Measurement alone = angle_of_repose(still.assembly());
    const auto grains = value(alone, "grains");
    BodyNumber last = 0;
    for (int k = 0; k < 20; ++k) {  // a chain that flies over the left flank
        const BodyNumber next = still.add_disc({-20.0 + k, 30.0}, 0.5);
        if (k > 0) still.touch(last, next);
        last = next;
    }
    const BodyNumber floor = still.add_wall(rectangle_corners(200.0, 1.0), {0.0, -0.5});
    still.touch(still.add_disc({60.0, 0.5}, 0.5), floor);  // one that rolled away,
    still.touch(0, floor);                                 // on the same floor
    const Measurement repose = angle_of_repose(still.assembly());
    for (const char* key : {"angle", "angle_left", "angle_right", "height", "width_right"})
        EXPECT_EQ(value(repose, key), value(alone, key)) << key;
    EXPECT_EQ(value(repose, "grains"), grains);
    EXPECT_EQ(value(alone, "stray_grains"), 0.0);
    EXPECT_EQ(value(repose, "stray_grains"), 21.0);

    still.touch(0, last);
    const Measurement joined = angle_of_repose(still.assembly());
    EXPECT_EQ(value(joined, "grains"), grains + 20.0);
    EXPECT_NE(value(joined, "height"), value(alone, "height"));
}

TEST(AngleOfRepose, OfASlopeAgainstAWallIsThatOfOneFlank) {
    const double slope = std::tan(20.0 * degree);
    // It ends at another wall, well above the floor.
    const auto side = [&](double x) { return x < 0.0 || x > 40.0 ? -1.0 : 25.0 - slope * x; };
    const Measurement repose = angle_of_repose(heap(45.0, 0.2, side).assembly());
    EXPECT_THAT(repose.note, HasSubstr("the right flank only"));
    EXPECT_FALSE(repose.at("angle_left").value);
    EXPECT_EQ(value(repose, "angle"), value(repose, "angle_right"));
    EXPECT_EQ(error(repose, "angle"), error(repose, "angle_right"));
    EXPECT_NEAR(value(repose, "angle"), 20.0, 2.0 * error(repose, "angle"));
    EXPECT_LT(error(repose, "angle"), 3.0);
}

/// Expects that all numbers are finite.
void expect_finite(const Measurement& measurement) {
    for (const Quantity& quantity : measurement.quantities) {
        EXPECT_TRUE(std::isfinite(quantity.value.value_or(0.0))) << quantity.column.key;
        if (quantity.uncertainty) {
            EXPECT_TRUE(std::isfinite(*quantity.uncertainty)) << quantity.column.key;
            EXPECT_TRUE(quantity.column.has_uncertainty) << quantity.column.key;
        }
    }
}

void expect_no_angle(const Still& still, const std::string& why) {
    const Measurement repose = angle_of_repose(still.assembly());
    for (const char* key : {"angle", "angle_left", "angle_right"}) {
        EXPECT_FALSE(repose.at(key).value) << why;
        EXPECT_FALSE(repose.at(key).uncertainty) << why;
    }
    EXPECT_THAT(repose.note, HasSubstr("not measurable"));
    EXPECT_THAT(repose.note, HasSubstr(why));
    expect_finite(repose);
}

TEST(AngleOfRepose, IsNotMeasurableWithoutAHeap) {
    expect_no_angle(Still{}, "no grains");
    Still weightless = two_flanks(30.0, 30.0, 12.0, 0.2);
    weightless.surroundings.gravity = {};
    expect_no_angle(weightless, "no gravity");
    Still one;
    one.add_disc({3.0, 4.0}, 0.5);
    expect_no_angle(one, "here there are 1");
    expect_no_angle(heap(30.0, 0.3, [](double) { return 10.0; }), "falls by");  // flat
    Still tower;
    for (int k = 0; k < 30; ++k) tower.add_disc({0.0, 0.5 + k}, 0.5);
    tower.touch_within(1.1);
    expect_no_angle(tower, "falls by");
    expect_no_angle(two_flanks(80.0, 80.0, 15.0, 0.0), "long only");
    Still all_apart = two_flanks(30.0, 30.0, 12.0, 0.2);
    all_apart.frame.contacts = {};
    expect_no_angle(all_apart, "hang together has 1 of ");
    Still far;
    far.add_disc({1e17, 0.0}, 0.5);
    expect_no_angle(far, "rounding");
}

TEST(AngleOfRepose, IsNotMeasurableWithHalfOfTheGrainsStrays) {
    Still still = two_flanks(20.0, 20.0, 12.0, 0.2);
    const std::size_t heaped = still.frame.grains.body.size();
    EXPECT_NEAR(value(angle_of_repose(still.assembly()), "angle"), 20.0, 3.0);
    const auto scatter = [&](std::size_t count) {
        for (std::size_t k = 0; k < count; ++k)
            still.add_disc({40.0 + 1.5 * static_cast<double>(k), 0.5}, 0.5);
    };
    scatter(heaped / 4);
    EXPECT_NEAR(value(angle_of_repose(still.assembly()), "angle"), 20.0, 3.0);
    scatter(heaped - heaped / 4);
    expect_no_angle(still, "50 % of the mass");
    expect_no_angle(still, std::to_string(heaped) + " of " + std::to_string(2 * heaped));
}

TEST(AngleOfRepose, IsNotMeasurableOfASingleLayer) {
    // The grains lie on a slope that is not that of a heap.
    const double angle = 25.0 * degree;
    Still layer;
    for (int k = 0; k < 60; ++k)
        layer.add_disc({k * std::cos(angle), 40.0 - k * std::sin(angle)}, 0.5);
    layer.touch_within(1.1);
    expect_no_angle(layer, "grains fill only");
    // An arch is one, too.
    Still arch;
    for (int k = 0; k <= 60; ++k) {
        const double turn = std::numbers::pi * k / 60.0;
        arch.add_disc({19.0 * std::cos(turn), 19.0 * std::sin(turn)}, 0.5);
    }
    arch.touch_within(1.1);
    expect_no_angle(arch, "grains fill only");
}

TEST(AngleOfRepose, IsNotMeasurableOfAFewGrains) {
    Still still = two_flanks(45.0, 45.0, 4.2, 0.0);
    ASSERT_LT(still.frame.grains.body.size(), 20u);
    expect_no_angle(still, "grains that hang together, and here there are");
    // Steps of blocks, each three times as long as it is high: long and steep enough for a line.
    Still steps;
    for (int j = 0; j < 5; ++j)
        for (int i = 0; i <= j; ++i)
            steps.add_polygon(rectangle_corners(3.0, 1.5), {3.0 * i, 1.5 * (4 - j)});
    steps.touch_within(3.1);
    expect_no_angle(steps, "here there are 15");
}

/// Towers side by side that hang together, of heights that a function gives.
Still towers(int count, const std::function<double(int)>& height) {
    Still still;
    for (int i = 0; i < count; ++i)
        for (int j = 0; j == 0 || j < height(i); ++j) still.add_disc({1.0 * i, 0.5 + j}, 0.5);
    still.touch_within(1.1);
    return still;
}

TEST(AngleOfRepose, IsNotMeasurableWhereHeightsAreScattered) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Random random(seed);
        std::vector<double> heights;
        for (int i = 0; i < 40; ++i) heights.push_back(12.0 * random());
        const Measurement repose = angle_of_repose(
            towers(40, [&](int i) { return heights[static_cast<std::size_t>(i)]; }).assembly());
        EXPECT_FALSE(repose.at("angle").value) << seed << ": " << *repose.at("angle").value;
        EXPECT_THAT(repose.note, HasSubstr("not measurable"));
    }
}

TEST(AngleOfRepose, IsNotMeasurableWhereTheSurfaceRisesAgain) {
    // A pole at the end of a slope that rises from it.
    expect_no_angle(towers(40, [](int i) { return i == 0 ? 25.0 : 2.0 + 0.4 * i; }),
                    "it rises again");
    // Three heaps in a row, that in the middle a little higher.
    expect_no_angle(towers(60,
                           [](int i) {
                               const double height = i >= 20 && i < 40 ? 13.0 : 11.0;
                               return height - std::abs(i % 20 - 10);
                           }),
                    "it rises again");
}

TEST(AngleOfRepose, IsNotThatOfOneLargeGrain) {
    // A triangle of 14 by 7 lies on a flat bed of small grains.
    Still still = heap(20.0, 0.1, [](double) { return 5.0; });
    still.touch(0, still.add_polygon({{-7.0, 0.0}, {7.0, 0.0}, {0.0, 7.0}}, {0.0, 5.5}));
    expect_no_angle(still, "the left flank: ");
}

TEST(AngleOfRepose, BearsAbsurdSizes) {
    Still still = two_flanks(30.0, 30.0, 12.0, 0.2);
    still.touch(0, still.add_disc({1e9, 0.0}, 0.5));
    expect_finite(angle_of_repose(still.assembly()));
    still.touch(0, still.add_disc({0.0, 1e300}, 0.5));
    expect_finite(angle_of_repose(still.assembly()));
    still.touch(0, still.add_disc({-1.7e308, 0.0}, 0.5));
    still.touch(0, still.add_disc({1.7e308, 0.0}, 0.5));
    expect_finite(angle_of_repose(still.assembly()));
}

TEST(AngleOfRepose, SaysWhetherTheHeapRests) {
    // Two discs on a floor, one on the other: weights of 10 pi/4 each.
    const double weight = 10.0 * std::numbers::pi / 4.0;
    const auto stack = [&](double below, Vec2 velocity) {
        Still still;
        still.add_disc({0.0, 0.5}, 0.5);
        still.add_disc({0.0, 1.5}, 0.5);
        const BodyNumber floor = still.add_wall(rectangle_corners(5.0, 1.0), {0.0, -0.5});
        still.touch(0, floor, {0.0, -below});
        still.touch(0, 1, {0.0, weight});
        still.frame.grains.velocity[1] = velocity;
        still.add_disc({0.0, 50.0}, 0.5);  // in flight, as it may
        still.frame.grains.velocity[2] = {0.0, -30.0};
        return angle_of_repose(still.assembly());
    };
    const Measurement rests = stack(2.0 * weight, {});
    EXPECT_NEAR(value(rests, "unbalanced_force"), 0.0, 1e-12);
    EXPECT_EQ(value(rests, "kinetic_energy"), 0.0);
    EXPECT_EQ(value(rests, "at_rest"), 1.0);
    // The lower one is pushed by a weight: half of one a grain; contacts bear (3 + 1) / 2.
    const Measurement pushed = stack(3.0 * weight, {});
    EXPECT_NEAR(value(pushed, "unbalanced_force"), 0.25, 1e-12);
    EXPECT_EQ(value(pushed, "at_rest"), 0.0);
    const Measurement moves = stack(2.0 * weight, {0.3, 0.4});
    EXPECT_NEAR(value(moves, "kinetic_energy"), 0.125 / (2.0 * 10.0), 1e-12);
    EXPECT_EQ(value(moves, "at_rest"), 0.0);
}

}  // namespace
}  // namespace scree::engine

#include "render/labels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace scree::render {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

TEST(Labels, NumbersAreShort) {
    EXPECT_EQ(short_number(0.0), "0");
    EXPECT_EQ(short_number(-0.0), "0");
    EXPECT_EQ(short_number(50.0), "50");
    EXPECT_EQ(short_number(0.1 + 0.2), "0.3");
    EXPECT_EQ(short_number(-2.5), "\u22122.5");
}

TEST(Labels, UnitsTakeThePrefixThatKeepsNumbersShort) {
    EXPECT_EQ(with_unit(2e-3, "m"), "2 mm");
    EXPECT_EQ(with_unit(5e4, "N"), "50 kN");
    EXPECT_EQ(with_unit(1.0, "m"), "1 m");
    EXPECT_EQ(with_unit(1e3, "m"), "1 km");
    EXPECT_EQ(with_unit(1e-6, "J"), "1 \u00b5J");
    EXPECT_EQ(with_unit(0.0, "J"), "0 J");
    EXPECT_EQ(with_unit(1e20, "m"), "1e+08 Tm");
    EXPECT_EQ(scaled_unit("m/s", 0.02).text, "mm/s");
    EXPECT_EQ(with_unit(8.7e-4, "m2"), "870 mm2");
    EXPECT_EQ(with_unit(2e-5, "m2/s2"), "20 mm2/s2");
    EXPECT_EQ(with_unit(2500.0, "kg/m2"), "2500 kg/m2");
    EXPECT_EQ(with_unit(1200.0, "1/s"), "1200 1/s");
    EXPECT_EQ(scaled_unit("", 0.02).text, "");
    EXPECT_EQ(scaled_unit("", 0.02).factor, 1.0);
    EXPECT_EQ(scaled_unit("N", std::nan("")).text, "N");
    for (int power = -12; power < 15; ++power) {
        const double value = std::pow(10.0, power);
        const double shown = value * scaled_unit("N", value).factor;
        EXPECT_GT(shown, 0.99) << power;
        EXPECT_LT(shown, 999.0) << power;
    }
}

TEST(Labels, RoundNumbers) {
    EXPECT_DOUBLE_EQ(round_below(1.0), 1.0);
    EXPECT_DOUBLE_EQ(round_below(1.99), 1.0);
    EXPECT_DOUBLE_EQ(round_below(2.0), 2.0);
    EXPECT_DOUBLE_EQ(round_below(4.9), 2.0);
    EXPECT_DOUBLE_EQ(round_below(0.07), 0.05);
    EXPECT_DOUBLE_EQ(round_below(9.9e11), 5e11);
}

TEST(Labels, TicksAreRoundAndWithinTheRange) {
    EXPECT_THAT(ticks(0.0, 1.0, 5), Pointwise(DoubleNear(1e-12), {0.0, 0.2, 0.4, 0.6, 0.8, 1.0}));
    EXPECT_THAT(ticks(-6.0, 6.0, 4), ElementsAre(-5.0, 0.0, 5.0));
    EXPECT_THAT(ticks(0.0, 1.0, 5, 1.0), ElementsAre(0.0, 1.0));
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform(-10.0, 10.0);
    for (int k = 0; k < 10'000; ++k) {
        const double low = uniform(random);
        const double high = low + std::pow(10.0, uniform(random));
        const auto marks = ticks(low, high, 5);
        ASSERT_GE(marks.size(), 1u) << low << " " << high;
        ASSERT_LE(marks.size(), 6u) << low << " " << high;
        EXPECT_GE(marks.front(), low - 1e-6 * (high - low));
        EXPECT_LE(marks.back(), high + 1e-6 * (high - low));
    }
}

}  // namespace
}  // namespace scree::render

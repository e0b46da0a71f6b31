// The sizes that the planner of the grid works with: moments against quadrature and plain sums.

#include "engine/plan/size_distribution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "engine/base/generator.h"

namespace scree::engine {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// Simpson's rule in log r, where a power law is smooth.
double quadrature(double power, double low, double high) {
    constexpr int n = 2000;
    const double h = std::log(high / low) / n;
    double sum = 0.0;
    for (int k = 0; k <= n; ++k) {
        const double weight = k == 0 || k == n ? 1.0 : (k % 2 == 1 ? 4.0 : 2.0);
        sum += weight * std::pow(low * std::exp(k * h), power + 1.0);
    }
    return sum * h / 3.0;
}

TEST(SizeDistribution, PowerLawHasTheMomentsOfQuadrature) {
    for (const double exponent : {-7.5, -4.0, -3.0, -2.0, -1.0, -1.0 + 1e-9, 0.0, 2.5}) {
        const auto sizes = SizeDistribution::power_law(exponent, 0.5, 40.0);
        const double all = quadrature(exponent, 0.5, 40.0);
        for (const auto& [low, high] :
             {std::pair{0.5, 40.0}, std::pair{0.7, 0.9}, std::pair{3.0, 39.0}}) {
            const SizeMoments moments = sizes.between(low, high);
            for (std::size_t k = 0; k < 4; ++k) {
                const double expected =
                    quadrature(exponent + double(k), low, high) / all / std::pow(40.0, double(k));
                EXPECT_NEAR(moments[k] / expected, 1.0, 1e-8)
                    << exponent << " " << low << " " << high << " moment " << k;
            }
            EXPECT_EQ(sizes.share(low, high), moments[0]);
        }
    }
}

TEST(SizeDistribution, NothingIsOutsideOfAPowerLaw) {
    const auto sizes = SizeDistribution::power_law(-3.0, 1.0, 10.0);
    EXPECT_EQ(sizes.between(0.0, 1.0), SizeMoments{});
    EXPECT_EQ(sizes.between(10.0, 100.0), SizeMoments{});
    EXPECT_EQ(sizes.between(5.0, 2.0), SizeMoments{});
    EXPECT_EQ(sizes.between(0.0, 5.0), sizes.between(1.0, 5.0));
    EXPECT_DOUBLE_EQ(sizes.share(0.0, 1e9), 1.0);
}

TEST(SizeDistribution, SteepPowerLawsOverManyDecadesStayFinite) {
    for (const double exponent : {-7.5, -4.0, -1.0, 0.0, 5.5}) {
        const auto sizes = SizeDistribution::power_law(exponent, 1e-9, 1e6);
        double shares = 0.0;
        for (int decade = -9; decade < 6; ++decade) {
            const SizeMoments part =
                sizes.between(std::pow(10.0, decade), std::pow(10.0, decade + 1));
            for (const double moment : part) {
                EXPECT_TRUE(moment > 0.0 && moment <= 1.0 + 1e-12) << exponent << " " << decade;
            }
            shares += part[0];
        }
        EXPECT_NEAR(shares, 1.0, 1e-12) << exponent;
    }
}

TEST(SizeDistribution, OfRadiiIsTheSumOverThem) {
    Generator generator(1, "radii");
    std::vector<double> radii(500);
    // A lattice of sizes, so that many occur twice.
    for (double& r : radii) r = 0.25 * double(1 + generator.below(100));
    const auto sizes = SizeDistribution::of_radii(radii);
    EXPECT_EQ(sizes.smallest(), std::ranges::min(radii));
    const double largest = std::ranges::max(radii);
    EXPECT_EQ(sizes.largest(), largest);
    for (int trial = 0; trial < 200; ++trial) {
        // Ends on sizes that occur: the lower is outside, the upper inside.
        const double low = 0.25 * double(generator.below(110));
        const double high = 0.25 * double(generator.below(110));
        SizeMoments expected{};
        double below = 0.0;
        for (const double r : radii) {
            if (r <= high) below = std::max(below, r);
            if (r <= low || r > high) continue;
            for (std::size_t k = 0; k < 4; ++k)
                expected[k] += std::pow(r / largest, double(k)) / 500.0;
        }
        const SizeMoments found = sizes.between(std::min(low, high), high);
        for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(found[k], expected[k], 1e-13);
        if (high >= sizes.smallest()) {
            EXPECT_EQ(sizes.at_or_below(high), below);
        }
    }
}

TEST(SizeDistribution, ALawOfOneSizeIsOneSize) {
    const auto sizes = SizeDistribution::power_law(-3.0, 2.0, 2.0);
    EXPECT_EQ(sizes.between(0.0, 2.0), (SizeMoments{1.0, 1.0, 1.0, 1.0}));
    EXPECT_EQ(sizes.between(2.0, 3.0), SizeMoments{});
    EXPECT_EQ(sizes.at_or_below(2.0), 2.0);
}

TEST(SizeDistribution, RefusesJunk) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double inf = std::numeric_limits<double>::infinity();
    const auto law = [](double exponent, double smallest, double largest) {
        return [=] { SizeDistribution::power_law(exponent, smallest, largest); };
    };
    const auto says = [](const char* text) {
        return ThrowsMessage<std::invalid_argument>(HasSubstr(text));
    };
    EXPECT_THAT(law(nan, 1, 2), says("exponent must be from -100 to 100, not nan"));
    EXPECT_THAT(law(101, 1, 2), says("not 101"));
    EXPECT_THAT(law(-3, 0, 2), says("positive"));
    EXPECT_THAT(law(-3, 2, 1), says("from 2 to 1"));
    EXPECT_THAT(law(-3, 1, nan), says("positive"));
    EXPECT_THAT(law(-3, 1, inf), says("positive"));
    EXPECT_THAT(law(-3, 1, 1e16), says("at most 1e+15 times"));
    EXPECT_THAT(law(-9, 1, 1e13), says("make the range smaller"));
    EXPECT_THAT(law(100, 1, 10), says("make the range smaller"));
    EXPECT_NO_THROW(law(-100, 1, 10)());
    const auto radii = [](const std::vector<double>& list) {
        return [=] { SizeDistribution::of_radii(list); };
    };
    EXPECT_THAT(radii({}), says("no grains"));
    EXPECT_THAT(radii({1.0, -2.0, nan}), says("grain 1 must be a positive number, not -2"));
    EXPECT_THAT(radii({1.0, 1.0, nan}), says("grain 2 must be a positive number, not nan"));
    EXPECT_THAT(radii({inf}), says("grain 0"));
    EXPECT_THAT(radii({1e-300, 1e300}), says("at most 1e+15 times"));
}

}  // namespace
}  // namespace scree::engine

#include "engine/grains/sizes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string>

namespace scree::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<double> sorted_sizes(const SizeSpec& spec, std::size_t count, std::uint64_t seed = 1) {
    Generator generator(seed, "sizes");
    std::vector<double> sizes = draw_sizes(spec, count, generator);
    std::ranges::sort(sizes);
    return sizes;
}

/// The mean of d^k where the density goes with d^-exponent, by its integral.
double power_moment(double min, double max, double exponent, double k) {
    const auto integral = [&](double power) {
        return power == -1.0
                   ? std::log(max / min)
                   : (std::pow(max, power + 1.0) - std::pow(min, power + 1.0)) / (power + 1.0);
    };
    return integral(k - exponent) / integral(-exponent);
}

double mean_power(const std::vector<double>& sizes, double k) {
    double sum = 0.0;
    for (const double d : sizes) sum += std::pow(d, k);
    return sum / static_cast<double>(sizes.size());
}

struct Continuous {
    std::string name;
    SizeSpec spec;
    double exponent;
};

class ContinuousSizes : public testing::TestWithParam<Continuous> {
protected:
    static constexpr double min = 0.002;
    static constexpr double max = 0.02;
};

TEST_P(ContinuousSizes, HaveTheMomentsOfTheirDensity) {
    const std::vector<double> sizes = sorted_sizes(GetParam().spec, 10'000);
    for (const double k : {-2.0, -1.0, 1.0, 2.0, 4.0}) {
        const double expected = power_moment(min, max, GetParam().exponent, k);
        EXPECT_NEAR(mean_power(sizes, k) / expected, 1.0, 5e-3) << "moment " << k;
    }
    // Even a small group has its share of everything: drawn one by one, the mean area of a hundred
    // would be off by a tenth.
    const double area = mean_power(sorted_sizes(GetParam().spec, 100), 2.0);
    EXPECT_NEAR(area / power_moment(min, max, GetParam().exponent, 2.0), 1.0, 0.06);
}

TEST_P(ContinuousSizes, HaveEvenQuantiles) {
    constexpr std::size_t n = 1000;
    const std::vector<double> sizes = sorted_sizes(GetParam().spec, n);
    EXPECT_GE(sizes.front(), min);
    EXPECT_LE(sizes.back(), max);
    for (std::size_t k = 0; k < n; ++k) {
        // The share of the density below this size, by its integral.
        const double a = 1.0 - GetParam().exponent;
        const double d = sizes[k];
        const double share =
            a == 0.0 ? std::log(d / min) / std::log(max / min)
                     : (std::pow(d, a) - std::pow(min, a)) / (std::pow(max, a) - std::pow(min, a));
        ASSERT_GE(share * n, static_cast<double>(k) - 1e-6);
        ASSERT_LE(share * n, static_cast<double>(k) + 1.0 + 1e-6);
    }
}

TEST_P(ContinuousSizes, BeginAndEndWhereTheyShould) {
    EXPECT_NEAR(size_quantile(GetParam().spec, 0.0), min, 1e-12 * min);
    EXPECT_NEAR(size_quantile(GetParam().spec, 1.0), max, 1e-12 * max);
}

INSTANTIATE_TEST_SUITE_P(
    All, ContinuousSizes,
    testing::Values(Continuous{"uniform", UniformSize{0.002, 0.02}, 0.0},
                    Continuous{"uniform_area", UniformAreaSize{0.002, 0.02}, 2.0},
                    Continuous{"power_0", PowerLawSize{0.002, 0.02, 0.0}, 0.0},
                    Continuous{"power_1", PowerLawSize{0.002, 0.02, 1.0}, 1.0},
                    Continuous{"power_nearly_1", PowerLawSize{0.002, 0.02, 1.0 + 1e-13}, 1.0},
                    Continuous{"power_2", PowerLawSize{0.002, 0.02, 2.0}, 2.0},
                    Continuous{"power_3_5", PowerLawSize{0.002, 0.02, 3.5}, 3.5},
                    Continuous{"power_minus_3", PowerLawSize{0.002, 0.02, -3.0}, -3.0}),
    [](const auto& test) { return test.param.name; });

TEST(GrainSizes, PowerLawsHoldTheOthers) {
    for (double u = 0.0; u <= 1.0; u += 0.01) {
        EXPECT_NEAR(size_quantile(PowerLawSize{1.0, 5.0, 2.0}, u),
                    size_quantile(UniformAreaSize{1.0, 5.0}, u), 1e-13);
        EXPECT_NEAR(size_quantile(PowerLawSize{1.0, 5.0, 0.0}, u),
                    size_quantile(UniformSize{1.0, 5.0}, u), 1e-13);
    }
}

TEST(GrainSizes, UniformAreaHasAsMuchAreaInEachClass) {
    const std::vector<double> sizes = sorted_sizes(UniformAreaSize{1.0, 11.0}, 20'000);
    std::vector<double> area(10);
    for (const double d : sizes)
        area[std::min<std::size_t>(9, static_cast<std::size_t>(d - 1.0))] += d * d;
    const double mean = std::accumulate(area.begin(), area.end(), 0.0) / 10.0;
    for (const double a : area) EXPECT_NEAR(a / mean, 1.0, 0.01);
}

TEST(GrainSizes, ExtremesOfPowerLawsStayInTheirBounds) {
    for (const double exponent : {-10.0, -1.0, 1.0, 2.0, 10.0}) {
        const SizeSpec spec = PowerLawSize{smallest_size, largest_size, exponent};
        EXPECT_THAT(find_errors(spec), IsEmpty());
        double last = smallest_size;
        for (const double u : {0.0, 1e-300, 1e-9, 0.5, 1.0 - 1e-9, 1.0}) {
            const double d = size_quantile(spec, u);
            EXPECT_GE(d, last) << exponent << " " << u;
            EXPECT_LE(d, largest_size);
            last = d;
        }
    }
    EXPECT_EQ(size_quantile(PowerLawSize{0.1, 0.1, 3.0}, 0.3), 0.1);
}

TEST(GrainSizes, MonoIsOneSize) {
    EXPECT_THAT(sorted_sizes(MonoSize{0.005}, 3), ElementsAre(0.005, 0.005, 0.005));
}

TEST(GrainSizes, BidisperseSharesTheArea) {
    constexpr std::size_t n = 10'000;
    for (const double fraction : {0.0, 0.1, 0.5, 0.9, 1.0}) {
        double large = 0.0;
        double all = 0.0;
        for (const double d : sorted_sizes(BidisperseSize{1.0, 2.0, fraction}, n)) {
            ASSERT_TRUE(d == 1.0 || d == 2.0);
            all += d * d;
            if (d == 2.0) large += d * d;
        }
        EXPECT_NEAR(large / all, fraction, 1e-3);
    }
}

TEST(GrainSizes, ComeInRandomOrderThatTheSeedDecides) {
    Generator first(1, "sizes");
    Generator again(1, "sizes");
    Generator other(2, "sizes");
    const SizeSpec spec = UniformSize{1.0, 2.0};
    const std::vector<double> sizes = draw_sizes(spec, 1000, first);
    EXPECT_EQ(draw_sizes(spec, 1000, again), sizes);
    EXPECT_NE(draw_sizes(spec, 1000, other), sizes);
    // Uncorrelated with their place, and with their neighbour.
    double with_place = 0.0;
    double with_next = 0.0;
    for (std::size_t k = 0; k + 1 < sizes.size(); ++k) {
        with_place += (sizes[k] - 1.5) * (static_cast<double>(k) / 1000.0 - 0.5);
        with_next += (sizes[k] - 1.5) * (sizes[k + 1] - 1.5);
    }
    EXPECT_NEAR(with_place * 12.0 / 1000.0, 0.0, 0.12);
    EXPECT_NEAR(with_next * 12.0 / 1000.0, 0.0, 0.12);
}

TEST(GrainSizes, ErrorsNameTheKey) {
    const auto keys = [](const SizeSpec& spec) {
        std::string all;
        for (const SpecError& error : find_errors(spec)) all += error.key + " ";
        return all;
    };
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(keys(MonoSize{0.01}), "");
    EXPECT_EQ(keys(MonoSize{}), "value ");
    EXPECT_EQ(keys(MonoSize{nan}), "value ");
    EXPECT_EQ(keys(MonoSize{-1.0}), "value ");
    EXPECT_EQ(keys(MonoSize{HUGE_VAL}), "value ");
    EXPECT_EQ(keys(BidisperseSize{2.0, 1.0, 0.5}), "small ");
    EXPECT_EQ(keys(BidisperseSize{0.0, nan, 1.5}), "small large fraction ");
    EXPECT_EQ(keys(UniformSize{2.0, 1.0}), "min ");
    EXPECT_EQ(keys(UniformSize{1.0, 1.0}), "");
    EXPECT_EQ(keys(UniformAreaSize{0.0, 1.0}), "min ");
    EXPECT_EQ(keys(PowerLawSize{1.0, 2.0, nan}), "exponent ");
    EXPECT_EQ(keys(PowerLawSize{1.0, 2.0, 11.0}), "exponent ");
    EXPECT_EQ(find_errors(UniformSize{2.0, 1.5})[0].message, "is 2, more than max = 1.5");
    EXPECT_EQ(find_errors(MonoSize{-1.0})[0].message, "must be from 1e-09 to 1e+06, not -1");
}

}  // namespace
}  // namespace scree::engine

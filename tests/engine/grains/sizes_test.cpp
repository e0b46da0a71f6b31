#include "engine/grains/sizes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string>

#include "engine/grains/size_curve.h"

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

// Every kind, with the share of the area below a size as its definition says.
struct Curve {
    std::string name;
    SizeSpec spec;
    std::function<double(double)> area_below;
};

double power_share(double d, double min, double max, double power) {
    return power == 0.0 ? std::log(d / min) / std::log(max / min)
                        : (std::pow(d, power) - std::pow(min, power)) /
                              (std::pow(max, power) - std::pow(min, power));
}

double normal(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

/// Straight lines between the points of a sieve analysis over the logarithm of the size.
double passing(const SieveSize& sieve, double d) {
    for (std::size_t k = 1; k < sieve.openings.size(); ++k)
        if (d <= sieve.openings[k])
            return 0.01 * (sieve.passing[k - 1] +
                           (sieve.passing[k] - sieve.passing[k - 1]) *
                               power_share(d, sieve.openings[k - 1], sieve.openings[k], 0.0));
    return 1.0;
}

const SieveSize gravel_curve{{0.001, 0.002, 0.004, 0.008, 0.016}, {0.0, 12.0, 12.0, 70.0, 100.0}};

std::vector<Curve> curves() {
    return {
        {"uniform", UniformSize{0.002, 0.02},
         [](double d) { return power_share(d, 0.002, 0.02, 3.0); }},
        {"uniform_area", UniformAreaSize{0.002, 0.02},
         [](double d) { return power_share(d, 0.002, 0.02, 1.0); }},
        {"power_law", PowerLawSize{0.002, 0.02, 3.0},
         [](double d) { return power_share(d, 0.002, 0.02, 0.0); }},
        {"fuller", FullerSize{0.001, 0.02, 0.5},
         [](double d) { return power_share(d, 0.001, 0.02, 0.5); }},
        {"lognormal", LognormalSize{0.004, 0.4, 3.0},
         [](double d) {
             const double z = std::log(d / 0.004) / 0.4 - 0.8;
             return (normal(z) - normal(-3.8)) / (normal(2.2) - normal(-3.8));
         }},
        {"sieve", gravel_curve, [](double d) { return passing(gravel_curve, d); }},
    };
}

double distance_from(const Curve& curve, const std::vector<double>& sizes) {
    double sum = 0.0;
    double all = 0.0;
    for (const double d : sizes) all += d * d;
    double largest = 0.0;
    for (const double d : sizes) {
        largest = std::max(largest, std::abs(sum / all - curve.area_below(d)));
        sum += d * d;
        largest = std::max(largest, std::abs(sum / all - curve.area_below(d)));
    }
    return largest;
}

TEST(SizeCurves, ComeOutAsTheyAreDefined) {
    for (const Curve& curve : curves()) {
        SCOPED_TRACE(curve.name);
        EXPECT_THAT(find_errors(curve.spec), IsEmpty());
        // Kolmogorov's distance of the curves by mass.
        EXPECT_LT(distance_from(curve, sorted_sizes(curve.spec, 100'000)), 0.005);
        EXPECT_LT(distance_from(curve, sorted_sizes(curve.spec, 1000)), 0.05);
        const SizeQuantiles by_area(curve.spec, ShareOf::area);
        for (double u = 0.01; u < 1.0; u += 0.01)
            ASSERT_NEAR(curve.area_below(by_area(u)), u, 1e-9);
    }
}

TEST(SizeCurves, AreComparedWithWhatWasAsked) {
    for (const Curve& curve : curves()) {
        SCOPED_TRACE(curve.name);
        const std::vector<double> sizes = sorted_sizes(curve.spec, 10'000);
        const SizeCurve good = compare_sizes(curve.spec, sizes);
        EXPECT_LT(good.distance, 0.02);
        EXPECT_LT(good.distance_of_numbers, 2e-4);
        EXPECT_NEAR(good.sampled[2] / good.asked[2], 1.0, 0.02);
        EXPECT_NEAR(curve.area_below(good.asked[4]), 0.9, 1e-9);
        std::vector<double> larger = sizes;
        for (double& size : larger) size *= 1.1;
        EXPECT_GT(compare_sizes(curve.spec, larger).distance, 2.0 * good.distance);
        EXPECT_NEAR(compare_sizes(curve.spec, larger, 1.1).distance, good.distance, 1e-3);
    }
    const SizeSpec two = BidisperseSize{0.001, 0.0014, 0.5};
    EXPECT_LT(compare_sizes(two, sorted_sizes(two, 5000)).distance, 1e-3);
    const SizeSpec one = MonoSize{0.001};
    EXPECT_EQ(compare_sizes(one, sorted_sizes(one, 7)).distance, 0.0);
}

TEST(SizeCurves, AListHasEachOfItsSizesEquallyOften) {
    const ListSize list{{0.003, 0.001, 0.002, 0.001}};
    EXPECT_THAT(sorted_sizes(list, 4), ElementsAre(0.001, 0.001, 0.002, 0.003));
    const std::vector<double> many = sorted_sizes(list, 400);
    EXPECT_EQ(std::ranges::count(many, 0.003), 100);
    EXPECT_EQ(std::ranges::count(many, 0.001), 200);
    EXPECT_DOUBLE_EQ(SizeQuantiles(list, ShareOf::area)(0.5), 0.003);
}

TEST(SizeCurves, ASmallSampleHoldsTheLargestSizes) {
    for (const Curve& curve : curves()) {
        SCOPED_TRACE(curve.name);
        // Drawn one by one, 60 grains would lack the largest class more often than not.
        for (std::uint64_t seed = 1; seed < 20; ++seed) {
            const double largest = sorted_sizes(curve.spec, 60, seed).back();
            ASSERT_GE(largest, size_quantile(curve.spec, 59.0 / 60.0) * (1.0 - 1e-12));
        }
    }
}

TEST(SizeCurves, TellWhatIsWrong) {
    const auto error = [](const SizeSpec& spec) {
        const SpecErrors errors = find_errors(spec);
        return errors.empty() ? "nothing" : errors[0].key + ' ' + errors[0].message;
    };
    EXPECT_THAT(error(FullerSize{0.002, 0.001, 0.5}), HasSubstr("min is 0.002, more than max"));
    EXPECT_THAT(error(FullerSize{0.001, 0.002, 0.0}), HasSubstr("exponent must be from 0.05"));
    EXPECT_THAT(error(LognormalSize{0.001, 3.0, 3.0}), HasSubstr("spread must be from 0 to 2"));
    EXPECT_THAT(error(LognormalSize{0.001, 0.3, std::nan("")}), HasSubstr("cut must be"));
    EXPECT_THAT(error(SieveSize{{0.001}, {0.0}}), HasSubstr("openings must have two entries"));
    EXPECT_THAT(error(SieveSize{{0.001, 0.002}, {0.0}}), HasSubstr("1 entries for 2 openings"));
    EXPECT_THAT(error(SieveSize{{0.001, 0.001}, {0.0, 100.0}}), HasSubstr("wider than"));
    EXPECT_THAT(error(SieveSize{{0.001, 0.002, 0.003}, {0.0, 120.0, 100.0}}),
                HasSubstr("passing (entry 2) must not be less"));
    EXPECT_THAT(error(SieveSize{{0.001, 0.002}, {5.0, 100.0}}), HasSubstr("must begin with 0"));
    EXPECT_THAT(error(SieveSize{{0.001, 0.002}, {0.0, 95.0}}), HasSubstr("must end with 100"));
    EXPECT_THAT(error(ListSize{}), HasSubstr("values is empty"));
    EXPECT_THAT(error(ListSize{{0.001, -1.0}}), HasSubstr("values (entry 1) must be from"));
}

}  // namespace
}  // namespace scree::engine

#include "engine/measure/statistics.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "engine/measure/over_time.h"
#include "tests/random.h"

namespace scree::engine {
namespace {

/// About normal with variance 1, from twelve uniform numbers.
double noise(tests::Random& random) {
    double sum = -6.0;
    for (int k = 0; k < 12; ++k) sum += random();
    return sum;
}

/// x_k = phi x_(k-1) + noise, from its steady state on; its mean is zero.
std::vector<double> autoregressive(std::size_t samples, double phi, tests::Random& random) {
    std::vector<double> values;
    double x = noise(random) / std::sqrt(1.0 - phi * phi);
    for (std::size_t k = 0; k < samples; ++k) {
        values.push_back(x);
        x = phi * x + noise(random);
    }
    return values;
}

/// The exact standard error of the mean of such a series.
double exact_error(std::size_t samples, double phi) {
    const auto n = static_cast<double>(samples);
    const double variance = 1.0 / (1.0 - phi * phi);
    const double together = (1.0 + phi) / (1.0 - phi) -
                            2.0 * phi * (1.0 - std::pow(phi, n)) / (n * (1.0 - phi) * (1.0 - phi));
    return std::sqrt(variance / n * together);
}

struct Trials {
    double with_error = 0.0;  ///< shares of all trials
    double steady = 0.0;
    double mean_ratio = 0.0;  ///< of the error found to the exact one
    double scatter = 0.0;     ///< root mean square of the true deviation over the error found
};

Trials try_series(std::size_t samples, double phi, double drift = 0.0) {
    constexpr int trials = 200;
    tests::Random random(17);
    Trials result;
    double found = 0.0;
    for (int t = 0; t < trials; ++t) {
        std::vector<double> values = autoregressive(samples, phi, random);
        for (std::size_t k = 0; k < samples; ++k)
            values[k] += drift * static_cast<double>(k) / static_cast<double>(samples);
        const SeriesMean mean = mean_of_series(values);
        result.steady += mean.steady && *mean.steady ? 1.0 / trials : 0.0;
        if (!mean.error) continue;
        found += 1.0;
        result.mean_ratio += *mean.error / exact_error(samples, phi);
        const double deviation = (mean.mean - 0.5 * drift) / *mean.error;
        result.scatter += deviation * deviation;
    }
    result.with_error = found / trials;
    result.mean_ratio /= found;
    result.scatter = std::sqrt(result.scatter / found);
    return result;
}

TEST(Statistics, FindTheErrorOfCorrelatedSeries) {
    for (const double phi : {-0.5, 0.0, 0.5, 0.9, 0.95}) {
        const Trials trials = try_series(8000, phi);
        EXPECT_EQ(trials.with_error, 1.0) << phi;
        EXPECT_NEAR(trials.mean_ratio, 1.0, 0.08) << phi;
        EXPECT_NEAR(trials.scatter, 1.0, 0.15) << phi;
    }
    // What an error without regard to the correlation would be off by.
    const double naive = 1.0 / std::sqrt((1.0 - 0.95 * 0.95) * 8000.0);
    EXPECT_LT(naive, 0.2 * exact_error(8000, 0.95));
}

TEST(Statistics, GiveNoErrorRatherThanAWrongOne) {
    for (const std::size_t samples : {48u, 70u, 100u, 300u})
        for (const double phi : {0.0, 0.5, 0.9}) {
            const Trials trials = try_series(samples, phi);
            // Where nearly every series gets an error it must be right; where few do, those that do
            // look less correlated than they are.
            if (trials.with_error > 0.5) {
                EXPECT_LT(trials.scatter, 1.5) << samples << " samples, " << phi;
            }
        }
    EXPECT_GT(try_series(100, 0.0).with_error, 0.9);
    EXPECT_LT(try_series(300, 0.9).with_error, 0.1);
    EXPECT_LT(try_series(1000, 0.98).with_error, 0.01);
    EXPECT_EQ(try_series(47, 0.0).with_error, 0.0);
}

TEST(Statistics, TellWhetherASeriesIsSteady) {
    EXPECT_GT(try_series(2000, 0.0).steady, 0.98);
    EXPECT_GT(try_series(2000, 0.9).steady, 0.95);
    EXPECT_LT(try_series(2000, 0.0, 1.0).steady, 0.01);
    EXPECT_LT(try_series(2000, 0.9, 10.0).steady, 0.01);
    // A pure drift has no error of its mean, and is not steady.
    std::vector<double> values;
    for (int k = 0; k < 100; ++k) values.push_back(k);
    EXPECT_EQ(mean_of_series(values).mean, 49.5);
    EXPECT_FALSE(mean_of_series(values).error);
    EXPECT_EQ(mean_of_series(values).steady, false);
    values.resize(90);
    EXPECT_FALSE(mean_of_series(values).steady);
}

TEST(MeanOverTime, OfADirectionMayCrossItsEnd) {
    // About 88 degrees, some of them beyond 90, which is -90.
    constexpr std::array columns{Column{"angle", "deg"}, Column{"p", "N/m"}};
    const Measurement mean = mean_over_time(MeasureKind::stress, columns,
                                            {{80.0, -86.0, 85.0, -89.0}, {1.0, 2.0, 3.0, 6.0}});
    EXPECT_NEAR(mean.at("angle").value.value(), 87.5, 1e-9);
    EXPECT_NEAR(mean.at("p").value.value(), 3.0, 1e-12);
    EXPECT_EQ(mean.over_time.value().rows, 4u);
    EXPECT_FALSE(mean.at("p").uncertainty);
}

TEST(MeanOverTime, SaysWhatIsNotSteady) {
    constexpr std::array columns{Column{"p", "N/m"}, Column{"strain", "1"}};
    tests::Random random(7);
    std::vector<std::vector<double>> series(2);
    for (int k = 0; k < 400; ++k) {
        series[0].push_back(noise(random));
        series[1].push_back(k);
    }
    const Measurement steady = mean_over_time(MeasureKind::shear, columns, series);
    EXPECT_EQ(steady.over_time.value().steady, true) << steady.note;
    for (int k = 0; k < 200; ++k) series[0][static_cast<std::size_t>(k)] += 3.0;
    const Measurement drifting = mean_over_time(MeasureKind::shear, columns, series);
    EXPECT_EQ(drifting.over_time.value().steady, false);
    EXPECT_EQ(drifting.note, "not steady, or not long enough for an error: p");
}

TEST(Statistics, OfFewOrEqualNumbers) {
    EXPECT_EQ(mean_of_series({}).samples, 0u);
    const std::vector<double> two{1.0, 2.0};
    EXPECT_EQ(mean_of_series(two).mean, 1.5);
    EXPECT_FALSE(mean_of_series(two).error);
    EXPECT_FALSE(mean_of_series(two).steady);
    const std::vector<double> equal(100, 0.1);
    EXPECT_DOUBLE_EQ(mean_of_series(equal).mean, 0.1);
    EXPECT_NEAR(mean_of_series(equal).error.value(), 0.0, 1e-16);
    EXPECT_EQ(mean_of_series(equal).steady, true);
}

}  // namespace
}  // namespace scree::engine

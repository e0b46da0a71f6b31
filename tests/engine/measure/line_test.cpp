#include "engine/measure/line.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace scree::engine {
namespace {

using geometry::Vec2;

TEST(FitLine, FindsALine) {
    std::vector<Vec2> points;
    for (int k = 0; k < 50; ++k) points.push_back({0.1 * k, 3.0 - 0.7 * 0.1 * k});
    const auto line = fit_line(points, 0.5);
    ASSERT_TRUE(line);
    EXPECT_NEAR(line->slope, -0.7, 1e-12);
    EXPECT_NEAR(line->slope_error, 0.0, 1e-12);
    EXPECT_NEAR(line->explained, 1.0, 1e-12);
}

TEST(FitLine, SaysHowMuchItAccountsFor) {
    // Steps up and down by 1 beside a rise by 0.01 a point: variances of 1 and of 10^-4 n^2 / 12.
    std::vector<Vec2> points;
    for (int k = 0; k < 400; ++k) points.push_back({1.0 * k, 0.01 * k + (k % 2 == 0 ? 1.0 : -1.0)});
    const auto line = fit_line(points, 1.0);
    ASSERT_TRUE(line);
    const double rise = 1e-4 * 400.0 * 400.0 / 12.0;
    EXPECT_NEAR(line->explained, rise / (rise + 1.0), 0.01);
    for (Vec2& p : points) p.y -= 0.01 * p.x;
    EXPECT_NEAR(fit_line(points, 1.0)->explained, 0.0, 0.001);
}

/// How often the slope is within twice its error, for noise that forgets by `memory` a step.
double share_within_two(double memory, double correlation) {
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal;
    int within = 0;
    constexpr int lines = 1000;
    for (int n = 0; n < lines; ++n) {
        std::vector<Vec2> points;
        double noise = normal(random);
        for (int k = 0; k < 400; ++k) {
            points.push_back({1.0 * k, 0.3 * k + noise});
            noise = memory * noise + std::sqrt(1.0 - memory * memory) * normal(random);
        }
        const auto line = fit_line(points, correlation);
        if (line && std::abs(line->slope - 0.3) < 2.0 * line->slope_error) ++within;
    }
    return static_cast<double>(within) / lines;
}

TEST(FitLine, KnowsItsError) {
    // Two standard deviations hold 95.4 % of normal errors that are known exactly. A correlation
    // that must be estimated from the residuals is estimated a little too short.
    EXPECT_NEAR(share_within_two(0.0, 1.0), 0.954, 0.03);
    EXPECT_NEAR(share_within_two(0.7, 1.0), 0.93, 0.04);
    EXPECT_NEAR(share_within_two(0.7, 17.0 / 3.0), 0.95, 0.03);
    EXPECT_NEAR(share_within_two(0.9, 1.0), 0.90, 0.05);
}

TEST(FitLine, TheErrorOfIndependentPointsWouldBeFarTooSmall) {
    // What the same lines would claim without a look at the correlation: 1 / sqrt(sum x^2).
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal;
    std::vector<Vec2> points;
    double noise = normal(random);
    for (int k = 0; k < 400; ++k) {
        points.push_back({1.0 * k, noise});
        noise = 0.9 * noise + std::sqrt(1.0 - 0.81) * normal(random);
    }
    const double independent = std::sqrt(12.0 / (400.0 * 400.0 * 400.0));
    const auto line = fit_line(points, 1.0);
    ASSERT_TRUE(line);
    // sqrt((1 + 0.9) / (1 - 0.9)) = 4.4 times that.
    EXPECT_GT(line->slope_error, 2.5 * independent);
    EXPECT_LT(line->slope_error, 7.0 * independent);
}

TEST(FitLine, RefusesWhatIsNoLine) {
    EXPECT_FALSE(fit_line({}, 1.0));
    const std::vector<Vec2> two{{0.0, 0.0}, {1.0, 1.0}};
    EXPECT_FALSE(fit_line(two, 0.1));
    const std::vector<Vec2> upright{{1.0, 0.0}, {1.0, 1.0}, {1.0, 2.0}};
    EXPECT_FALSE(fit_line(upright, 0.1));
    std::vector<Vec2> short_one;
    for (int k = 0; k < 20; ++k) short_one.push_back({0.1 * k, 0.0});
    EXPECT_TRUE(fit_line(short_one, 0.5));
    EXPECT_FALSE(fit_line(short_one, 1.0));  // two grains long
}

}  // namespace
}  // namespace scree::engine

#include "engine/base/elementary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/geometry/random_shapes.h"

namespace scree::engine {
namespace {

using tests::Random;

/// The distance from the true value, in units in its last place.
double ulps(double value, double expected) {
    const double ulp = std::nextafter(std::abs(expected), HUGE_VAL) - std::abs(expected);
    return std::abs(value - expected) / ulp;
}

TEST(Elementary, ExponentialAgreesWithTheCLibrary) {
    Random random(1);
    for (int k = 0; k < 100'000; ++k) {
        const double x = random.uniform(-1.0, 1.0) * random.log_uniform(1e-20, 700.0);
        ASSERT_LT(ulps(exponential(x), std::exp(x)), 3.0) << x;
        ASSERT_LT(ulps(exponential_minus_one(x), std::expm1(x)), 6.0) << x;
    }
    EXPECT_EQ(exponential(0.0), 1.0);
    EXPECT_EQ(exponential_minus_one(0.0), 0.0);
}

TEST(Elementary, LogarithmAgreesWithTheCLibrary) {
    Random random(2);
    for (int k = 0; k < 100'000; ++k) {
        const double x = std::exp2(random.uniform(-990.0, 990.0));
        ASSERT_LT(ulps(logarithm(x), std::log(x)), 3.0) << x;
        const double near = 1.0 + random.uniform(-0.5, 0.5) * random.log_uniform(1e-15, 1.0);
        ASSERT_LT(ulps(logarithm(near), std::log(near)), 4.0) << near;
        const double y = random.uniform(-0.999, 1.0) * random.log_uniform(1e-20, 1.0);
        ASSERT_LT(ulps(logarithm_of_one_plus(y), std::log1p(y)), 6.0) << y;
        ASSERT_LT(ulps(logarithm_of_one_plus(x), std::log1p(x)), 6.0) << x;
    }
    EXPECT_EQ(logarithm(1.0), 0.0);
    EXPECT_EQ(logarithm_of_one_plus(0.0), 0.0);
}

TEST(Elementary, NormalQuantileInvertsTheErrorFunction) {
    Random random(3);
    for (int k = 0; k < 100'000; ++k) {
        const double u = random.log_uniform(1e-300, 0.5);
        const double z = normal_quantile(u);
        // The share below z changes by (1 + z^2) times the relative error of z, at most about.
        const double expected = 0.5 * std::erfc(-z / std::sqrt(2.0));
        ASSERT_NEAR(expected / u, 1.0, 1e-15 * (20.0 + 4.0 * z * z)) << u;
        if (u > 1e-10) {
            ASSERT_NEAR(normal_quantile(1.0 - u), -z, 1e-5) << u;
        }
    }
    EXPECT_EQ(normal_quantile(0.5), 0.0);
}

}  // namespace
}  // namespace scree::engine

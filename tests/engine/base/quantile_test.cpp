#include "engine/base/quantile.h"

#include <gtest/gtest.h>

namespace scree::engine {
namespace {

TEST(Quantile, SharesOfAFew) {
    std::vector<double> values{5.0, 1.0, 4.0, 2.0, 3.0};
    EXPECT_EQ(quantile(values, 0.0), 1.0);
    EXPECT_EQ(quantile(values, 0.5), 3.0);
    EXPECT_EQ(quantile(values, 0.99), 5.0);
    EXPECT_EQ(quantile(values, 1.0), 5.0);
}

TEST(Quantile, OfAnEvenNumberTheLargerOfTheTwoInTheMiddle) {
    for (std::size_t size = 2; size < 20; size += 2) {
        std::vector<double> values;
        for (std::size_t k = 0; k < size; ++k) values.push_back(static_cast<double>(size - k));
        EXPECT_EQ(quantile(values, 0.5), static_cast<double>(size / 2 + 1));
    }
}

}  // namespace
}  // namespace scree::engine

#include "geometry/wide/wide.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <vector>

#include "tests/geometry/random_shapes.h"

namespace scree::geometry {
namespace {

constexpr std::size_t count = 1001;

TEST(Wide, GivesTheSameBitsOnEveryProcessor) {
    if (!has_avx2) GTEST_SKIP() << "this processor has no AVX2 to compare with";
    tests::Random random(1);
    std::vector<double> a(count);
    std::vector<double> b(count);
    for (std::size_t i = 0; i < count; ++i) {
        a[i] = random.uniform(-1.0, 1.0);
        b[i] = random.uniform(-1.0, 1.0);
    }
    // Products that are added, where a fused operation would leave out a rounding.
    const auto into = [&](std::vector<double>& out) {
        return [&a, &b, &out]() SCREE_WIDE {
#pragma omp simd
            for (std::size_t i = 0; i < count; ++i)
                out[i] = (a[i] * b[i] + a[i]) / (b[i] * b[i] - a[i] * 0.1) +
                         std::sqrt(a[i] * a[i] + b[i] * b[i]);
        };
    };
    std::vector<double> narrow(count);
    std::vector<double> wide(count);
    into(narrow)();
    with_avx2(into(wide));
    EXPECT_EQ(std::memcmp(narrow.data(), wide.data(), count * sizeof(double)), 0);

    std::size_t fused_would_differ = 0;
    for (std::size_t i = 0; i < count; ++i)
        fused_would_differ += std::fma(a[i], b[i], a[i]) != a[i] * b[i] + a[i] ? 1 : 0;
    EXPECT_GT(fused_would_differ, count / 10);
}

}  // namespace
}  // namespace scree::geometry

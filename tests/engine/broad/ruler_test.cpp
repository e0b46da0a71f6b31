#include "engine/broad/ruler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/base/generator.h"

namespace scree::engine {
namespace {

using geometry::Box;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr auto last_tick = std::numeric_limits<std::int32_t>::max();

std::int32_t tick_of(const Ruler& ruler, double x) {
    const TickBox ticks = ruler.measured({{x, 0.0}, {0.0, x}});
    EXPECT_GE(ticks.low_x, 0);
    return ticks.low_x;
}

// What the grids rely on: ticks that differ say which place is the further.
TEST(Ruler, KeepsTheOrderOfAllPlaces) {
    Generator random(1, "places");
    const std::vector<Box> ranges = {{{0.0, 0.0}, {1.0, 1.0}},       {{-3.0, -7.0}, {1e-3, 5.0}},
                                     {{1e6, 1e6}, {1e6 + 1.0, 1e6}}, {{-1e300, -1.0}, {1e300, 1.0}},
                                     {{0.0, 0.0}, {1e-300, 1e-300}}, {{2.0, 2.0}, {2.0, 2.0}},
                                     {{-1e308, 0.0}, {1.7e308, 1.0}}};
    std::size_t differ = 0;
    for (const Box& range : ranges) {
        const Ruler ruler(range);
        std::vector<double> places = {-infinity, infinity, 0.0, range.low.x, range.high.x};
        for (int k = 0; k < 2000; ++k) {
            const double inside = random.uniform(0.0, 1.0);
            const double x = range.low.x + inside * (range.high.x / 2.0 - range.low.x / 2.0) * 2.0;
            places.push_back(x);
            places.push_back(std::nextafter(x, infinity));
            places.push_back(x * random.uniform(-10.0, 10.0));
        }
        std::sort(places.begin(), places.end());
        for (std::size_t k = 1; k < places.size(); ++k) {
            const std::int32_t before = tick_of(ruler, places[k - 1]);
            const std::int32_t here = tick_of(ruler, places[k]);
            ASSERT_LE(before, here) << places[k - 1] << " and " << places[k];
            differ += before < here ? 1 : 0;
        }
    }
    EXPECT_GT(differ, 10'000u);
}

TEST(Ruler, HasTicksForItsRange) {
    const Ruler ruler({{-1.0, 10.0}, {3.0, 11.0}});
    EXPECT_EQ(ruler.measured({{-1.0, 10.0}, {3.0, 14.0}}), (TickBox{0, 0, last_tick, last_tick}));
    const TickBox middle = ruler.measured({{0.0, 11.0}, {1.0, 12.0}});
    EXPECT_EQ(middle, (TickBox{last_tick / 4, last_tick / 4, last_tick / 2, last_tick / 2}));
    EXPECT_EQ(ruler.measured({{-2.0, -infinity}, {1e9, infinity}}),
              (TickBox{0, 0, last_tick, last_tick}));
    EXPECT_EQ(ruler.measured({{NAN, NAN}, {NAN, NAN}}), TickBox{});
}

}  // namespace
}  // namespace scree::engine

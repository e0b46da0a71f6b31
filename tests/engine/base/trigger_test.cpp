#include "engine/base/trigger.h"

#include <gtest/gtest.h>

#include <vector>

namespace scree::engine {
namespace {

/// The steps at which it fires.
std::vector<std::uint64_t> steps_of(double period, double dt, std::uint64_t steps) {
    Trigger trigger{period};
    std::vector<std::uint64_t> fired;
    for (std::uint64_t n = 0; n <= steps; ++n) {
        const double time = static_cast<double>(n) * dt;
        if (!trigger.due(time)) continue;
        fired.push_back(n);
        trigger.pass(time);
    }
    return fired;
}

TEST(Trigger, FiresAtTheFirstStepOfEachPeriod) {
    EXPECT_EQ(steps_of(1.0, 0.5, 6), (std::vector<std::uint64_t>{0, 2, 4, 6}));
    EXPECT_EQ(steps_of(1.0, 0.4, 8), (std::vector<std::uint64_t>{0, 3, 5, 8}));
    EXPECT_EQ(steps_of(10.0, 1.0, 9), (std::vector<std::uint64_t>{0}));
}

TEST(Trigger, SeveralPeriodsInAStepMakeOne) {
    EXPECT_EQ(steps_of(0.1, 1.0, 3), (std::vector<std::uint64_t>{0, 1, 2, 3}));
}

TEST(Trigger, NeverTooEarlyAndNeverLate) {
    // Numbers that are no binary fractions, so that quotients round up and down.
    for (const double dt : {1e-3, 3.7e-5, 0.1, 1.0 / 3.0}) {
        for (const double period : {1e-3, 7e-4, 0.3, 0.01}) {
            Trigger trigger{period};
            for (std::uint64_t n = 0, k = 0; n < 5000; ++n) {
                const double time = static_cast<double>(n) * dt;
                const bool expected = time >= static_cast<double>(k) * period;
                ASSERT_EQ(trigger.due(time), expected) << dt << ' ' << period << ' ' << n;
                if (!expected) continue;
                trigger.pass(time);
                while (time >= static_cast<double>(k) * period) ++k;
                ASSERT_EQ(trigger.next, k);
            }
        }
    }
}

TEST(Trigger, FirstStepAtATime) {
    for (const double dt : {1e-3, 3.7e-5, 0.1, 1.0 / 3.0}) {
        EXPECT_EQ(first_step_at(0.0, dt), 0u);
        for (const double time : {1e-9, 0.1, 0.3, 1.0, 7.0}) {
            const std::uint64_t step = first_step_at(time, dt);
            EXPECT_GE(static_cast<double>(step) * dt, time);
            EXPECT_LT(static_cast<double>(step - 1) * dt, time);
        }
    }
}

}  // namespace
}  // namespace scree::engine

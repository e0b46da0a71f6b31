// Workers on cores that they do not have for themselves.

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "engine/base/workers.h"
#include "tests/sanitizers.h"

namespace scree::engine {
namespace {

using Clock = std::chrono::steady_clock;

cpu_set_t cores_of_this_thread() {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    return set;
}

/// Leaves this thread, and those that it starts, a number of the cores that it had.
class FewerCores {
public:
    explicit FewerCores(int count) : before_(cores_of_this_thread()) {
        cpu_set_t fewer;
        CPU_ZERO(&fewer);
        for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&fewer) < count; ++core)
            if (CPU_ISSET(core, &before_)) CPU_SET(core, &fewer);
        sched_setaffinity(0, sizeof fewer, &fewer);
    }
    ~FewerCores() { sched_setaffinity(0, sizeof before_, &before_); }
    FewerCores(const FewerCores&) = delete;
    FewerCores& operator=(const FewerCores&) = delete;

private:
    cpu_set_t before_;
};

/// A thread on each core at hand that never rests.
class BusyNeighbours {
public:
    BusyNeighbours() {
        const cpu_set_t cores = cores_of_this_thread();
        for (int core = 0; core < CPU_SETSIZE; ++core)
            if (CPU_ISSET(core, &cores)) threads_.emplace_back([this, core] { be_busy_on(core); });
    }
    ~BusyNeighbours() { go_on_ = false; }
    BusyNeighbours(const BusyNeighbours&) = delete;
    BusyNeighbours& operator=(const BusyNeighbours&) = delete;

private:
    void be_busy_on(int core) const {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(core, &one);
        sched_setaffinity(0, sizeof one, &one);
        while (go_on_.load(std::memory_order_relaxed)) {
        }
    }

    std::atomic<bool> go_on_ = true;
    std::vector<std::jthread> threads_;
};

/// Rounds of a few microseconds that so many workers get through in a tenth of a second.
std::size_t rounds_of(std::uint32_t count) {
    Workers workers(count);
    std::vector<double> items(1000, 1.0);
    std::size_t rounds = 0;
    for (const auto end = Clock::now() + std::chrono::milliseconds(100); Clock::now() < end;) {
        for (int i = 0; i < 10; ++i, ++rounds)
            workers.split(items.size(), 8, [&](Range range, std::uint32_t) {
                for (std::size_t k = range.first; k < range.last; ++k)
                    items[k] = 0.5 * items[k] + 1.0 / items[k];
            });
    }
    return rounds;
}

#if SCREE_SANITIZED
#define SCREE_SKIP_TIMES GTEST_SKIP() << "sanitizers have costs of their own"
#else
#define SCREE_SKIP_TIMES static_cast<void>(0)
#endif

/// How many times slower so many workers are than one. The least of a few measurements, because
/// other programs may hold up one of the two.
double loss_of(std::uint32_t count) {
    double least = 1e9;
    for (int i = 0; i < 5 && least >= 3.0; ++i) {
        const auto alone = static_cast<double>(rounds_of(1));
        least = std::min(least, alone / static_cast<double>(rounds_of(count)));
    }
    return least;
}

TEST(BusyCores, WorkersOnOneCoreLoseLessThanThreeTimes) {
    SCREE_SKIP_TIMES;
    const FewerCores one(1);
    EXPECT_LT(loss_of(2), 3.0);
    EXPECT_LT(loss_of(3), 3.0);
}

TEST(BusyCores, WorkersOnOneCoreWithABusyNeighbourLoseLessThanThreeTimes) {
    SCREE_SKIP_TIMES;
    const FewerCores one(1);
    const BusyNeighbours neighbour;
    EXPECT_LT(loss_of(2), 3.0);
    EXPECT_LT(loss_of(3), 3.0);
}

TEST(BusyCores, WorkersWithBusyNeighboursOnAllCoresLoseLessThanThreeTimes) {
    SCREE_SKIP_TIMES;
    const FewerCores two(2);
    const BusyNeighbours neighbours;
    EXPECT_LT(loss_of(2), 3.0);
}

TEST(BusyCores, TheDefaultIsAtMostTheCoresAtHand) {
    {
        const FewerCores one(1);
        EXPECT_EQ(cores_at_hand(), 1u);
        EXPECT_EQ(default_threads(), 1u);
    }
    EXPECT_EQ(default_threads(), std::min(2u, cores_at_hand()));
}

}  // namespace
}  // namespace scree::engine

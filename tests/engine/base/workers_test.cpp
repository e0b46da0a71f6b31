#include "engine/base/workers.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "tests/geometry/random_shapes.h"
#include "tests/sanitizers.h"

namespace scree::engine {
namespace {

constexpr std::uint32_t worker_counts[]{1, 2, 3, 8};
constexpr std::size_t item_counts[]{0, 1, 2, 31, 32, 33, 63, 64, 65, 100, 257, 1000, 4097};

TEST(Workers, EachOfThemIsCalledOnce) {
    for (const std::uint32_t count : worker_counts) {
        Workers workers(count);
        ASSERT_EQ(workers.count(), count);
        std::vector<int> calls(count, 0);
        workers.run([&](std::uint32_t worker) { ++calls[worker]; });
        EXPECT_EQ(calls, std::vector<int>(count, 1));
    }
}

TEST(Workers, ThereIsAtLeastOne) {
    Workers workers(0);
    EXPECT_EQ(workers.count(), 1u);
    int calls = 0;
    workers.run([&](std::uint32_t worker) { calls += worker == 0 ? 1 : 100; });
    EXPECT_EQ(calls, 1);
}

// Shares that last are computed at the same time, each by a thread of its own.
TEST(Workers, TheOwnerIsWorkerZeroAndTheOthersAreThreads) {
    Workers workers(3);
    for (int round = 0; round < 3; ++round) {
        std::vector<std::thread::id> ids(3);
        std::atomic<int> begun = 0;
        workers.run([&](std::uint32_t worker) {
            ids[worker] = std::this_thread::get_id();
            for (++begun; begun < 3;) std::this_thread::yield();
        });
        EXPECT_EQ(ids[0], std::this_thread::get_id());
        EXPECT_NE(ids[1], ids[0]);
        EXPECT_NE(ids[2], ids[0]);
        EXPECT_NE(ids[1], ids[2]);
    }
}

TEST(Workers, TakeTasksThatHaveANameOrCannotChange) {
    Workers workers(2);
    std::atomic<int> calls = 0;
    auto named = [&](std::uint32_t) { ++calls; };
    const auto constant = named;
    std::function<void(std::uint32_t)> function = named;
    workers.run(named);
    workers.run(constant);
    workers.run(function);
    EXPECT_EQ(calls, 6);
}

TEST(Workers, EveryItemIsVisitedOnce) {
    for (const std::uint32_t count : worker_counts) {
        Workers workers(count);
        for (const std::size_t items : item_counts) {
            for (const std::size_t block : {1u, 7u, 32u, 64u}) {
                std::vector<int> visits(items, 0);
                std::vector<int> calls(count, 0);
                workers.split(items, block, [&](Range range, std::uint32_t worker) {
                    EXPECT_LT(range.first, range.last);
                    EXPECT_EQ(range.first % block, 0u);
                    EXPECT_TRUE(range.last % block == 0 || range.last == items);
                    ++calls[worker];
                    for (std::size_t i = range.first; i < range.last; ++i) ++visits[i];
                });
                EXPECT_EQ(visits, std::vector<int>(items, 1)) << count << " workers";
                for (const int c : calls) EXPECT_LE(c, 1);
            }
        }
    }
}

TEST(Workers, SharesAreContiguousAndDifferByOneBlock) {
    for (const std::uint32_t count : worker_counts) {
        const Workers workers(count);
        for (const std::size_t items : item_counts) {
            constexpr std::size_t block = 32;
            std::size_t next = 0;
            std::size_t fewest = items;
            std::size_t most = 0;
            for (std::uint32_t worker = 0; worker < count; ++worker) {
                const Range share = workers.share_of(items, block, worker);
                EXPECT_EQ(share.first, next);
                next = share.last;
                fewest = std::min(fewest, share.last - share.first);
                most = std::max(most, share.last - share.first);
            }
            EXPECT_EQ(next, items);
            EXPECT_LT(most - fewest, 2 * block) << items << " items, " << count << " workers";
        }
    }
}

TEST(Workers, ASingleBlockIsForTheOwner) {
    Workers workers(3);
    const auto owner = std::this_thread::get_id();
    workers.split(5, 32, [&](Range range, std::uint32_t worker) {
        EXPECT_EQ(range.last - range.first, 5u);
        EXPECT_EQ(worker, 0u);
        EXPECT_EQ(std::this_thread::get_id(), owner);
    });
}

TEST(Workers, EveryItemOfAnyWeightIsDoneOnce) {
    tests::Random random(2);
    for (const std::uint32_t count : worker_counts) {
        Workers workers(count);
        for (const std::size_t items : item_counts) {
            for (const double zeros : {0.0, 0.5, 1.0}) {
                std::vector<std::size_t> before(items + 1, 0);
                for (std::size_t k = 0; k < items; ++k)
                    before[k + 1] = before[k] + (random.chance(zeros) ? 0 : random.below(1000));
                std::vector<std::atomic<int>> visits(items);
                workers.share_out(
                    items, [&](std::size_t k) { return before[k]; },
                    [&](std::size_t k, std::uint32_t worker) {
                        EXPECT_LT(worker, count);
                        ++visits[k];
                    });
                for (const std::atomic<int>& v : visits) ASSERT_EQ(v, 1) << count << " workers";
            }
        }
    }
}

TEST(Workers, BeginWhereSharesOfTheWeightDo) {
    Workers workers(3);
    // Falling weights, as pairs by the lower of two grains: 30, 29, ... 1.
    constexpr std::size_t items = 30;
    const auto before = [](std::size_t k) { return k * (2 * items + 1 - k) / 2; };
    std::atomic<std::uint32_t> begun = 0;
    std::array<std::size_t, 3> first{};
    std::array<bool, 3> has_begun{};
    workers.share_out(items, before, [&](std::size_t k, std::uint32_t worker) {
        if (std::exchange(has_begun[worker], true)) return;
        first[worker] = k;
        // Every worker waits for the others, so that each gets its own first item.
        for (++begun; begun < 3;) std::this_thread::yield();
    });
    const std::size_t all = before(items);
    EXPECT_EQ(first[0], 0u);
    for (const std::size_t worker : {1u, 2u}) {
        EXPECT_GE(before(first[worker]), all * worker / 3);
        EXPECT_LT(before(first[worker] - 1), all * worker / 3);
    }
}

TEST(Workers, TakeOnWhatOthersHaveNotComeTo) {
    Workers workers(2);
    constexpr std::size_t items = 40;
    std::atomic<std::size_t> done = 0;
    std::atomic<bool> owner_has_begun = false;
    std::array<std::size_t, 2> taken{};
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    const auto wait_until = [&](auto&& is_so) {
        while (!is_so() && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    };
    workers.share_out(
        items, [](std::size_t k) { return k; },
        [&](std::size_t, std::uint32_t worker) {
            ++taken[worker];
            if (worker == 0) {
                owner_has_begun = true;
                wait_until([&] { return done == items - 1; });
            } else {
                wait_until([&] { return owner_has_begun.load(); });
            }
            ++done;
        });
    EXPECT_EQ(done, items);
    EXPECT_EQ(taken[0], 1u);
    EXPECT_EQ(taken[1], items - 1);
}

TEST(Workers, ShareOutAgainAfterAnException) {
    Workers workers(3);
    const auto weight = [](std::size_t k) { return k; };
    const auto share = [&](bool fails) {
        std::atomic<int> done = 0;
        workers.share_out(100, weight, [&](std::size_t k, std::uint32_t) {
            if (fails && k == 50) throw std::runtime_error("item 50");
            ++done;
        });
        return done.load();
    };
    EXPECT_THROW(share(true), std::runtime_error);
    EXPECT_EQ(share(false), 100);
}

TEST(Workers, SumsByBlocksDoNotDependOnTheirNumber) {
    tests::Random random(1);
    std::vector<double> items(10007);
    for (double& item : items) item = random.log_uniform(1e-9, 1e9);
    constexpr std::size_t block = 64;
    const auto sum_on = [&](std::uint32_t count) {
        Workers workers(count);
        std::vector<double> sums((items.size() + block - 1) / block, 0.0);
        workers.split(items.size(), block, [&](Range range, std::uint32_t) {
            for (std::size_t i = range.first; i < range.last; ++i) sums[i / block] += items[i];
        });
        return std::accumulate(sums.begin(), sums.end(), 0.0);
    };
    const double alone = sum_on(1);
    for (const std::uint32_t count : worker_counts) EXPECT_EQ(sum_on(count), alone);
}

TEST(Workers, AnExceptionOfAnyOfThemComesBack) {
    for (const std::uint32_t count : worker_counts) {
        Workers workers(count);
        for (std::uint32_t bad = 0; bad < count; ++bad) {
            std::atomic<std::uint32_t> finished = 0;
            try {
                workers.run([&](std::uint32_t worker) {
                    if (worker == bad) throw std::runtime_error(std::to_string(worker));
                    ++finished;
                });
                FAIL() << "nothing thrown";
            } catch (const std::runtime_error& error) {
                EXPECT_EQ(error.what(), std::to_string(bad));
            }
            EXPECT_EQ(finished, count - 1);
            std::atomic<std::uint32_t> calls = 0;
            workers.run([&](std::uint32_t) { ++calls; });
            EXPECT_EQ(calls, count) << "after an exception";
        }
    }
}

TEST(Workers, OfSeveralExceptionsTheLowestWorkersComesBackAndTheOthersAreForgotten) {
    Workers workers(8);
    for (int round = 0; round < 20; ++round) {
        try {
            workers.run([](std::uint32_t worker) {
                if (worker >= 2) throw std::runtime_error(std::to_string(worker));
            });
            FAIL() << "nothing thrown";
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(), "2");
        }
        EXPECT_NO_THROW(workers.run([](std::uint32_t) {}));
    }
}

// Each round writes what another worker reads in the next, without atomics: the rounds alone
// order them, and the thread sanitizer sees if they do not.
TEST(Workers, WhatOneWritesTheOthersReadInTheNextRound) {
    const std::size_t rounds = tests::rounds(20000);
    for (const std::uint32_t count : worker_counts) {
        Workers workers(count);
        std::vector<std::size_t> cells(count, 0);
        std::vector<std::size_t> next(count, 0);
        std::vector<std::size_t> wrong(count, 0);
        for (std::size_t round = 0; round < (count <= 2 ? rounds : rounds / 10); ++round) {
            workers.run([&](std::uint32_t worker) {
                if (cells[(worker + 1) % count] != round) ++wrong[worker];
                next[worker] = round + 1;
            });
            ASSERT_EQ(next, std::vector<std::size_t>(count, round + 1));
            std::swap(cells, next);
        }
        EXPECT_EQ(wrong, std::vector<std::size_t>(count, 0));
    }
}

// Waiters that sleep must be woken, those that still spin must not be lost, whoever comes last.
TEST(Workers, NobodyIsLeftBehindWhenSomeAreLate) {
    Workers workers(3);
    tests::Random random(2);
    for (std::size_t round = 0; round < tests::rounds(300); ++round) {
        const std::uint32_t late = random.below(3);
        const auto pause = std::chrono::microseconds(random.below(400));
        std::vector<int> calls(3, 0);
        workers.run([&](std::uint32_t worker) {
            if (worker == late) std::this_thread::sleep_for(pause);
            ++calls[worker];
        });
        ASSERT_EQ(calls, std::vector<int>(3, 1));
    }
}

// A thread that is stopped between any two instructions, because others keep all cores busy, must
// not make the pool forget a worker that sleeps: it would never work again, nor end.
TEST(Workers, NobodyIsForgottenOnBusyCores) {
    std::atomic<bool> is_over = false;
    std::vector<std::jthread> busy;
    for (std::uint32_t i = 0; i < 2 * cores_at_hand(); ++i)
        busy.emplace_back([&] {
            while (!is_over.load(std::memory_order_relaxed)) {
            }
        });
    Workers workers(2);
    for (int times = 0; times < 20; ++times) {
        using Clock = std::chrono::steady_clock;
        const auto end = Clock::now() + std::chrono::milliseconds(100);
        while (Clock::now() < end)
            for (int round = 0; round < 100; ++round) workers.run([](std::uint32_t) {});
        // Each share waits for the other one, so two threads must be at work.
        std::atomic<int> begun = 0;
        const auto deadline = Clock::now() + std::chrono::seconds(20);
        workers.run([&](std::uint32_t) {
            for (++begun; begun < 2 && Clock::now() < deadline;) std::this_thread::yield();
            if (Clock::now() >= deadline) begun = -100;
        });
        EXPECT_EQ(begun, 2) << "a worker has been asleep for 20 s";
        if (begun != 2) break;
    }
    is_over = true;
}

TEST(Workers, ManyMoreThanCoresGetOn) {
    Workers workers(64);
    std::atomic<std::size_t> calls = 0;
    for (int round = 0; round < 100; ++round) workers.run([&](std::uint32_t) { ++calls; });
    EXPECT_EQ(calls, 6400u);
}

TEST(Workers, EndRightAfterTheyStart) {
    for (std::size_t round = 0; round < tests::rounds(300); ++round)
        for (const std::uint32_t count : worker_counts) const Workers workers(count);
}

// In a process of its own, which has memory for a few stacks only.
TEST(WorkersDeathTest, TooManyAreAnErrorAndNotAHang) {
#if SCREE_SANITIZED
    GTEST_SKIP() << "sanitizers need the address space themselves";
#endif
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto crowd = [] {
        const rlimit limit{1u << 28, 1u << 28};
        setrlimit(RLIMIT_AS, &limit);
        try {
            const Workers workers(5000);
        } catch (const std::system_error&) {
            std::exit(17);
        }
        std::exit(1);
    };
    EXPECT_EXIT(crowd(), testing::ExitedWithCode(17), "");
}

}  // namespace
}  // namespace scree::engine

#pragma once

#include <atomic>
#include <cstdint>

namespace scree::engine {

/// Where workers wait for each other between two phases of a step. A step has about a dozen of
/// these, so it must cost far less than a microsecond: a waiter spins for a while before it sleeps,
/// and waking makes no system call when nobody sleeps.
class Barrier {
public:
    /// With `spin` false waiters sleep at once: right where there are more of them than cores.
    Barrier(std::uint32_t parties, bool spin) : parties_(parties), spins_(spin ? most_spins : 0) {}

    /// Returns when all parties have arrived. What they wrote before is then visible to all.
    void arrive_and_wait() {
        const std::uint32_t round = round_.load(std::memory_order_acquire);
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == parties_) {
            arrived_.store(0, std::memory_order_relaxed);
            // Either this store comes before a sleeper's last look at the round, or the sleeper's
            // count comes before the load below: all four are sequentially consistent.
            round_.store(round + 1);
            if (sleepers_.load() > 0) round_.notify_all();
            return;
        }
        for (std::uint32_t i = 0; i < spins_; ++i) {
            if (round_.load(std::memory_order_acquire) != round) return;
            __builtin_ia32_pause();
        }
        sleepers_.fetch_add(1);
        while (round_.load() == round) round_.wait(round);
        sleepers_.fetch_sub(1);
    }

    /// Arrives for parties that will never come.
    void arrive_for(std::uint32_t missing) {
        arrived_.fetch_add(missing, std::memory_order_acq_rel);
    }

private:
    /// 20 to 100 us: longer than most phases differ between workers, shorter than a time slice.
    static constexpr std::uint32_t most_spins = 2000;

    // Each in a cache line of its own: waiters read one while others write the next.
    alignas(64) std::atomic<std::uint32_t> arrived_{0};
    alignas(64) std::atomic<std::uint32_t> round_{0};
    alignas(64) std::atomic<std::uint32_t> sleepers_{0};
    std::uint32_t parties_;
    std::uint32_t spins_;
};

}  // namespace scree::engine

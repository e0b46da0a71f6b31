#include "engine/base/workers.h"

#include <sched.h>

#include <algorithm>
#include <utility>

namespace scree::engine {
namespace {

/// How often a waiting worker looks before it sleeps, which takes 20 to 100 us: longer than most
/// phases differ between workers, but shorter than a time slice. A step has about a dozen rounds,
/// so a round must cost far less than a microsecond, while sleeping and waking cost several.
constexpr std::uint32_t most_spins = 2000;

}  // namespace

std::uint32_t cores_at_hand() {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    return static_cast<std::uint32_t>(CPU_COUNT(&set));
}

std::uint32_t default_threads() { return std::min(2u, cores_at_hand()); }

Workers::Workers(std::uint32_t count)
    : count_(std::max(count, 1u)),
      spins_(count_ <= cores_at_hand() ? most_spins : 0),
      shares_(std::make_unique<Share[]>(count_)),
      queues_(std::make_unique<Queue[]>(count_)),
      errors_(count_) {
    try {
        threads_.reserve(count_ - 1);
        for (std::uint32_t worker = 1; worker < count_; ++worker)
            threads_.emplace_back([this, worker] { serve(worker); });
    } catch (...) {
        end();
        throw;
    }
}

Workers::~Workers() { end(); }

void Workers::end() {
    has_ended_.store(true, std::memory_order_relaxed);
    begin_round();
}

Range Workers::share_of(std::size_t items, std::size_t block, std::uint32_t worker) const {
    const std::size_t blocks = (items + block - 1) / block;
    if (blocks == 1) return worker == 0 ? Range{0, items} : Range{items, items};
    const auto edge = [&](std::size_t w) { return std::min(blocks * w / count_ * block, items); };
    return {edge(worker), edge(worker + 1)};
}

void Workers::call(std::uint32_t worker) {
    try {
        task_(context_, worker);
    } catch (...) {
        errors_[worker] = std::current_exception();
    }
}

void Workers::run_erased(Erased task, void* context) {
    if (count_ == 1) {
        task(context, 0);
        return;
    }
    task_ = task;
    context_ = context;
    begin_round();
    call(0);
    const std::uint32_t round = round_.load(std::memory_order_relaxed);
    for (std::uint32_t share = 1; share < count_; ++share) take(share, round);
    for (std::uint32_t share = 1; share < count_; ++share) wait_for(share, round);
    throw_first_error();
}

void Workers::throw_first_error() {
    for (std::exception_ptr& error : errors_) {
        if (!error) continue;
        const std::exception_ptr first = std::move(error);
        std::fill(errors_.begin(), errors_.end(), nullptr);
        std::rethrow_exception(first);
    }
}

/// No wake-up is lost: either the store of the round comes before a sleeper's last look at it, or
/// the sleeper's count comes before the load below, because all four operations are
/// sequentially consistent.
void Workers::begin_round() {
    round_.store(round_.load(std::memory_order_relaxed) + 1);
    if (sleepers_.load() > 0) round_.notify_all();
}

std::uint32_t Workers::wait_for_round_after(std::uint32_t round) {
    for (std::uint32_t i = 0; i < spins_; ++i) {
        const std::uint32_t now = round_.load(std::memory_order_acquire);
        if (now != round) return now;
        __builtin_ia32_pause();
    }
    sleepers_.fetch_add(1);
    while (round_.load() == round) round_.wait(round);
    sleepers_.fetch_sub(1);
    return round_.load(std::memory_order_acquire);
}

void Workers::serve(std::uint32_t worker) {
    for (std::uint32_t round = 0;;) {
        round = wait_for_round_after(round);
        if (has_ended_.load(std::memory_order_relaxed)) return;
        for (std::uint32_t k = 0; k + 1 < count_; ++k)
            take(1 + (worker - 1 + k) % (count_ - 1), round);
    }
}

/// Computes the share unless another thread has already begun it. If the round is long past, the
/// share has been taken.
void Workers::take(std::uint32_t share, std::uint32_t round) {
    std::atomic<std::uint32_t>& state = shares_[share].state;
    std::uint32_t idle = 2 * round - 1;
    if (state.load(std::memory_order_relaxed) != idle ||
        !state.compare_exchange_strong(idle, 2 * round, std::memory_order_acq_rel))
        return;
    call(share);
    // No wake-up is lost, as in begin_round: either the owner's last look sees this store, or the
    // load below sees the owner's flag.
    state.store(2 * round + 1);
    if (owner_sleeps_.load()) state.notify_one();
}

/// Returns when the share, which another thread has begun, is done.
void Workers::wait_for(std::uint32_t share, std::uint32_t round) {
    std::atomic<std::uint32_t>& state = shares_[share].state;
    for (std::uint32_t i = 0; i <= spins_; ++i) {
        if (state.load(std::memory_order_acquire) != 2 * round) return;
        __builtin_ia32_pause();
    }
    owner_sleeps_.store(true);
    while (state.load() == 2 * round) state.wait(2 * round);
    owner_sleeps_.store(false);
}

}  // namespace scree::engine

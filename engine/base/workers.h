#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <type_traits>
#include <vector>

namespace scree::engine {

/// Consecutive items, from first to last - 1.
struct Range {
    std::size_t first = 0;
    std::size_t last = 0;
};

/// Returns how many of the machine's cores this process may use.
std::uint32_t cores_at_hand();

/// The number of workers for a run that does not specify it: two, but not more than there are
/// cores.
std::uint32_t default_threads();

/// A fixed pool of threads, started once. A task is split into as many shares as there are workers.
/// The thread that owns the pool is worker 0 and computes share 0; each of the others computes the
/// share with its own number, so that its items may still be in its cache. A worker that has
/// finished takes over shares that nobody has begun. So a thread that the system does not let run,
/// because something else keeps its core busy, delays the others only if it was stopped in the
/// middle of its share.
class Workers {
public:
    /// Starts this many workers, but at least one. Throws std::system_error when the system has no
    /// more threads.
    explicit Workers(std::uint32_t count);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    std::uint32_t count() const { return count_; }

    /// Calls task(worker) once for the number of each worker, and returns when all calls are done;
    /// what the tasks wrote is then visible here. One thread may make several of the calls, one
    /// after the other, so a task must not wait for another. If tasks throw, the exception of the
    /// lowest worker number is thrown again here. Only the thread that owns the pool may call this,
    /// and not from within a task.
    template <class Task>
    void run(Task&& task) {
        using Plain = std::remove_reference_t<Task>;
        run_erased(
            [](void* context, std::uint32_t worker) { (*static_cast<Plain*>(context))(worker); },
            const_cast<void*>(static_cast<const void*>(std::addressof(task))));
    }

    /// Splits `items` into contiguous shares whose ends are multiples of `block` (at least one),
    /// and calls task(range, worker) once on each worker that gets any items. The blocks do not
    /// depend on the number of workers, so what is summed block by block has the same bits for any
    /// number.
    template <class Task>
    void split(std::size_t items, std::size_t block, Task&& task) {
        // A single block is done before the other workers are awake.
        if (items <= block) {
            if (items > 0) task(share_of(items, block, 0), std::uint32_t{0});
            return;
        }
        run([&](std::uint32_t worker) {
            const Range share = share_of(items, block, worker);
            if (share.first < share.last) task(share, worker);
        });
    }

    /// Calls task(item, worker) once for each item. Items may have different weights: those before
    /// item k weigh weight_before(k) together. Each worker takes the items of its share one by one,
    /// the same share each time so that they may still be in its cache, and then takes items that
    /// other workers have not reached yet.
    template <class Weight, class Task>
    void share_out(std::size_t items, Weight&& weight_before, Task&& task) {
        // A single item is done before the other workers are awake.
        if (items <= 1) {
            if (items == 1) task(std::size_t{0}, std::uint32_t{0});
            return;
        }
        const std::size_t all = weight_before(items);
        std::size_t item = 0;
        for (std::uint32_t w = 0; w < count_; ++w) {
            queues_[w].next.store(item, std::memory_order_relaxed);
            while (item < items &&
                   (w + 1 == count_ || weight_before(item) < all * (w + 1) / count_))
                ++item;
            queues_[w].last = item;
        }
        run([&](std::uint32_t worker) {
            for (std::uint32_t k = 0; k < count_; ++k) {
                Queue& queue = queues_[(worker + k) % count_];
                for (std::size_t mine;
                     (mine = queue.next.fetch_add(1, std::memory_order_relaxed)) < queue.last;)
                    task(mine, worker);
            }
        });
    }

    /// Returns the share of the items that `worker` gets. Shares differ by at most one block, and a
    /// single block goes to worker 0.
    Range share_of(std::size_t items, std::size_t block, std::uint32_t worker) const;

private:
    /// The items of one worker's share that nobody has begun. Each queue is in a cache line of its
    /// own.
    struct alignas(64) Queue {
        std::atomic<std::size_t> next = 0;
        std::size_t last = 0;
    };
    /// The progress of one worker's share: 2 r when a thread has taken it in round r, 2 r + 1 when
    /// it is done. Each state is in a cache line of its own.
    struct alignas(64) Share {
        std::atomic<std::uint32_t> state = 1;
    };
    using Erased = void (*)(void* context, std::uint32_t worker);
    void run_erased(Erased task, void* context);
    void serve(std::uint32_t worker);
    void begin_round();
    std::uint32_t wait_for_round_after(std::uint32_t round);
    void take(std::uint32_t share, std::uint32_t round);
    void wait_for(std::uint32_t share, std::uint32_t round);
    void call(std::uint32_t worker);
    void throw_first_error();
    void end();

    std::uint32_t count_;
    std::uint32_t spins_;  ///< how often a waiting thread looks before it sleeps
    std::unique_ptr<Share[]> shares_;
    std::unique_ptr<Queue[]> queues_;
    std::vector<std::exception_ptr> errors_;  ///< one entry for each share
    Erased task_ = nullptr;
    void* context_ = nullptr;
    // Each is in a cache line of its own, because waiters read one while others write the next.
    alignas(64) std::atomic<std::uint32_t> round_ = 0;
    std::atomic<bool> has_ended_ = false;
    alignas(64) std::atomic<std::uint32_t> sleepers_ = 0;  ///< threads that sleep, or are about to
    alignas(64) std::atomic<bool> owner_sleeps_ = false;
    std::vector<std::jthread> threads_;
};

}  // namespace scree::engine

#include "engine/base/workers.h"

#include <sched.h>

#include <algorithm>
#include <utility>

namespace scree::engine {

std::uint32_t cores_at_hand() {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    return static_cast<std::uint32_t>(CPU_COUNT(&set));
}

Workers::Workers(std::uint32_t count)
    : count_(std::max(count, 1u)),
      start_(count_, count_ <= cores_at_hand()),
      end_(count_, count_ <= cores_at_hand()),
      queues_(std::make_unique<Queue[]>(count_)),
      errors_(count_) {
    try {
        threads_.reserve(count_ - 1);
        for (std::uint32_t worker = 1; worker < count_; ++worker)
            threads_.emplace_back([this, worker] { serve(worker); });
    } catch (...) {
        // Those that have started wait for the others, and are waited for.
        start_.arrive_for(count_ - 1 - static_cast<std::uint32_t>(threads_.size()));
        start_.arrive_and_wait();
        throw;
    }
}

Workers::~Workers() {
    task_ = nullptr;
    if (count_ > 1) start_.arrive_and_wait();
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
    start_.arrive_and_wait();
    call(0);
    end_.arrive_and_wait();
    for (std::exception_ptr& error : errors_) {
        if (!error) continue;
        const std::exception_ptr first = std::move(error);
        std::fill(errors_.begin(), errors_.end(), nullptr);
        std::rethrow_exception(first);
    }
}

void Workers::serve(std::uint32_t worker) {
    for (;;) {
        start_.arrive_and_wait();
        if (task_ == nullptr) return;
        call(worker);
        end_.arrive_and_wait();
    }
}

}  // namespace scree::engine

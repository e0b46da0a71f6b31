#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "engine/run/world.h"

namespace scree::engine {

/// The approximate number of bytes that a state takes in memory.
std::size_t bytes_of(const WorldState& state);

/// The states of a run that is watched, to go back to. The first is kept for good. When the memory
/// is used up, every second of the others is dropped, so that all of the past stays covered, but
/// ever more thinly.
class LiveHistory {
public:
    explicit LiveHistory(std::size_t budget) : budget_(budget) {}

    /// Adds a state of a later step than all others; it is left out if it is not later.
    void add(WorldState state);
    /// The last state that is not after this step. There is one unless nothing was added.
    const WorldState& before(std::uint64_t step) const;
    /// Drops every second state except the first. It needs no memory, and cannot fail.
    void thin();
    /// Drops the states after this step, because the run goes another way from there.
    void forget_after(std::uint64_t step);

    std::size_t size() const { return states_.size(); }
    std::size_t bytes() const { return bytes_; }
    std::size_t budget() const { return budget_; }
    /// The factor by which states should now be further apart than at first: 1, 2, 4, ... It is 1
    /// again when most of the memory is free.
    std::uint64_t thinned() const { return thinned_; }

private:
    struct Kept {
        WorldState state;
        std::size_t bytes = 0;
    };

    std::size_t budget_;
    std::deque<Kept> states_;  ///< by step
    std::size_t bytes_ = 0;
    std::uint64_t thinned_ = 1;
};

}  // namespace scree::engine

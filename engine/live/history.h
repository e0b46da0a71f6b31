#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "engine/run/world.h"

namespace scree::engine {

/// That a state takes in memory, near enough.
std::size_t bytes_of(const WorldState& state);

/// States of a run that is watched, to go back to. The first is kept for good; when the memory is
/// used up every second of the others goes, so that the past stays covered, ever more thinly.
class LiveHistory {
public:
    explicit LiveHistory(std::size_t budget) : budget_(budget) {}

    /// Of a later step than all that are there; others are left out.
    void add(WorldState state);
    /// The last state that is not after this step. There is one unless nothing was added.
    const WorldState& before(std::uint64_t step) const;
    /// Every second state but the first goes. Takes no memory, and cannot fail.
    void thin();
    /// From here on the run went another way.
    void forget_after(std::uint64_t step);

    std::size_t size() const { return states_.size(); }
    std::size_t bytes() const { return bytes_; }
    std::size_t budget() const { return budget_; }
    /// How much further apart than at first states should come by now: 1, 2, 4, ...; 1 again when
    /// most of the memory is free.
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

#include "engine/live/history.h"

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace scree::engine {
namespace {

/// States need not become sparser than this.
constexpr std::uint64_t most_thinned = 1 << 16;

}  // namespace

std::size_t bytes_of(const WorldState& state) {
    const auto size = [](const auto& values) { return values.size() * sizeof(values[0]); };
    const Snapshot& s = state.snapshot;
    return sizeof state + size(state.origins) + size(state.rains) + size(s.ids) +
           size(s.derivatives) + size(s.bodies) + size(s.extremes) + size(s.turns) +
           size(s.wall_clocks) + size(s.wall_states) + size(s.pairs) + size(s.images) +
           size(s.memories) + size(s.springs) + size(s.touched) + size(s.clear_until) +
           size(s.touching) + size(s.overlaps) + size(s.phase_times) + size(state.course.begins) +
           size(state.course.samples) + size(state.step_sums);
}

void LiveHistory::add(WorldState state) {
    if (!states_.empty() && state.snapshot.steps <= states_.back().state.snapshot.steps) return;
    const std::size_t bytes = bytes_of(state);
    states_.push_back({std::move(state), bytes});
    bytes_ += bytes;
    while (bytes_ > budget_ && states_.size() > 2) thin();
}

void LiveHistory::thin() {
    // The states are moved in place, because this must neither ask for memory nor stop halfway.
    static_assert(std::is_nothrow_move_assignable_v<Kept>);
    // The last state goes too if it is the second of two; the next one comes soon.
    for (std::size_t k = 2; k < states_.size(); k += 2) states_[k / 2] = std::move(states_[k]);
    const std::size_t rest = (states_.size() + 1) / 2;
    states_.erase(states_.begin() + static_cast<std::ptrdiff_t>(rest), states_.end());
    bytes_ = 0;
    for (const Kept& kept : states_) bytes_ += kept.bytes;
    thinned_ = std::min(2 * thinned_, most_thinned);
}

const WorldState& LiveHistory::before(std::uint64_t step) const {
    const auto after = std::ranges::upper_bound(
        states_, step, {}, [](const Kept& kept) { return kept.state.snapshot.steps; });
    if (after == states_.begin()) throw std::logic_error("there is no state so early");
    return std::prev(after)->state;
}

void LiveHistory::forget_after(std::uint64_t step) {
    while (!states_.empty() && states_.back().state.snapshot.steps > step) {
        bytes_ -= states_.back().bytes;
        states_.pop_back();
    }
    // The next states need not be as far apart as those that are gone.
    if (states_.size() <= 1 || bytes_ <= budget_ / 4) thinned_ = 1;
}

}  // namespace scree::engine

#pragma once

#include <cstdint>
#include <vector>

#include "engine/live/view.h"
#include "engine/run/world.h"

namespace scree::engine {

/// Numbers of a run for curves, at even distances in its own time: who looks by the clock on the
/// wall sees a fast run so seldom that an impact seems to begin before bodies meet.
class LiveSamples {
public:
    explicit LiveSamples(const World& live);

    /// After each step: takes a sample where one is due.
    void note(const World& live);
    /// The run takes another way from a step on.
    void forget_after(std::uint64_t step);
    /// Adds those since the last call to others, by step; fewer where there were many.
    void give(std::vector<LiveSample>& to);

private:
    std::uint64_t period_;  ///< steps
    std::vector<LiveSample> samples_;
};

}  // namespace scree::engine

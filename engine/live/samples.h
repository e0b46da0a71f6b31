#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/live/view.h"
#include "engine/run/world.h"

namespace scree::engine {

/// Numbers of a run for curves, at even distances in simulated time. Samples by wall time would be
/// so far apart in a fast run that an impact would seem to begin before bodies meet.
class LiveSamples {
public:
    explicit LiveSamples(const World& live);

    /// Takes a sample if one is due; called after each step.
    void note(const World& live);
    /// Forgets the samples after a step, because the run takes another way from there.
    void forget_after(std::uint64_t step);
    /// Appends the samples since the last call to others, by step; fewer if there were many.
    void give(std::vector<LiveSample>& to);

    /// The sums over steps (StepSums::numbers) with which the means begin that a row of series.csv
    /// would have at this step: those at the last row before it. After a way back they begin where
    /// the run goes on.
    std::span<const double> sums_before(std::uint64_t step) const;

private:
    struct Row {
        std::uint64_t step = 0;
        std::size_t stage = 0;
        std::vector<double> sums;
    };
    void note_row(const World& live);

    std::uint64_t period_;  ///< steps
    std::vector<LiveSample> samples_;
    std::vector<Row> rows_;  ///< the last two
};

}  // namespace scree::engine

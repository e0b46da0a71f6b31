#include "engine/live/samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/base/trigger.h"
#include "engine/run/series.h"

namespace scree::engine {
namespace {

/// The fewest samples of a whole run; a plot has not many more pixels.
constexpr double fewest = 500.0;
/// The fewest steps between two samples. A ledger takes about as long as a step; the shortest
/// impact takes 16 automatic steps.
constexpr double fewest_steps = 4.0;
constexpr std::size_t most = 1000;

/// Removes every other sample if there are too many.
void thin(std::vector<LiveSample>& samples) {
    if (samples.size() <= most) return;
    bool keep = true;
    std::erase_if(samples, [&](const LiveSample&) { return !std::exchange(keep, !keep); });
}

}  // namespace

LiveSamples::LiveSamples(const World& live) {
    const StepChoice& choice = live.step_choice();
    const double period = std::min(live.scene().output.series / choice.dt,
                                   static_cast<double>(choice.steps) / fewest);
    period_ = static_cast<std::uint64_t>(std::max(fewest_steps, std::floor(period)));
    note_row(live);
}

void LiveSamples::note_row(const World& live) {
    if (live.step_sums().is_empty()) return;
    const std::uint64_t step = live.simulation().steps();
    if (!rows_.empty() && rows_.back().step >= step) rows_.clear();  // the run was here before
    const std::size_t stage = live.course().now();
    const double period = live.course().stage().every.series;
    const bool is_row = rows_.empty() || rows_.back().stage != stage ||
                        passes_period(step, live.step_choice().dt, period);
    if (!is_row) return;
    rows_.push_back({step, stage, live.step_sums().numbers()});
    if (rows_.size() > 2) rows_.erase(rows_.begin());
}

std::span<const double> LiveSamples::sums_before(std::uint64_t step) const {
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row)
        if (row->step < step) return row->sums;
    return {};
}

void LiveSamples::note(const World& live) {
    note_row(live);
    const Simulation& simulation = live.simulation();
    const std::uint64_t step = simulation.steps();
    if (step % period_ != 0) return;
    // The run was here before, so the samples from then are replaced.
    if (!samples_.empty() && samples_.back().step >= step) forget_after(step - 1);
    samples_.push_back({step,
                        simulation.time(),
                        static_cast<double>(live.touching_contacts()),
                        live.unbalanced_force().value_or(std::numeric_limits<double>::quiet_NaN()),
                        simulation.ledger(),
                        traced_values(live),
                        {}});
    thin(samples_);
}

void LiveSamples::forget_after(std::uint64_t step) {
    std::erase_if(samples_, [&](const LiveSample& sample) { return sample.step > step; });
    std::erase_if(rows_, [&](const Row& row) { return row.step > step; });
}

void LiveSamples::give(std::vector<LiveSample>& to) {
    to.insert(to.end(), samples_.begin(), samples_.end());
    thin(to);
    samples_.clear();
}

}  // namespace scree::engine

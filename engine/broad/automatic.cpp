#include "engine/broad/automatic.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/base/quantile.h"

namespace scree::engine {
namespace {

/// Number of searches in a contest. The first does not count, because methods that reuse earlier
/// results have none yet.
constexpr std::size_t rounds = 6;

/// After two rounds, methods that take this many times as long as the fastest are dropped.
constexpr double hopeless = 2.0;

/// Brute force is tried only for up to this many grains.
constexpr std::size_t few_grains = 500;
/// A single grid is tried only if the largest grain is at most this many times as wide as the
/// median.
constexpr double most_spread = 10.0;

/// Returns the median time of a search. The first round is left out if there are others.
double usual_time(const std::vector<double>& seconds) {
    if (seconds.size() < 2) return seconds.empty() ? 0.0 : seconds.front();
    std::vector<double> later(seconds.begin() + 1, seconds.end());
    return quantile(later, 0.5);
}

/// Returns the width of the widest grain over the median. Some cells of a single grid hold about as
/// many grains as the square of this.
double spread_of_widths(const Boxes& boxes) {
    std::vector<double> widths;
    for (const geometry::Box& box : boxes.of_grains())
        widths.push_back(std::max(box.high.x - box.low.x, box.high.y - box.low.y));
    if (widths.empty()) return 1.0;
    const double widest = *std::max_element(widths.begin(), widths.end());
    return widest / quantile(widths, 0.5);
}

}  // namespace

void AutoBroadPhase::find_pairs(const Boxes& boxes, Workers& workers,
                                std::vector<ImagePair>& pairs) {
    const std::size_t grains = boxes.grains();
    if (contestants_.empty() || 2 * grains > 3 * grains_ || 2 * grains < grains_) call_up(boxes);
    if (competing_)
        compete(boxes, workers, pairs);
    else
        contestants_.front().method->find_pairs(boxes, workers, pairs);
}

void AutoBroadPhase::forget() {
    for (Contestant& contestant : contestants_) contestant.method->forget();
}

Arrangement AutoBroadPhase::arrangement(const Boxes& boxes) const {
    return is_decided() ? contestants_.front().method->arrangement(boxes)
                        : BroadPhase::arrangement(boxes);
}

BroadPhaseCounts AutoBroadPhase::counts() const {
    return contestants_.empty() ? BroadPhaseCounts{} : contestants_.front().method->counts();
}

void AutoBroadPhase::call_up(const Boxes& boxes) {
    contestants_.clear();
    dropped_.clear();
    grains_ = boxes.grains();
    round_ = 0;
    competing_ = true;
    // A contest that was not finished before the number of grains changed has no result.
    if (!contests_.empty() && contests_.back().trials.empty()) contests_.pop_back();
    contests_.push_back({grains_, {}});
    std::vector<BroadPhaseKind> kinds{BroadPhaseKind::hgrid, BroadPhaseKind::sweep,
                                      BroadPhaseKind::loose_quadtree};
    if (spread_of_widths(boxes) <= most_spread) kinds.push_back(BroadPhaseKind::linked_cell);
    if (grains_ <= few_grains) kinds.push_back(BroadPhaseKind::brute_force);
    std::vector<Contestant> called;
    for (const BroadPhaseKind kind : kinds) {
        BroadPhaseSettings settings = settings_;
        settings.kind = kind;
        called.push_back({kind, make_broad_phase(settings, period_), {}, 0.0});
    }
    contestants_ = std::move(called);
}

void AutoBroadPhase::compete(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs) {
    using Clock = std::chrono::steady_clock;
    for (Contestant& contestant : contestants_) {
        const auto start = Clock::now();
        contestant.method->find_pairs(boxes, workers, pairs);
        const std::chrono::duration<double> taken = Clock::now() - start;
        contestant.seconds.push_back(taken.count());
    }
    ++round_;
    if (round_ == 2) drop_hopeless();
    if (round_ >= rounds) keep_fastest();
}

void AutoBroadPhase::rank() {
    for (Contestant& contestant : contestants_) contestant.usual = usual_time(contestant.seconds);
    std::sort(contestants_.begin(), contestants_.end(),
              [](const auto& a, const auto& b) { return a.usual < b.usual; });
}

void AutoBroadPhase::drop_hopeless() {
    rank();
    while (contestants_.back().usual > hopeless * contestants_.front().usual) {
        dropped_.push_back({contestants_.back().kind, contestants_.back().usual});
        contestants_.pop_back();
    }
}

void AutoBroadPhase::keep_fastest() {
    rank();
    std::vector<BroadPhaseTrial> trials = std::exchange(dropped_, {});
    for (const Contestant& contestant : contestants_)
        trials.push_back({contestant.kind, contestant.usual});
    std::sort(trials.begin(), trials.end(),
              [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
    contests_.back().trials = std::move(trials);
    contestants_.erase(contestants_.begin() + 1, contestants_.end());
    competing_ = false;
}

}  // namespace scree::engine

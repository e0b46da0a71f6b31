#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/broad/broad_phase.h"

namespace scree::engine {

/// Whichever method is fastest here: for some searches all of them do the work, and are timed; then
/// one is kept, until the number of grains has changed by half. They all find the same pairs, so
/// that a run does not depend on the clock.
class AutoBroadPhase final : public BroadPhase {
public:
    AutoBroadPhase(const BroadPhaseSettings& settings, BoxPeriod period)
        : settings_(settings), period_(period) {}
    void forget() override;
    void find_pairs(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs) override;
    BroadPhaseKind kind() const override {
        return is_decided() ? contestants_.front().kind : BroadPhaseKind::automatic;
    }
    Arrangement arrangement(const Boxes& boxes) const override;
    BroadPhaseCounts counts() const override;
    std::span<const BroadPhaseContest> contests() const override { return contests_; }

private:
    struct Contestant {
        BroadPhaseKind kind;
        std::unique_ptr<BroadPhase> method;
        std::vector<double> seconds;  ///< of each search
        double usual = 0.0;           ///< s, as ranked
    };

    bool is_decided() const { return !contestants_.empty() && !competing_; }
    void call_up(const Boxes& boxes);
    void compete(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs);
    /// The fastest first.
    void rank();
    void drop_hopeless();
    void keep_fastest();

    BroadPhaseSettings settings_;
    BoxPeriod period_;
    std::vector<Contestant> contestants_;  ///< the first is the one that is kept
    std::vector<BroadPhaseTrial> dropped_;
    std::size_t round_ = 0;
    bool competing_ = false;
    std::size_t grains_ = 0;  ///< when they were called up
    std::vector<BroadPhaseContest> contests_;
};

}  // namespace scree::engine

#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/broad/broad_phase.h"

namespace scree::engine {

/// Uses the method that is fastest here. For a few searches all methods do the work and are timed;
/// then one is kept until the number of grains has grown by half or has been halved. All methods
/// find the same pairs, so the results of a run do not depend on the clock.
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
        std::vector<double> seconds;  ///< time of each search
        double usual = 0.0;           ///< s: the time by which it is ranked
    };

    bool is_decided() const { return !contestants_.empty() && !competing_; }
    void call_up(const Boxes& boxes);
    void compete(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs);
    /// Sorts the contestants, the fastest first.
    void rank();
    void drop_hopeless();
    void keep_fastest();

    BroadPhaseSettings settings_;
    BoxPeriod period_;
    std::vector<Contestant> contestants_;  ///< the first is the one that is kept
    std::vector<BroadPhaseTrial> dropped_;
    std::size_t round_ = 0;
    bool competing_ = false;
    std::size_t grains_ = 0;  ///< number of grains when the contest began
    std::vector<BroadPhaseContest> contests_;
};

}  // namespace scree::engine

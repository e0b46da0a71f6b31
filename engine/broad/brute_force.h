#pragma once

#include "engine/broad/broad_phase.h"

namespace scree::engine {

/// Compares every box with every other. This is the reference for all other methods.
class BruteForce final : public BroadPhase {
public:
    explicit BruteForce(BoxPeriod period) : period_(period) {}
    void find_pairs(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs) override;
    BroadPhaseKind kind() const override { return BroadPhaseKind::brute_force; }
    BroadPhaseCounts counts() const override { return {candidates_, 0}; }

private:
    BoxPeriod period_;
    std::uint64_t candidates_ = 0;
};

}  // namespace scree::engine

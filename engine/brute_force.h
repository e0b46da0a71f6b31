#pragma once

#include "engine/broad_phase.h"

namespace scree::engine {

/// Every box against every other: the reference.
class BruteForce final : public BroadPhase {
public:
    explicit BruteForce(BoxPeriod period) : period_(period) {}
    void find_pairs(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs) override;

private:
    BoxPeriod period_;
};

}  // namespace scree::engine

#pragma once

#include "engine/broad_phase.h"

namespace scree::engine {

/// Every box against every other: the reference.
class BruteForce final : public BroadPhase {
public:
    void find_pairs(const Boxes& boxes, Workers& workers, std::vector<BodyPair>& pairs) override;
};

}  // namespace scree::engine

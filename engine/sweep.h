#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/broad_phase.h"

namespace scree::engine {

/// The incremental sort-and-update algorithm (Schinner 1999, section 3): on each axis the ends of
/// all boxes in one list, kept sorted from one time to the next by insertion. Every exchange of two
/// ends tells of a change, and the list of collisions is corrected by it, never built anew.
///
/// Two workers sweep an axis each. What an exchange means is decided from the boxes of the last
/// time and of this one, never from the order on the other axis, so both come to the same verdict
/// on a pair; a mutex guards the collisions of each grain.
class Sweep final : public BroadPhase {
public:
    void find_pairs(const Boxes& boxes, Workers& workers, std::vector<BodyPair>& pairs) override;
    void forget() override { known_ = false; }

private:
    /// One end of a box on an axis.
    struct End {
        double place = 0.0;
        Body body = 0;
        std::uint32_t is_upper = 0;
    };

    /// The bodies j > i whose boxes overlap that of grain i, sorted.
    struct Collisions {
        std::mutex mutex;
        std::vector<Body> partners;
    };

    void fill(const Boxes& boxes, Workers& workers);
    void list_ends(const Boxes& boxes, std::size_t axis);
    void sort_axis(const Boxes& boxes, std::size_t axis);
    void correct(Body a, Body b, bool collide);
    void collect(Workers& workers, std::vector<BodyPair>& pairs);

    bool known_ = false;
    std::array<std::vector<End>, 2> axes_;
    Boxes last_boxes_;
    std::size_t grains_ = 0;
    std::unique_ptr<Collisions[]> collisions_;  ///< of each grain
    std::vector<std::size_t> counted_;          ///< collisions in each worker's share of the grains
};

}  // namespace scree::engine

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/broad/broad_phase.h"

namespace scree::engine {

/// The incremental sort-and-update algorithm (Schinner 1999, section 3): on each axis the ends of
/// all boxes are in one list, which is kept sorted from one search to the next by insertion. Every
/// exchange of two ends may mean a change, by which the list of collisions is corrected; the list
/// is not built anew.
///
/// Two workers sweep one axis each. What an exchange means is decided from the boxes of the last
/// search and of this one, never from the order on the other axis, so both workers decide the same
/// about a pair. A mutex guards the collisions of each grain.
///
/// A periodic axis is a circle: its list has no beginning, and the last end is the neighbour of the
/// first one a period further on. A grain that crosses the seam is exchanged with its neighbours
/// there, as anywhere else. The list of collisions does not depend on images; these are computed
/// when pairs are returned.
class Sweep final : public BroadPhase {
public:
    explicit Sweep(BoxPeriod period) : period_(period) {}
    void forget() override { known_ = false; }

    /// Finds the pairs. The candidates in counts() are exchanges of two ends or, when the lists are
    /// filled anew, boxes that are open together.
    void find_pairs(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs) override;
    BroadPhaseKind kind() const override { return BroadPhaseKind::sweep; }
    BroadPhaseCounts counts() const override { return {looked_at_[0] + looked_at_[1], 0}; }

private:
    /// One end of a box on an axis. On a circle its place continues past the period when the box is
    /// wrapped, so that the places in a list rise, by no more than a period in all.
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

    bool is_periodic() const { return period_ != BoxPeriod{}; }
    double period_of(std::size_t axis) const { return axis == 0 ? period_.x : period_.y; }
    template <class Space>
    void find(const Space& space, const Boxes& boxes, Workers& workers);
    template <class Space>
    void fill(const Space& space, const Boxes& boxes, Workers& workers);
    template <class Space>
    std::vector<BodyPair> sweep_line(const Space& space, const Boxes& boxes, std::size_t axis);
    std::vector<BodyPair> sweep_circle(const Boxes& boxes, std::size_t axis);
    void list_ends(const Boxes& boxes, std::size_t axis);
    template <class Space>
    void sort_line(const Space& space, const Boxes& boxes, std::size_t axis);
    void move_ends(const Boxes& boxes, std::size_t axis);
    void sort_circle(const Boxes& boxes, std::size_t axis);
    void look_again(const Boxes& boxes, const End& a, const End& b);
    void correct(Body a, Body b, bool collide);
    void collect(Workers& workers, std::vector<ImagePair>& pairs);
    void collect_images(const Boxes& boxes, std::vector<ImagePair>& pairs);

    BoxPeriod period_;
    bool known_ = false;
    std::array<std::vector<End>, 2> axes_;
    Boxes last_boxes_;
    std::size_t grains_ = 0;
    std::unique_ptr<Collisions[]> collisions_;  ///< for each grain
    std::vector<std::size_t> counted_;          ///< collisions in each worker's share of the grains
    std::array<std::uint64_t, 2> looked_at_{};  ///< candidates of the last search on each axis
};

}  // namespace scree::engine

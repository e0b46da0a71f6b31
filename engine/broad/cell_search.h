#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/broad/broad_phase.h"
#include "engine/broad/pair_sorter.h"

namespace scree::engine {

/// The common part of the tree methods. Grains are stored in slots, cell by cell, so that boxes
/// that are compared lie together in memory, and each grain is compared with those in some ranges
/// of slots. Walls are in no cell: the grains under their boxes are looked up. In periodic
/// directions the grains under the images of boxes near the seam are looked up in the same way.
class CellSearch : public BroadPhase {
public:
    void find_pairs(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs) final;
    BroadPhaseCounts counts() const final { return counts_; }

protected:
    explicit CellSearch(BoxPeriod period) : period_(period) {}

    /// Puts every grain into a slot. There is at least one grain, and `bounds` contains all of
    /// them.
    virtual void arrange(const Boxes& boxes, const geometry::Box& bounds, Workers& workers) = 0;
    /// Adds the slots that a grain must be compared with, so that of two grains only one finds the
    /// other. Returns how many cells it looked into.
    virtual std::uint64_t around(std::size_t slot, std::vector<Range>& slots) const = 0;
    /// Adds slots that contain every grain that can overlap a box, which may be endless. Returns
    /// how many cells it looked into.
    virtual std::uint64_t under(const geometry::Box& box, std::vector<Range>& slots) const = 0;

    void place(const Boxes& boxes, Body grain, std::size_t slot) {
        slot_boxes_[slot] = boxes[grain];
        slot_grains_[slot] = grain;
    }

private:
    /// The working memory of one worker.
    struct alignas(64) Scratch {
        geometry::Box bounds;
        BroadPhaseCounts counts;
        std::vector<Range> slots;
        std::vector<std::uint32_t> hits;
    };

    geometry::Box bounds_of_grains(const Boxes& boxes, Workers& workers);
    void compare_slots(Range slots, std::uint32_t worker);
    void compare_images(const Boxes& boxes, const geometry::Box& bounds, Range grains,
                        std::uint32_t worker);
    void compare_walls(const Boxes& boxes, const geometry::Box& bounds, Range walls,
                       std::uint32_t worker);
    /// Both functions put the slots of boxes that overlap `box` into the scratch's hits, and return
    /// their number. The first compares the scratch's slots, the second the slots under the box.
    std::size_t look_through(const geometry::Box& box, Scratch& scratch) const;
    std::size_t look_under(const geometry::Box& box, Scratch& scratch) const;
    static std::size_t make_room(Scratch& scratch);

    BoxPeriod period_;
    std::vector<geometry::Box> slot_boxes_;  ///< with a few unused entries at the end
    std::vector<Body> slot_grains_;
    std::vector<Scratch> scratch_;
    PairSorter sorter_;
    BroadPhaseCounts counts_;
};

}  // namespace scree::engine

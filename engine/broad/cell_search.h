#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/broad/broad_phase.h"
#include "engine/broad/pair_sorter.h"

namespace scree::engine {

/// What the trees have in common: grains stand in slots, one cell after the other, so that what is
/// compared lies together, and each is compared with those in some ranges of slots. Walls are in no
/// cell; grains are looked up under their boxes, and in periodic directions under the images of
/// those near the seam.
class CellSearch : public BroadPhase {
public:
    void find_pairs(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs) final;
    BroadPhaseCounts counts() const final { return counts_; }

protected:
    explicit CellSearch(BoxPeriod period) : period_(period) {}

    /// Places every grain in a slot. There is a grain, and `bounds` holds all of them.
    virtual void arrange(const Boxes& boxes, const geometry::Box& bounds, Workers& workers) = 0;
    /// Adds the slots that a grain must be compared with, of two grains from one side only. Returns
    /// how many cells it looked into.
    virtual std::uint64_t around(std::size_t slot, std::vector<Range>& slots) const = 0;
    /// Adds slots in which every grain is that can overlap a box, which may be endless. Returns how
    /// many cells it looked into.
    virtual std::uint64_t under(const geometry::Box& box, std::vector<Range>& slots) const = 0;

    void place(const Boxes& boxes, Body grain, std::size_t slot) {
        slot_boxes_[slot] = boxes[grain];
        slot_grains_[slot] = grain;
    }

private:
    /// Of one worker.
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
    /// Both put the slots of overlapping boxes in the scratch's hits, and return how many they are:
    /// of the scratch's slots, or of those under the box.
    std::size_t look_through(const geometry::Box& box, Scratch& scratch) const;
    std::size_t look_under(const geometry::Box& box, Scratch& scratch) const;
    static std::size_t make_room(Scratch& scratch);

    BoxPeriod period_;
    std::vector<geometry::Box> slot_boxes_;  ///< and a few more, of nothing
    std::vector<Body> slot_grains_;
    std::vector<Scratch> scratch_;
    PairSorter sorter_;
    BroadPhaseCounts counts_;
};

}  // namespace scree::engine

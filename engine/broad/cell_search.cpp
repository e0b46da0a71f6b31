#include "engine/broad/cell_search.h"

#include <algorithm>

#include "engine/broad/space.h"

namespace scree::engine {
namespace {

using geometry::Box;
using geometry::Vec2;

/// Number of grains that one worker compares at a time.
constexpr std::size_t grain_block = 256;

/// Slots of a range are compared in groups of this size.
constexpr std::size_t few = 4;

Box moved(const Box& box, Image image, BoxPeriod period) {
    const Vec2 shift{image.x * period.x, image.y * period.y};
    return {box.low + shift, box.high + shift};
}

Image opposite(Image image) {
    return {static_cast<std::int8_t>(-image.x), static_cast<std::int8_t>(-image.y)};
}

Box hull(const Box& a, const Box& b) {
    return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y)},
            {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y)}};
}

}  // namespace

void CellSearch::find_pairs(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs) {
    const std::size_t grains = boxes.grains();
    counts_ = {};
    pairs.clear();
    if (grains == 0) return;
    scratch_.resize(workers.count());
    for (Scratch& scratch : scratch_) scratch.counts = {};
    sorter_.begin(grains, workers);

    const Box bounds = bounds_of_grains(boxes, workers);
    slot_boxes_.resize(grains + few);
    slot_grains_.resize(grains);
    arrange(boxes, bounds, workers);
    workers.split(grains, grain_block,
                  [&](Range range, std::uint32_t worker) { compare_slots(range, worker); });
    if (period_ != BoxPeriod{})
        workers.split(grains, grain_block, [&](Range range, std::uint32_t worker) {
            compare_images(boxes, bounds, range, worker);
        });
    workers.split(boxes.walls(), 1, [&](Range range, std::uint32_t worker) {
        compare_walls(boxes, bounds, range, worker);
    });
    for (const Scratch& scratch : scratch_) {
        counts_.candidates += scratch.counts.candidates;
        counts_.accesses += scratch.counts.accesses;
    }
    sorter_.sort_into(workers, pairs);
}

Box CellSearch::bounds_of_grains(const Boxes& boxes, Workers& workers) {
    for (Scratch& scratch : scratch_) scratch.bounds = boxes[0];
    workers.split(boxes.grains(), grain_block, [&](Range range, std::uint32_t worker) {
        Box bounds = boxes[0];
        for (std::size_t i = range.first; i < range.last; ++i)
            bounds = hull(bounds, boxes[static_cast<Body>(i)]);
        scratch_[worker].bounds = bounds;
    });
    Box bounds = boxes[0];
    for (const Scratch& scratch : scratch_) bounds = hull(bounds, scratch.bounds);
    return bounds;
}

/// Makes room for as many hits as there are slots, and returns the number of slots.
std::size_t CellSearch::make_room(Scratch& scratch) {
    std::size_t most = 0;
    for (const Range& range : scratch.slots) most += range.last - range.first;
    if (scratch.hits.size() < most + few) scratch.hits.resize(2 * (most + few));
    return most;
}

/// There is no branch on whether boxes overlap, nor on how many there are as long as they are few,
/// because both would be mispredicted too often.
std::size_t CellSearch::look_through(const Box& box, Scratch& scratch) const {
    const Plane plane;
    std::uint32_t* const hits = scratch.hits.data();
    const Box* const boxes = slot_boxes_.data();
    std::size_t count = 0;
    for (const Range& range : scratch.slots) {
        std::size_t slot = range.first;
        do {
            for (std::size_t n = 0; n < few; ++n, ++slot) {
                hits[count] = static_cast<std::uint32_t>(slot);
                count += plane.meet(box, boxes[slot]) & static_cast<unsigned>(slot < range.last);
            }
        } while (slot < range.last);
    }
    return count;
}

std::size_t CellSearch::look_under(const Box& box, Scratch& scratch) const {
    scratch.slots.clear();
    scratch.counts.accesses += under(box, scratch.slots);
    scratch.counts.candidates += make_room(scratch);
    return look_through(box, scratch);
}

void CellSearch::compare_slots(Range slots, std::uint32_t worker) {
    Scratch& scratch = scratch_[worker];
    PairSorter::Found& found = sorter_.of_worker(worker);
    for (std::size_t slot = slots.first; slot < slots.last; ++slot) {
        scratch.slots.clear();
        scratch.counts.accesses += around(slot, scratch.slots);
        scratch.counts.candidates += make_room(scratch);
        const std::size_t hits = look_through(slot_boxes_[slot], scratch);
        const Body grain = slot_grains_[slot];
        for (std::size_t k = 0; k < hits; ++k) found.add(grain, slot_grains_[scratch.hits[k]]);
    }
}

/// A grain that is moved by a period or two meets those on the other side. Both of a pair would
/// find each other, so only the one with the lower number reports the pair.
void CellSearch::compare_images(const Boxes& boxes, const Box& bounds, Range grains,
                                std::uint32_t worker) {
    Scratch& scratch = scratch_[worker];
    for (std::size_t i = grains.first; i < grains.last; ++i) {
        const auto grain = static_cast<Body>(i);
        images_of(bounds, boxes[grain], period_).for_each([&](Image image) {
            if (image.is_here()) return;
            const std::size_t hits = look_under(moved(boxes[grain], image, period_), scratch);
            for (std::size_t k = 0; k < hits; ++k) {
                const Body other = slot_grains_[scratch.hits[k]];
                if (other > grain) sorter_.of_worker(worker).add(grain, other, opposite(image));
            }
        });
    }
}

void CellSearch::compare_walls(const Boxes& boxes, const Box& bounds, Range walls,
                               std::uint32_t worker) {
    Scratch& scratch = scratch_[worker];
    for (std::size_t k = walls.first; k < walls.last; ++k) {
        const Body wall = wall_body(k);
        images_of(bounds, boxes[wall], period_).for_each([&](Image image) {
            const std::size_t hits = look_under(moved(boxes[wall], image, period_), scratch);
            for (std::size_t h = 0; h < hits; ++h)
                sorter_.of_worker(worker).add(slot_grains_[scratch.hits[h]], wall, image);
        });
    }
}

}  // namespace scree::engine

// The part of the sweep that deals with periodic axes.

#include <algorithm>
#include <cmath>

#include "engine/broad/sweep.h"
#include "engine/broad/sweep_boxes.h"

namespace scree::engine {

/// Goes around twice: first to find the boxes that are open at the beginning of the list, then to
/// find pairs.
std::vector<BodyPair> Sweep::sweep_circle(const Boxes& boxes, std::size_t axis) {
    const Torus torus{period_};
    const sweep::Axis along = sweep::axes[axis];
    sweep::OpenBoxes open(boxes);
    const auto has_no_end = [&](Body body) {
        return boxes[body].high.*along - boxes[body].low.*along >= period_of(axis);
    };
    for (std::size_t k = 0; k < boxes.walls(); ++k)
        if (has_no_end(wall_body(k))) open.add(wall_body(k));
    std::vector<BodyPair> pairs;
    for (const bool for_pairs : {false, true}) {
        for (const End& end : axes_[axis]) {
            if (has_no_end(end.body)) continue;
            if (end.is_upper != 0) {
                if (open.has(end.body)) open.remove(end.body);
                continue;
            }
            if (for_pairs) open.append_pairs_of(torus, end.body, pairs);
            open.add(end.body);
        }
    }
    // A long wall and a grain may each begin inside the other, and are then found twice.
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

/// Moves the ends to where the boxes are now, by the shorter way around. All sums are exact
/// (periodic_boxes.h).
void Sweep::move_ends(const Boxes& boxes, std::size_t axis) {
    const double period = period_of(axis);
    const sweep::Axis along = sweep::axes[axis];
    const double whole_turns = period * std::floor(axes_[axis].front().place / period);
    for (End& end : axes_[axis]) {
        const sweep::Box& last = last_boxes_[end.body];
        const sweep::Box& now = boxes[end.body];
        // Both ends of a box are wrapped together.
        const double turns = std::floor((last.low.*along - now.low.*along) / period + 0.5);
        const double moved = (now.*sweep::corners[end.is_upper]).*along -
                             (last.*sweep::corners[end.is_upper]).*along;
        end.place += moved + period * turns - whole_turns;
    }
}

/// Two ends of different kinds have passed each other, so whether their boxes meet in any image may
/// have changed.
void Sweep::look_again(const Boxes& boxes, const End& a, const End& b) {
    if (a.is_upper == b.is_upper || a.body == b.body) return;
    const Torus torus{period_};
    const bool meet = torus.meet(boxes[a.body], boxes[b.body]) != 0;
    const bool met = torus.meet(last_boxes_[a.body], last_boxes_[b.body]) != 0;
    if (meet != met) correct(a.body, b.body, meet);
}

/// Only neighbours are exchanged, where the last and the first end are neighbours too. So any two
/// ends whose order has changed, in any image, have been exchanged.
void Sweep::sort_circle(const Boxes& boxes, std::size_t axis) {
    std::vector<End>& ends = axes_[axis];
    if (ends.empty()) return;
    const double period = period_of(axis);
    const auto before = [](const End& a, const End& b) {
        return a.place < b.place || (a.place == b.place && a.is_upper < b.is_upper);
    };
    const auto pass = [&](const End& a, const End& b) {
        ++looked_at_[axis];
        look_again(boxes, a, b);
    };
    const auto sink = [&](const End& end, std::size_t gap) {
        for (; gap > 0 && before(end, ends[gap - 1]); --gap) {
            pass(end, ends[gap - 1]);
            ends[gap] = ends[gap - 1];
        }
        ends[gap] = end;
    };
    const auto rise = [&](const End& end, std::size_t gap) {
        for (; gap + 1 < ends.size() && before(ends[gap + 1], end); ++gap) {
            pass(end, ends[gap + 1]);
            ends[gap] = ends[gap + 1];
        }
        ends[gap] = end;
    };
    const auto shifted = [](End end, double by) {
        end.place += by;
        return end;
    };
    move_ends(boxes, axis);
    for (std::size_t k = 1; k < ends.size(); ++k) sink(End(ends[k]), k);
    for (;;) {
        const End first = shifted(ends.front(), period);
        const End last = shifted(ends.back(), -period);
        if (!before(first, ends.back())) break;
        pass(first, last);
        sink(first, ends.size() - 1);
        rise(last, 0);
    }
}

/// This is done by one worker: images are few, and going through the pairs takes little time.
void Sweep::collect_images(const Boxes& boxes, std::vector<ImagePair>& pairs) {
    pairs.clear();
    for (std::size_t grain = 0; grain < grains_; ++grain) {
        const auto i = static_cast<Body>(grain);
        for (const Body j : collisions_[grain].partners)
            images_of(boxes[i], boxes[j], period_).for_each([&](Image image) {
                pairs.push_back({{i, j}, image});
            });
    }
}

}  // namespace scree::engine

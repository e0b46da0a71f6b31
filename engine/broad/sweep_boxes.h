#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "engine/broad/broad_phase.h"
#include "engine/broad/space.h"

/// Helpers of the sweep for boxes and their ends.
namespace scree::engine::sweep {

using geometry::Box;
using geometry::Vec2;

using Corner = Vec2 Box::*;
using Axis = double Vec2::*;
/// The corner of a box, by whether an end is the upper one. It is looked up instead of chosen by a
/// branch, which would be mispredicted half the time.
inline constexpr std::array<Corner, 2> corners{&Box::low, &Box::high};
inline constexpr std::array<Axis, 2> axes{&Vec2::x, &Vec2::y};

/// The boxes that have begun and not yet ended while an axis is swept.
class OpenBoxes {
public:
    explicit OpenBoxes(const Boxes& boxes) : boxes_(boxes), place_(boxes.walls()) {
        for (std::size_t k = 0; k < boxes.walls(); ++k) place_[wall_body(k)] = closed;
        for (std::size_t i = 0; i < boxes.grains(); ++i) place_.push_grain(closed);
    }

    bool has(Body body) const { return place_[body] != closed; }

    void add(Body body) {
        place_[body] = open_.size();
        open_.push_back({boxes_[body], body});
    }

    /// Removes a box; the last one takes its place.
    void remove(Body body) {
        const Open last = open_.back();
        open_[place_[body]] = last;
        place_[last.body] = place_[body];
        place_[body] = closed;
        open_.pop_back();
    }

    template <class Space>
    void append_pairs_of(const Space& space, Body body, std::vector<BodyPair>& pairs) const {
        const Box& box = boxes_[body];
        for (const Open& other : open_) {
            if (space.meet(box, other.box) == 0 || (is_wall(body) && is_wall(other.body))) continue;
            pairs.push_back({std::min(body, other.body), std::max(body, other.body)});
        }
    }

private:
    static constexpr std::size_t closed = ~std::size_t{0};
    struct Open {
        Box box;
        Body body;
    };

    const Boxes& boxes_;
    std::vector<Open> open_;
    BodyArray<std::size_t> place_;
};

}  // namespace scree::engine::sweep

#include "engine/broad/quadtree.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace scree::engine {
namespace {

using geometry::Box;

/// The depth for which the number of a node has room: grains down to a two hundred millionth of the
/// outermost square are told apart.
constexpr unsigned levels = 29;
constexpr unsigned level_bits = 5;
constexpr std::uint32_t last_place = (1u << levels) - 1;

constexpr std::size_t grain_block = 256;

/// Places outside the region of the grains, also infinite ones, count as those at its edge.
std::uint32_t place_on_axis(double from_origin, double scale) {
    const double place = from_origin * scale;
    if (!(place > 0.0)) return 0;
    return place < last_place ? static_cast<std::uint32_t>(place) : last_place;
}

/// Inserts a zero before each bit.
std::uint64_t spread(std::uint64_t bits) {
    bits = (bits | bits << 16) & 0x0000ffff0000ffffu;
    bits = (bits | bits << 8) & 0x00ff00ff00ff00ffu;
    bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0fu;
    bits = (bits | bits << 2) & 0x3333333333333333u;
    return (bits | bits << 1) & 0x5555555555555555u;
}

std::uint32_t gathered(std::uint64_t bits) {
    bits &= 0x5555555555555555u;
    bits = (bits | bits >> 1) & 0x3333333333333333u;
    bits = (bits | bits >> 2) & 0x0f0f0f0f0f0f0f0fu;
    bits = (bits | bits >> 4) & 0x00ff00ff00ff00ffu;
    bits = (bits | bits >> 8) & 0x0000ffff0000ffffu;
    return static_cast<std::uint32_t>(bits | bits >> 16);
}

/// Returns a number such that, in sorted order, a node comes before all nodes within it, and these
/// before all others: nodes are sorted along the curve that visits the four squares in turn, then
/// by level.
std::uint64_t node_number(std::uint32_t x_low, std::uint32_t y_low, std::uint32_t x_high,
                          std::uint32_t y_high) {
    const auto below = static_cast<unsigned>(std::bit_width((x_low ^ x_high) | (y_low ^ y_high)));
    const std::uint64_t curve = spread(x_low >> below << below) | spread(y_low >> below << below)
                                                                      << 1;
    return curve << level_bits | (levels - below);
}

}  // namespace

/// Rounding does no harm. It keeps the order of places, so boxes that overlap share a place, and of
/// two nodes that share a place one lies within the other.
std::uint32_t Quadtree::column(double x) const {
    return place_on_axis(0.5 * x - origin_.x, scale_);
}
std::uint32_t Quadtree::row(double y) const { return place_on_axis(0.5 * y - origin_.y, scale_); }

/// Returns the number of the smallest node that holds the box.
std::uint64_t Quadtree::node_of(const Box& box) const {
    return node_number(column(box.low.x), row(box.low.y), column(box.high.x), row(box.high.y));
}

Arrangement Quadtree::arrangement(const Boxes& boxes) const {
    Arrangement arrangement{kind(), {}, {}, {}};
    if (!(scale_ > 0.0)) return arrangement;  // all grains are at one point, or there are none yet
    const double place = 2.0 / scale_;  // side of a square of the last level; scale_ is for halves
    arrangement.origin = 2.0 * origin_;
    std::uint16_t deepest = 0;
    for (const Box& box : boxes.of_grains()) {
        const std::uint64_t number = node_of(box);
        const std::uint64_t curve = number >> level_bits;
        const auto depth = static_cast<std::uint16_t>(number & ((1u << level_bits) - 1));
        const geometry::Vec2 from_origin{static_cast<double>(gathered(curve)),
                                         static_cast<double>(gathered(curve >> 1))};
        arrangement.grains.push_back({depth, arrangement.origin + place * from_origin});
        deepest = std::max(deepest, depth);
    }
    for (unsigned depth = 0; depth <= deepest; ++depth)
        arrangement.cells.push_back(place * (1u << (levels - depth)));
    return arrangement;
}

void Quadtree::arrange(const Boxes& boxes, const Box& bounds, Workers& workers) {
    // All lengths are halved, since the difference of two coordinates may overflow.
    origin_ = {0.5 * bounds.low.x, 0.5 * bounds.low.y};
    const double extent =
        std::max(0.5 * bounds.high.x - origin_.x, 0.5 * bounds.high.y - origin_.y);
    scale_ = (last_place + 1.0) / extent;
    if (!std::isfinite(scale_)) scale_ = 0.0;

    entries_.resize(boxes.grains());
    workers.split(boxes.grains(), grain_block, [&](Range range, std::uint32_t) {
        for (std::size_t i = range.first; i < range.last; ++i) {
            const auto grain = static_cast<Body>(i);
            const Box& box = boxes[grain];
            entries_[i] = {node_of(box), grain};
        }
    });
    std::sort(entries_.begin(), entries_.end());
    workers.split(boxes.grains(), grain_block, [&](Range range, std::uint32_t) {
        for (std::size_t slot = range.first; slot < range.last; ++slot)
            place(boxes, entries_[slot].second, slot);
    });
    list_nodes();
    link_nodes();
}

void Quadtree::list_nodes() {
    nodes_.clear();
    node_of_slot_.resize(entries_.size());
    for (std::size_t first = 0; first < entries_.size();) {
        const std::uint64_t number = entries_[first].first;
        std::size_t last = first + 1;
        while (last < entries_.size() && entries_[last].first == number) ++last;
        const std::uint64_t curve = number >> level_bits;
        const unsigned below = levels - (number & ((1u << level_bits) - 1));
        std::fill(node_of_slot_.data() + first, node_of_slot_.data() + last,
                  static_cast<std::uint32_t>(nodes_.size()));
        nodes_.push_back(
            {gathered(curve), gathered(curve >> 1), (1u << below) - 1, 0, 0, {first, last}});
        first = last;
    }
}

void Quadtree::link_nodes() {
    const auto count = static_cast<std::uint32_t>(nodes_.size());
    const auto within = [&](const Node& inner, const Node& outer) {
        return inner.x - outer.x <= outer.side && inner.y - outer.y <= outer.side;
    };
    for (std::uint32_t n = 0; n < count; ++n) {
        nodes_[n].parent = n;
        if (n == 0) continue;
        // The parent of a node is the node before it, or one of the nodes around that.
        std::uint32_t parent = n - 1;
        while (!within(nodes_[n], nodes_[parent]) && nodes_[parent].parent != parent)
            parent = nodes_[parent].parent;
        if (within(nodes_[n], nodes_[parent])) nodes_[n].parent = parent;
    }
    for (std::uint32_t n = count; n-- > 0;) {
        Node& node = nodes_[n];
        node.end = std::max(node.end, n + 1);
        nodes_[node.parent].end = std::max(nodes_[node.parent].end, node.end);
    }
}

/// Adds what comes after the grain in its node, and all grains of the nodes around that.
std::uint64_t Quadtree::around(std::size_t slot, std::vector<Range>& slots) const {
    std::uint32_t n = node_of_slot_[slot];
    slots.push_back({slot + 1, nodes_[n].slots.last});
    std::uint64_t accesses = 1;
    for (; nodes_[n].parent != n; ++accesses) {
        n = nodes_[n].parent;
        slots.push_back(nodes_[n].slots);
    }
    return accesses;
}

std::uint64_t Quadtree::under(const Box& box, std::vector<Range>& slots) const {
    const std::uint32_t x_low = column(box.low.x);
    const std::uint32_t y_low = row(box.low.y);
    const std::uint32_t x_high = column(box.high.x);
    const std::uint32_t y_high = row(box.high.y);
    std::uint64_t accesses = 0;
    for (std::size_t n = 0; n < nodes_.size(); ++accesses) {
        const Node& node = nodes_[n];
        const bool meets = node.x <= x_high && x_low <= node.x + node.side && node.y <= y_high &&
                           y_low <= node.y + node.side;
        if (!meets) {
            n = node.end;
            continue;
        }
        if (!slots.empty() && slots.back().last == node.slots.first)
            slots.back().last = node.slots.last;
        else
            slots.push_back(node.slots);
        ++n;
    }
    return accesses;
}

}  // namespace scree::engine

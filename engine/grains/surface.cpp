#include "engine/grains/surface.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <numeric>

namespace scree::engine {

using geometry::Box;
using geometry::Rotation;
using geometry::Vec2;

Surface::Surface(const Interval& x, std::size_t columns, double ground, double period)
    : x_(x),
      width_((x.high - x.low) / static_cast<double>(columns)),
      heights_(columns, ground),
      period_(period) {}

/// Calls visit(shift) for an interval and its images; the first shift is zero, that of the interval
/// itself.
template <class Visit>
void Surface::for_each_image(const Visit& visit) const {
    visit(0.0);
    if (!(period_ > 0.0)) return;
    visit(-period_);
    visit(period_);
}

Surface::Columns Surface::under(const Interval& x) const {
    const auto count = static_cast<double>(heights_.size());
    const double first = std::clamp(std::floor((x.low - x_.low) / width_), 0.0, count - 1.0);
    const double last = std::clamp(std::floor((x.high - x_.low) / width_), first, count - 1.0);
    return {static_cast<std::size_t>(first), static_cast<std::size_t>(last) + 1};
}

void Surface::raise(const Interval& x, double height) {
    for_each_image([&](double shift) {
        const Interval image{x.low + shift, x.high + shift};
        if (image.high < x_.low || image.low > x_.high) return;
        const auto [first, end] = under(image);
        for (std::size_t k = first; k < end; ++k) heights_[k] = std::max(heights_[k], height);
    });
}

double Surface::highest(const Interval& x) const {
    const auto [first, end] = under(x);
    return *std::max_element(heights_.begin() + static_cast<std::ptrdiff_t>(first),
                             heights_.begin() + static_cast<std::ptrdiff_t>(end));
}

double Surface::lowest(const Interval& x) const {
    double lowest = std::numeric_limits<double>::infinity();
    for_each_image([&](double shift) {
        const Interval image{x.low + shift, x.high + shift};
        if (shift != 0.0 && (image.high < x_.low || image.low > x_.high)) return;
        const auto [first, end] = under(image);
        lowest = std::min(lowest,
                          *std::min_element(heights_.begin() + static_cast<std::ptrdiff_t>(first),
                                            heights_.begin() + static_cast<std::ptrdiff_t>(end)));
    });
    return lowest;
}

void Surface::add_edge(Vec2 from, Vec2 to, double below) {
    if (from.x <= to.x || from.x < x_.low || to.x > x_.high) return;  // it does not face up
    const auto height = [&](double x) {
        const double share = std::clamp((x - to.x) / (from.x - to.x), 0.0, 1.0);
        return to.y + share * (from.y - to.y);
    };
    const auto [first, end] = under({to.x, from.x});
    for (std::size_t k = first; k < end; ++k) {
        const double left = x_.low + static_cast<double>(k) * width_;
        const auto [low, high] = std::minmax({height(left), height(left + width_)});
        if (low < below) heights_[k] = std::max(heights_[k], std::min(high, below));
    }
}

void Surface::add_wall(const PlacedShape& wall, double below) {
    std::vector<Vec2> outline;
    if (const auto* polygon = std::get_if<geometry::ConvexPolygon>(wall.shape)) {
        for (std::size_t i = 0; i < polygon->size(); ++i)
            outline.push_back(apply(wall.pose, polygon->vertex(i)));
    } else {
        // The polygon is circumscribed about the disc and too large by two thousandths.
        constexpr int corners = 50;
        const double half = std::numbers::pi / corners;
        const double reach = geometry::radius(*wall.shape) / Rotation::by(half).c;
        for (int k = 0; k < corners; ++k) {
            const Rotation r = Rotation::by(2.0 * half * k);
            outline.push_back(wall.pose.position + reach * Vec2{r.c, r.s});
        }
    }
    for_each_image([&](double shift) {
        const Vec2 by{shift, 0.0};
        for (std::size_t i = 0; i < outline.size(); ++i)
            add_edge(outline[i] + by, outline[(i + 1) % outline.size()] + by, below);
    });
}

Support::Support(const ShapeIndex& index, std::span<const Box> boxes, std::size_t walls)
    : index_(index), boxes_(boxes), walls_(walls), known_(boxes.size(), Known::nothing) {}

bool Support::holds(std::size_t body) {
    if (body < walls_ || known_[body] != Known::nothing)
        return body < walls_ || known_[body] == Known::held;
    // The search goes through everything that hangs together with the body, the lowest first, so it
    // mostly goes straight down.
    const auto higher = [this](std::size_t i, std::size_t j) {
        return boxes_[i].low.y != boxes_[j].low.y ? boxes_[i].low.y > boxes_[j].low.y : i > j;
    };
    std::vector<std::size_t> seen{body};
    std::vector<std::size_t> open{body};
    known_[body] = Known::flying;  // until found otherwise
    bool held = false;
    while (!open.empty() && !held) {
        std::ranges::pop_heap(open, higher);
        const std::size_t lowest = open.back();
        open.pop_back();
        for (const std::size_t next : index_.touching(lowest)) {
            held |= next < walls_ || known_[next] == Known::held;
            if (next < walls_ || known_[next] != Known::nothing) continue;
            known_[next] = Known::flying;
            seen.push_back(next);
            open.push_back(next);
            std::ranges::push_heap(open, higher);
        }
    }
    if (held)
        for (const std::size_t i : seen) known_[i] = Known::held;
    return held;
}

void add_grains_at_rest(Surface& surface, const ShapeIndex& index,
                        std::span<const PlacedShape> bodies, std::size_t walls) {
    std::vector<Box> boxes;
    boxes.reserve(bodies.size());
    for (const PlacedShape& body : bodies) boxes.push_back(box_of(body));
    std::vector<std::size_t> order(bodies.size() - walls);
    std::iota(order.begin(), order.end(), walls);
    std::ranges::sort(order, [&](std::size_t i, std::size_t j) {
        return boxes[i].high.y != boxes[j].high.y ? boxes[i].high.y > boxes[j].high.y : i < j;
    });
    // The grains are visited from the top down, so that few of them must be searched for what holds
    // them.
    Support support(index, boxes, walls);
    for (const std::size_t i : order) {
        const Interval x{boxes[i].low.x, boxes[i].high.x};
        if (surface.lowest(x) < boxes[i].high.y && support.holds(i))
            surface.raise(x, boxes[i].high.y);
    }
}

}  // namespace scree::engine

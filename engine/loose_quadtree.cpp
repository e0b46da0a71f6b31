#include "engine/loose_quadtree.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace scree::engine {
namespace {

using geometry::Box;

constexpr std::uint32_t no_cell = ~0u;
constexpr std::size_t grain_block = 256;

/// Squares are counted from zero to so many powers of two, in either direction: grains that are
/// smaller next to where they are stand in larger squares.
constexpr int place_bits = 30;
/// Of boxes without any size.
constexpr int least_level = -1000;

/// The largest power of two that is not above a number; of zero, a very small one.
int exponent_of(double number) {
    return static_cast<int>(std::bit_cast<std::uint64_t>(number) >> 52 & 0x7ff) - 1023;
}

/// 2^-level, for levels from least_level to beyond the largest number.
double inverse_side(int level) {
    return std::bit_cast<double>(level <= 1022 ? static_cast<std::uint64_t>(1023 - level) << 52
                                               : std::uint64_t{1} << (1074 - level));
}

/// In which square of an axis; beyond the last one where it is out of reach.
std::int32_t place_on_axis(double x, double inverse) {
    constexpr double reach = 0x1p30;
    return static_cast<std::int32_t>(
        std::floor(std::clamp(x * inverse, -reach - 2.0, reach + 2.0)));
}

}  // namespace

/// Whatever begins in a square must end before the end of the next one.
LooseQuadtree::Square LooseQuadtree::square_of(const Box& box) {
    const double side = std::max(box.high.x - box.low.x, box.high.y - box.low.y);
    const double reach =
        std::max(std::max(-box.low.x, box.high.x), std::max(-box.low.y, box.high.y));
    int level = std::max({exponent_of(side), exponent_of(reach) + 1 - place_bits, least_level});
    for (;; ++level) {
        const double inverse = inverse_side(level);
        const double x = std::floor(box.low.x * inverse);
        const double y = std::floor(box.low.y * inverse);
        if (box.high.x * inverse < x + 2.0 && box.high.y * inverse < y + 2.0)
            return {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), level};
    }
}

/// The squares of a level whose grains can overlap the box.
LooseQuadtree::Block LooseQuadtree::block_under(const Box& box, std::int32_t level) {
    const double inverse = inverse_side(level);
    return {place_on_axis(box.low.x, inverse) - 1, place_on_axis(box.high.x, inverse),
            place_on_axis(box.low.y, inverse) - 1, place_on_axis(box.high.y, inverse)};
}

void LooseQuadtree::arrange(const Boxes& boxes, const Box& /*bounds*/, Workers& workers) {
    const std::size_t grains = boxes.grains();
    square_of_grain_.resize(grains);
    cell_of_grain_.resize(grains);
    rank_of_grain_.resize(grains);
    workers.split(grains, grain_block, [&](Range range, std::uint32_t) {
        for (std::size_t i = range.first; i < range.last; ++i)
            square_of_grain_[i] = square_of(boxes[static_cast<Body>(i)]);
    });
    number_cells();
    workers.split(grains, grain_block, [&](Range range, std::uint32_t) {
        for (std::size_t i = range.first; i < range.last; ++i)
            place(boxes, static_cast<Body>(i), cells_[cell_of_grain_[i]].first + rank_of_grain_[i]);
    });
    list_levels();
}

/// Where a square is in the hash table, or would be.
std::size_t LooseQuadtree::entry_of(const Square& square) const {
    const std::uint64_t mixed = static_cast<std::uint32_t>(square.x) * 0x9e3779b97f4a7c15u +
                                static_cast<std::uint32_t>(square.y) * 0xc2b2ae3d27d4eb4fu +
                                static_cast<std::uint32_t>(square.level) * 0x165667b19e3779f9u;
    std::size_t entry = (mixed ^ mixed >> 32) * 0x9e3779b97f4a7c15u >> table_shift_;
    while (table_[entry] != no_cell && squares_[table_[entry]] != square)
        entry = (entry + 1) & (table_.size() - 1);
    return entry;
}

/// In the order in which grains come upon them.
void LooseQuadtree::number_cells() {
    const std::size_t grains = square_of_grain_.size();
    table_.assign(std::bit_ceil(2 * grains + 2), no_cell);
    table_shift_ = static_cast<unsigned>(std::countl_zero(table_.size())) + 1;
    squares_.clear();
    cells_.clear();
    for (std::size_t i = 0; i < grains; ++i) {
        std::uint32_t& cell = table_[entry_of(square_of_grain_[i])];
        if (cell == no_cell) {
            cell = static_cast<std::uint32_t>(squares_.size());
            squares_.push_back(square_of_grain_[i]);
            cells_.push_back({0, 0});
        }
        cell_of_grain_[i] = cell;
        rank_of_grain_[i] = static_cast<std::uint32_t>(cells_[cell].last++);
    }
    std::size_t slot = 0;
    for (Range& cell : cells_) {
        cell.first = slot;
        cell.last += slot;
        slot = cell.last;
    }
}

void LooseQuadtree::list_levels() {
    levels_.clear();
    for (const Square& square : squares_) {
        auto at = std::ranges::lower_bound(levels_, square.level, {}, &Level::level);
        if (at == levels_.end() || at->level != square.level)
            at = levels_.insert(at, {square.level, {square.x, square.x, square.y, square.y}});
        Block& bounds = at->bounds;
        bounds.x_first = std::min(bounds.x_first, square.x);
        bounds.x_last = std::max(bounds.x_last, square.x);
        bounds.y_first = std::min(bounds.y_first, square.y);
        bounds.y_last = std::max(bounds.y_last, square.y);
    }
}

void LooseQuadtree::add_cell(const Square& square, std::vector<Range>& slots) const {
    const std::uint32_t cell = table_[entry_of(square)];
    if (cell != no_cell) slots.push_back(cells_[cell]);
}

/// On its own level half of the squares around it, the other half will find it; and all on the
/// levels above.
std::uint64_t LooseQuadtree::around(std::size_t cell, std::vector<Range>& slots) const {
    const auto [x, y, level] = squares_[cell];
    add_cell({x + 1, y - 1, level}, slots);
    add_cell({x + 1, y, level}, slots);
    add_cell({x + 1, y + 1, level}, slots);
    add_cell({x, y + 1, level}, slots);
    std::uint64_t accesses = 5;
    auto above = std::ranges::upper_bound(levels_, level, {}, &Level::level);
    for (; above != levels_.end(); ++above) {
        const int larger = std::min(above->level - level, 31);
        const Block& bounds = above->bounds;
        const std::int32_t x_first = std::max((x >> larger) - 1, bounds.x_first);
        const std::int32_t y_first = std::max((y >> larger) - 1, bounds.y_first);
        const std::int32_t x_last = std::min((x + 1) >> larger, bounds.x_last);
        const std::int32_t y_last = std::min((y + 1) >> larger, bounds.y_last);
        for (std::int32_t column = x_first; column <= x_last; ++column)
            for (std::int32_t row = y_first; row <= y_last; ++row, ++accesses)
                add_cell({column, row, above->level}, slots);
    }
    return accesses;
}

/// Square by square, or all that there are on a level where these are fewer.
std::uint64_t LooseQuadtree::under(const Box& box, std::vector<Range>& slots) const {
    std::uint64_t accesses = 0;
    for (const Level& level : levels_) {
        const Block wanted = block_under(box, level.level);
        const std::int32_t x_first = std::max(wanted.x_first, level.bounds.x_first);
        const std::int32_t y_first = std::max(wanted.y_first, level.bounds.y_first);
        const std::int32_t x_last = std::min(wanted.x_last, level.bounds.x_last);
        const std::int32_t y_last = std::min(wanted.y_last, level.bounds.y_last);
        if (x_first > x_last || y_first > y_last) continue;
        const double squares = (1.0 + x_last - x_first) * (1.0 + y_last - y_first);
        if (squares > static_cast<double>(squares_.size())) {
            for (std::size_t cell = 0; cell < squares_.size(); ++cell) {
                const Square& square = squares_[cell];
                if (square.level == level.level && x_first <= square.x && square.x <= x_last &&
                    y_first <= square.y && square.y <= y_last)
                    slots.push_back(cells_[cell]);
            }
            accesses += squares_.size();
            continue;
        }
        for (std::int32_t column = x_first; column <= x_last; ++column)
            for (std::int32_t row = y_first; row <= y_last; ++row, ++accesses)
                add_cell({column, row, level.level}, slots);
    }
    return accesses;
}

}  // namespace scree::engine

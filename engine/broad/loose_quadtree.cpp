#include "engine/broad/loose_quadtree.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace scree::engine {
namespace {

using geometry::Box;

constexpr std::size_t grain_block = 256;

/// Squares are numbered up to this power of two in either direction from the origin. Grains so far
/// out that they would exceed it are put into larger squares.
constexpr int place_bits = 30;
/// The level of boxes without any size.
constexpr int least_level = -1000;

/// The least side of a table: with fewer squares, the second next square in one direction would be
/// a neighbour in the other direction.
constexpr std::uint64_t least_side = 4;
/// The most places in the table for each grain of a level.
constexpr std::uint64_t most_places_a_grain = 32;

/// The exponent of the largest power of two that is not above a number; for zero, a very small
/// exponent.
int exponent_of(double number) {
    return static_cast<int>(std::bit_cast<std::uint64_t>(number) >> 52 & 0x7ff) - 1023;
}

/// Returns 2^-level, for levels from least_level to beyond the largest number.
double inverse_side(int level) {
    return std::bit_cast<double>(level <= 1022 ? static_cast<std::uint64_t>(1023 - level) << 52
                                               : std::uint64_t{1} << (1074 - level));
}

/// Returns the number of the square on an axis; places out of reach are beyond the last square.
std::int32_t place_on_axis(double x, double inverse) {
    constexpr double reach = 0x1p30;
    return static_cast<std::int32_t>(
        std::floor(std::clamp(x * inverse, -reach - 2.0, reach + 2.0)));
}

}  // namespace

/// A box that begins in a square must end before the end of the next one.
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

Arrangement LooseQuadtree::arrangement(const Boxes& boxes) const {
    Arrangement arrangement{kind(), {}, {}, {}};
    if (boxes.grains() == 0) return arrangement;
    std::vector<Square> squares;
    for (const Box& box : boxes.of_grains()) squares.push_back(square_of(box));
    const auto [smallest, largest] = std::ranges::minmax_element(squares, {}, &Square::level);
    const std::int32_t most = largest->level;
    for (std::int32_t level = most; level >= smallest->level; --level)
        arrangement.cells.push_back(1.0 / inverse_side(level));
    for (const auto& [x, y, level] : squares)
        arrangement.grains.push_back({static_cast<std::uint16_t>(most - level),
                                      {x / inverse_side(level), y / inverse_side(level)}});
    return arrangement;
}

void LooseQuadtree::arrange(const Boxes& boxes, const Box& /*bounds*/, Workers& workers) {
    const std::size_t grains = boxes.grains();
    square_of_grain_.resize(grains);
    cell_of_grain_.resize(grains);
    square_of_slot_.resize(grains);
    seen_.resize(workers.count());
    for (auto& levels : seen_) levels.clear();
    workers.split(grains, grain_block, [&](Range range, std::uint32_t worker) {
        for (std::size_t i = range.first; i < range.last; ++i) {
            const Square square = square_of(boxes[static_cast<Body>(i)]);
            square_of_grain_[i] = square;
            add_to_level(square.level, {square.x, square.x, square.y, square.y}, 1, seen_[worker]);
        }
    });
    list_levels();
    lay_out_tables();
    workers.split(grains, grain_block, [&](Range range, std::uint32_t) {
        for (std::size_t i = range.first; i < range.last; ++i) {
            const Square& square = square_of_grain_[i];
            const Level& level = level_at(square.level);
            cell_of_grain_[i] = static_cast<std::uint32_t>(
                level.cell(level.column_of(square.x), level.row_of(square.y)));
        }
    });
    // A counting sort: first computes where each cell ends, then puts in grains from there
    // backwards.
    for (const std::uint32_t cell : cell_of_grain_) ++first_in_cell_[cell];
    std::uint32_t sum = 0;
    for (std::uint32_t& first : first_in_cell_) first = sum += first;
    for (std::size_t i = grains; i-- > 0;) {
        const std::size_t slot = --first_in_cell_[cell_of_grain_[i]];
        place(boxes, static_cast<Body>(i), slot);
        square_of_slot_[slot] = square_of_grain_[i];
    }
}

void LooseQuadtree::add_to_level(std::int32_t level, const Block& block, std::size_t grains,
                                 std::vector<Level>& levels) {
    auto at = std::ranges::lower_bound(levels, level, {}, &Level::level);
    if (at == levels.end() || at->level != level) {
        Level fresh;
        fresh.level = level;
        fresh.bounds = block;
        at = levels.insert(at, fresh);
    }
    Block& bounds = at->bounds;
    bounds.x_first = std::min(bounds.x_first, block.x_first);
    bounds.x_last = std::max(bounds.x_last, block.x_last);
    bounds.y_first = std::min(bounds.y_first, block.y_first);
    bounds.y_last = std::max(bounds.y_last, block.y_last);
    at->grains += grains;
}

/// Merges the levels that the workers have seen.
void LooseQuadtree::list_levels() {
    levels_.clear();
    for (const auto& levels : seen_)
        for (const Level& level : levels)
            add_to_level(level.level, level.bounds, level.grains, levels_);
}

void LooseQuadtree::lay_out_tables() {
    std::size_t cells = 0;
    for (Level& level : levels_) {
        const auto side_of = [](std::int32_t first, std::int32_t last) {
            return std::bit_ceil(std::max<std::uint64_t>(
                least_side, static_cast<std::uint64_t>(std::int64_t{last} - first) + 3));
        };
        std::uint64_t columns = side_of(level.bounds.x_first, level.bounds.x_last);
        std::uint64_t rows = side_of(level.bounds.y_first, level.bounds.y_last);
        const std::uint64_t most =
            std::max(least_side * least_side, most_places_a_grain * level.grains);
        while (columns * rows > most) (columns > rows ? columns : rows) /= 2;
        level.columns = static_cast<std::uint32_t>(columns);
        level.rows = static_cast<std::uint32_t>(rows);
        level.first_cell = cells;
        cells += columns * rows;
    }
    first_in_cell_.assign(cells + 1, 0);
}

const LooseQuadtree::Level& LooseQuadtree::level_at(std::int32_t level) const {
    return *std::ranges::lower_bound(levels_, level, {}, &Level::level);
}

/// Adds the slots of this many cells side by side; a row may wrap around the table.
void LooseQuadtree::add_row(const Level& level, std::uint32_t row, std::uint32_t column,
                            std::uint32_t count, std::vector<Range>& slots) const {
    const std::uint32_t* const cells = first_in_cell_.data() + level.cell(0, row);
    const std::uint32_t last = column + count;
    slots.push_back({cells[column], cells[std::min(last, level.columns)]});
    if (last > level.columns) slots.push_back({cells[0], cells[last - level.columns]});
}

/// Adds every cell of the table at most once, however many squares there are.
std::uint64_t LooseQuadtree::add_block(const Level& level, const Block& block,
                                       std::vector<Range>& slots) const {
    const std::int32_t x_first = std::max(block.x_first, level.bounds.x_first);
    const std::int32_t y_first = std::max(block.y_first, level.bounds.y_first);
    const std::int32_t x_last = std::min(block.x_last, level.bounds.x_last);
    const std::int32_t y_last = std::min(block.y_last, level.bounds.y_last);
    if (x_first > x_last || y_first > y_last) return 0;
    const std::uint32_t columns = std::min(Level::offset(x_first, x_last), level.columns);
    const std::uint32_t rows = std::min(Level::offset(y_first, y_last), level.rows);
    const std::uint32_t first_column = level.column_of(x_first);
    for (std::uint32_t k = 0; k < rows; ++k)
        add_row(level, (level.row_of(y_first) + k) & (level.rows - 1), first_column, columns,
                slots);
    return std::uint64_t{columns} * rows;
}

/// On the grain's own level this adds what comes after the grain in its square and in the next, and
/// the three squares of the next row. That is half of the squares around it; grains in the other
/// half will find it. On the levels above it adds all squares around.
std::uint64_t LooseQuadtree::around(std::size_t slot, std::vector<Range>& slots) const {
    const auto [x, y, number] = square_of_slot_[slot];
    auto level = std::ranges::lower_bound(levels_, number, {}, &Level::level);
    const std::uint32_t column = level->column_of(x);
    const std::uint32_t row = level->row_of(y);
    const std::size_t own = slots.size();
    add_row(*level, row, column, 2, slots);
    slots[own].first = slot + 1;
    add_row(*level, (row + 1) & (level->rows - 1), (column - 1) & (level->columns - 1), 3, slots);
    std::uint64_t accesses = 5;
    for (++level; level != levels_.end(); ++level) {
        const int larger = std::min(level->level - number, 31);
        accesses += add_block(
            *level, {(x >> larger) - 1, (x + 1) >> larger, (y >> larger) - 1, (y + 1) >> larger},
            slots);
    }
    return accesses;
}

/// The squares of a level whose grains can overlap the box begin one square before it.
std::uint64_t LooseQuadtree::under(const Box& box, std::vector<Range>& slots) const {
    std::uint64_t accesses = 0;
    for (const Level& level : levels_) {
        const double inverse = inverse_side(level.level);
        accesses +=
            add_block(level,
                      {place_on_axis(box.low.x, inverse) - 1, place_on_axis(box.high.x, inverse),
                       place_on_axis(box.low.y, inverse) - 1, place_on_axis(box.high.y, inverse)},
                      slots);
    }
    return accesses;
}

}  // namespace scree::engine

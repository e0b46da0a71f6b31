#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/cell_grid.h"

namespace scree::engine {

/// Grains and walls that are taken on in one go.
inline constexpr std::uint32_t search_block = 256;
inline constexpr std::uint32_t wall_block = 8;

/// One worker's search of the cells.
class CellGrid::Search {
public:
    Search(const CellGrid& grid, const Boxes& boxes, FoundPairs& found, PairSorter::Found& pairs)
        : grid_(grid),
          boxes_(boxes),
          first_in_cell_(grid.first_in_cell_.data()),
          found_(found),
          pairs_(pairs) {}

    void run(const Task& task) {
        if (task.level == grid_.levels_.size()) {
            for (std::uint32_t wall = task.first; wall < task.last; ++wall)
                search_wall(wall_body(wall), boxes_[wall_body(wall)]);
            return;
        }
        const CellLevel& level = grid_.levels_[task.level];
        const Range others = levels_beside(task.level);
        row_ = level.first_cell();
        row_ += (grid_.cells_[task.first] - row_) / level.columns() * level.columns();
        for (std::uint32_t k = task.first; k < task.last; ++k) {
            const TickBox box = grid_.boxes_[k];
            search_own_level(k, box, level);
            for (std::size_t j = others.first; j < others.last; ++j)
                search_near(k, box, grid_.levels_[j]);
            if (grid_.is_periodic() && is_near_seam(box)) {
                add_found(Image{});
                search_images(k, task.level);
            }
        }
        add_found(Image{});
    }

    const BroadPhaseCounts& counts() const { return counts_; }

private:
    using Box = geometry::Box;
    using Vec2 = geometry::Vec2;

    /// Of other levels, those that a grain searches.
    Range levels_beside(std::uint32_t level) const {
        if (grid_.search_ == GridSearch::top_down) return {0, level};
        return {level + 1, grid_.levels_.size()};
    }

    /// What comes after the grain in its cell and in the next, and the three cells of the next row:
    /// half of the cells around, so that no pair is found twice. Grains come by their cells.
    void search_own_level(std::uint32_t k, const TickBox& box, const CellLevel& level) {
        const std::uint32_t cell = grid_.cells_[k];
        const std::uint32_t columns = level.columns();
        while (cell - row_ >= columns) row_ += columns;
        const std::uint32_t column = cell - row_;
        const std::uint32_t next_row =
            row_ + columns < level.last_cell() ? row_ + columns : level.first_cell();
        counts_.accesses += 5;
        if (column - 1 < columns - 2) {
            const std::uint32_t* const above = first_in_cell_ + next_row + column;
            scan(k, box, {k + 1, first_in_cell_[cell + 2]}, {above[-1], above[2]});
            return;
        }
        // Around the table.
        const std::uint32_t end = column + 1 < columns ? cell + 2 : cell + 1;
        scan(k, box, {k + 1, first_in_cell_[end]});
        if (column + 1 == columns) scan_row(k, box, row_, columns, {0, 1});
        scan_row(k, box, next_row, columns, {column > 0 ? column - 1 : columns - 1, 3});
    }

    /// All cells whose grains could reach into the box, two rows at a time.
    void search_near(std::uint32_t by, const TickBox& box, const CellLevel& level) {
        if (first_in_cell_[level.first_cell()] == first_in_cell_[level.last_cell()]) return;
        const CellLevel::Window columns = level.columns_near(box);
        const CellLevel::Window rows = level.rows_near(box);
        counts_.accesses += std::uint64_t{columns.count} * rows.count;
        const auto after = [&](std::uint32_t row) {
            return row + level.columns() < level.last_cell() ? row + level.columns()
                                                             : level.first_cell();
        };
        std::uint32_t row = level.cell(0, rows.first);
        const std::uint32_t last = columns.first + columns.count;
        if (last > level.columns()) {
            for (std::uint32_t k = 0; k < rows.count; ++k, row = after(row))
                scan_row(by, box, row, level.columns(), columns);
            return;
        }
        const auto slots = [&](std::uint32_t first_cell) -> Slots {
            return {first_in_cell_[first_cell + columns.first], first_in_cell_[first_cell + last]};
        };
        std::uint32_t k = 0;
        for (; k + 1 < rows.count; k += 2) {
            const std::uint32_t next = after(row);
            scan(by, box, slots(row), slots(next));
            row = after(next);
        }
        if (k < rows.count) scan(by, box, slots(row));
    }

    /// By which periods a box is moved to meet grains in the domain, by an axis: those are as wide
    /// as the widest.
    template <class OfAxis>
    Images moves_of(const Box& box, OfAxis&& of_axis) const {
        const double half = half_of_widest();
        return {of_axis(box.low.x, box.high.x, half, grid_.period_.x),
                of_axis(box.low.y, box.high.y, half, grid_.period_.y)};
    }
    double half_of_widest() const { return 0.51 * grid_.widest_; }

    /// Where it may meet others a period away, or a little before.
    TickBox seam() const {
        const double half = half_of_widest();
        const BoxPeriod period = grid_.period_;
        TickBox ticks = grid_.ruler_.measured({{half, half}, {period.x - half, period.y - half}});
        constexpr std::int32_t never = std::numeric_limits<std::int32_t>::max();
        ticks.low_x = period.x > 0.0 ? ticks.low_x + 1 : -1;
        ticks.low_y = period.y > 0.0 ? ticks.low_y + 1 : -1;
        ticks.high_x = period.x > 0.0 ? ticks.high_x - 1 : never;
        ticks.high_y = period.y > 0.0 ? ticks.high_y - 1 : never;
        return ticks;
    }
    bool is_near_seam(const TickBox& box) const {
        return box.low_x <= seam_.low_x || box.low_y <= seam_.low_y || box.high_x >= seam_.high_x ||
               box.high_y >= seam_.high_y;
    }

    /// A grain near the seam meets others a period away. Of two on one level the one that is moved
    /// up looks for the other.
    void search_images(std::uint32_t k, std::uint32_t level) {
        const Box box = box_of(k);
        const auto of_axis = [](double low, double high, double half, double length) -> ImageRange {
            if (!(length > 0.0)) return {0, 0};
            return {high + half >= length ? -1 : 0, low - half <= 0.0 ? 1 : 0};
        };
        moves_of(box, of_axis).for_each([&](Image shift) {
            if (shift.is_here()) return;
            const TickBox moved = grid_.ruler_.measured(shifted(box, shift));
            if (shift > Image{}) search_near(k, moved, grid_.levels_[level]);
            const Range others = levels_beside(level);
            for (std::size_t j = others.first; j < others.last; ++j)
                search_near(k, moved, grid_.levels_[j]);
            add_found(shift);
        });
    }

    void search_wall(Body wall, const Box& box) {
        const auto of_axis = [](double low, double high, double half, double length) -> ImageRange {
            if (!(length > 0.0) || low == -endless) return {0, 0};
            return {static_cast<int>(std::ceil((-half - high) / length)),
                    static_cast<int>(std::floor((length + half - low) / length))};
        };
        moves_of(box, of_axis).for_each([&](Image shift) {
            const Box moved = shift.is_here() ? box : shifted(box, shift);
            const TickBox ticks = grid_.ruler_.measured(moved);
            for (const CellLevel& level : grid_.levels_) search_near(0, ticks, level);
            if (found_.is_doubtful())
                found_.keep(
                    [&](std::uint32_t, std::uint32_t it) { return overlap(moved, box_of(it)); });
            add_found_by_wall(wall, box, shift);
        });
    }

    /// Exactly, and in the domain.
    Box box_of(std::uint32_t k) const {
        const Body grain = grid_.grains_[k];
        return grid_.is_periodic() ? grid_.wrapped(boxes_[grain], grid_.turns_[grain])
                                   : boxes_[grain];
    }
    Box shifted(const Box& box, Image image) const {
        const Vec2 by{image.x * grid_.period_.x, image.y * grid_.period_.y};
        return {box.low + by, box.high + by};
    }

    /// A row, from its first cell, may go around the table.
    void scan_row(std::uint32_t by, const TickBox& box, std::uint32_t row,
                  std::uint32_t columns_in_table, CellLevel::Window columns) {
        const std::uint32_t* const cells = first_in_cell_ + row;
        const std::uint32_t last = columns.first + columns.count;
        if (last <= columns_in_table) {
            scan(by, box, {cells[columns.first], cells[last]});
        } else {
            scan(by, box, {cells[columns.first], cells[columns_in_table]},
                 {cells[0], cells[last - columns_in_table]});
        }
    }

    /// One half beside the other.
    void scan(std::uint32_t by, const TickBox& box, Slots slots) {
        const std::uint32_t middle = slots.first + slots.count() / 2;
        scan(by, box, {slots.first, middle}, {middle, slots.last});
    }
    void scan(std::uint32_t by, const TickBox& box, Slots a, Slots b) {
        counts_.candidates += a.count() + b.count();
        scan_boxes_(grid_.boxes_, box, by, a, b, found_);
    }

    /// Boxes that were moved by `shift` meet others: those of both were wrapped by turns.
    void add_found(Image shift) {
        if (found_.is_doubtful())
            found_.keep([&](std::uint32_t by, std::uint32_t it) {
                return overlap(shifted(box_of(by), shift), box_of(it));
            });
        for (std::size_t n = 0; n < found_.count(); ++n) {
            const Body grain = grid_.grains_[found_.by(n)];
            const Body other = grid_.grains_[found_.it(n)];
            if (!grid_.is_periodic()) {
                pairs_.add(grain, other);
                continue;
            }
            const Turns apart = grid_.turns_[grain] - grid_.turns_[other];
            const Image of_other{static_cast<std::int8_t>(apart.x - shift.x),
                                 static_cast<std::int8_t>(apart.y - shift.y)};
            const Image of_grain{static_cast<std::int8_t>(-of_other.x),
                                 static_cast<std::int8_t>(-of_other.y)};
            pairs_.add(grain, other, grain < other ? of_other : of_grain);
        }
        found_.clear();
    }

    void add_found_by_wall(Body wall, const Box& box, Image shift) {
        for (std::size_t n = 0; n < found_.count(); ++n) {
            const Body grain = grid_.grains_[found_.it(n)];
            Image image = shift;
            if (grid_.is_periodic()) {
                // What has no ends is there once.
                const Turns turns = grid_.turns_[grain];
                if (box.low.x != -endless) image.x = static_cast<std::int8_t>(shift.x + turns.x);
                if (box.low.y != -endless) image.y = static_cast<std::int8_t>(shift.y + turns.y);
            }
            pairs_.add(grain, wall, image);
        }
        found_.clear();
    }

    const CellGrid& grid_;
    const Boxes& boxes_;
    const std::uint32_t* first_in_cell_;
    ScanBoxes scan_boxes_ = fastest_scan_of_boxes();
    FoundPairs& found_;
    PairSorter::Found& pairs_;
    TickBox seam_ = seam();
    std::uint32_t row_ = 0;  ///< its first cell: of the grain that searches
    BroadPhaseCounts counts_;
};

}  // namespace scree::engine

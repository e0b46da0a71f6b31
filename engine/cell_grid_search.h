#pragma once

#include <algorithm>
#include <cmath>

#include "engine/cell_grid.h"

namespace scree::engine {

/// Grains and walls that are taken on in one go.
inline constexpr std::uint32_t search_block = 256;
inline constexpr std::uint32_t wall_block = 8;

/// One worker's search of the cells.
class CellGrid::Search {
public:
    Search(const CellGrid& grid, std::vector<Found>& found, PairSorter::Shelves& pairs)
        : grid_(grid), first_in_cell_(grid.first_in_cell_.data()), found_(found), pairs_(pairs) {}

    void run(const Task& task, const Boxes& boxes) {
        if (task.level == grid_.levels_.size()) {
            for (std::uint32_t wall = task.first; wall < task.last; ++wall)
                search_wall(wall_body(wall), boxes[wall_body(wall)]);
        } else if (grid_.is_periodic()) {
            for (std::uint32_t k = task.first; k < task.last; ++k) {
                search_grain(k, task.level);
                add_found();
                search_images(k, task.level);
            }
        } else {
            for (std::uint32_t k = task.first; k < task.last; ++k) search_grain(k, task.level);
            add_found();
        }
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

    void search_grain(std::uint32_t k, std::uint32_t level) {
        const Box box = grid_.boxes_[k];
        searching_ = k;
        search_own_level(k, box, grid_.levels_[level]);
        const Range others = levels_beside(level);
        for (std::size_t j = others.first; j < others.last; ++j) search_near(box, grid_.levels_[j]);
    }

    /// What comes after the grain in its cell and in the next, and the three cells of the next row:
    /// half of the cells around, so that no pair is found twice.
    void search_own_level(std::uint32_t k, const Box& box, const CellLevel& level) {
        const Vec2 centre = 0.5 * (box.low + box.high);
        const std::uint32_t column = level.column_of(centre.x);
        const std::uint32_t row = level.row_of(centre.y);
        const std::uint32_t columns = level.columns();
        const std::uint32_t cell = level.cell(column, row);
        const std::uint32_t next_row = row + 1 < level.rows() ? row + 1 : 0;
        if (column + 1 < columns) {
            scan(box, k + 1, first_in_cell_[cell + 2]);
        } else {
            scan(box, k + 1, first_in_cell_[cell + 1]);
            scan_row(box, level, row, {0, 1});
        }
        scan_row(box, level, next_row, {column > 0 ? column - 1 : columns - 1, 3});
        counts_.accesses += 5;
    }

    /// All cells whose grains could reach into the box.
    void search_near(const Box& box, const CellLevel& level) {
        const CellLevel::Window columns = level.columns_near(box);
        const CellLevel::Window rows = level.rows_near(box);
        std::uint32_t row = rows.first;
        for (std::uint32_t k = 0; k < rows.count; ++k) {
            scan_row(box, level, row, columns);
            row = row + 1 < level.rows() ? row + 1 : 0;
        }
        counts_.accesses += std::uint64_t{columns.count} * rows.count;
    }

    /// A grain near the seam meets others a period away. Of two on one level the one that is moved
    /// up looks for the other.
    void search_images(std::uint32_t k, std::uint32_t level) {
        const Box box = grid_.boxes_[k];
        const double half = 0.51 * grid_.widest_;
        const BoxPeriod period = grid_.period_;
        const auto shifts = [&](double low, double high, double length) {
            if (!(length > 0.0)) return ImageRange{0, 0};
            return ImageRange{high + half >= length ? -1 : 0, low - half <= 0.0 ? 1 : 0};
        };
        const Images near{shifts(box.low.x, box.high.x, period.x),
                          shifts(box.low.y, box.high.y, period.y)};
        near.for_each([&](Image shift) {
            if (shift.is_here()) return;
            const Box moved = shifted(box, shift);
            if (shift > Image{}) search_near(moved, grid_.levels_[level]);
            const Range others = levels_beside(level);
            for (std::size_t j = others.first; j < others.last; ++j)
                search_near(moved, grid_.levels_[j]);
            add_found(shift);
        });
    }

    void search_wall(Body wall, const Box& box) {
        const double half = 0.51 * grid_.widest_;
        const BoxPeriod period = grid_.period_;
        const auto shifts = [&](double low, double high, double length) {
            if (!(length > 0.0) || low == -endless) return ImageRange{0, 0};
            return ImageRange{static_cast<int>(std::ceil((-half - high) / length)),
                              static_cast<int>(std::floor((length + half - low) / length))};
        };
        const Images near{shifts(box.low.x, box.high.x, period.x),
                          shifts(box.low.y, box.high.y, period.y)};
        near.for_each([&](Image shift) {
            const Box moved = shift.is_here() ? box : shifted(box, shift);
            for (const CellLevel& level : grid_.levels_) search_near(moved, level);
            add_found_by_wall(wall, box, shift);
        });
    }

    Box shifted(const Box& box, Image image) const {
        const Vec2 by{image.x * grid_.period_.x, image.y * grid_.period_.y};
        return {box.low + by, box.high + by};
    }

    /// A row may go around the table.
    void scan_row(const Box& box, const CellLevel& level, std::uint32_t row,
                  CellLevel::Window columns) {
        const std::uint32_t* const cells = first_in_cell_ + level.cell(0, row);
        const std::uint32_t last = columns.first + columns.count;
        if (last <= level.columns()) {
            scan(box, cells[columns.first], cells[last]);
        } else {
            scan(box, cells[columns.first], cells[level.columns()]);
            scan(box, cells[0], cells[last - level.columns()]);
        }
    }

    void scan(const Box& box, std::uint32_t first, std::uint32_t last) {
        const std::size_t needed = found_count_ + (last - first) + BoxRow::width;
        if (needed > found_.size()) found_.resize(2 * needed);
        Found* const out = found_.data() + found_count_;
        found_count_ += static_cast<std::size_t>(
            scan_boxes_(grid_.boxes_, box, searching_, first, last, out) - out);
        counts_.candidates += last - first;
    }

    void add_found() {
        if (grid_.is_periodic()) return add_found(Image{});
        for (std::size_t n = 0; n < found_count_; ++n)
            pairs_.add(grid_.grains_[found_[n].by], grid_.grains_[found_[n].it]);
        found_count_ = 0;
    }

    /// Boxes that were moved by `shift` meet others: those of both were wrapped by turns.
    void add_found(Image shift) {
        for (std::size_t n = 0; n < found_count_; ++n) {
            const auto [by, it] = found_[n];
            const Body grain = grid_.grains_[by];
            const Body other = grid_.grains_[it];
            const Turns apart = grid_.turns_[by] - grid_.turns_[it];
            const Image of_other{static_cast<std::int8_t>(apart.x - shift.x),
                                 static_cast<std::int8_t>(apart.y - shift.y)};
            const Image of_grain{static_cast<std::int8_t>(-of_other.x),
                                 static_cast<std::int8_t>(-of_other.y)};
            pairs_.add(grain, other, grain < other ? of_other : of_grain);
        }
        found_count_ = 0;
    }

    void add_found_by_wall(Body wall, const Box& box, Image shift) {
        for (std::size_t n = 0; n < found_count_; ++n) {
            const std::uint32_t it = found_[n].it;
            Image image = shift;
            if (grid_.is_periodic()) {
                // What has no ends is there once.
                const Turns turns = grid_.turns_[it];
                if (box.low.x != -endless) image.x = static_cast<std::int8_t>(shift.x + turns.x);
                if (box.low.y != -endless) image.y = static_cast<std::int8_t>(shift.y + turns.y);
            }
            pairs_.add(grid_.grains_[it], wall, image);
        }
        found_count_ = 0;
    }

    const CellGrid& grid_;
    const std::uint32_t* first_in_cell_;
    ScanBoxes scan_boxes_ = fastest_scan_of_boxes();
    std::vector<Found>& found_;
    std::size_t found_count_ = 0;
    std::uint32_t searching_ = 0;
    PairSorter::Shelves& pairs_;
    BroadPhaseCounts counts_;
};

}  // namespace scree::engine

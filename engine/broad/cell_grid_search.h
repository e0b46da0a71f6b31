#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "engine/broad/cell_grid.h"

namespace scree::engine {

/// Numbers of grains and of walls that make one task.
inline constexpr std::uint32_t search_block = 256;
inline constexpr std::uint32_t wall_block = 8;

/// Where cells share places there may be far more hits than pairs. When there are more hits than
/// this, they are checked against the exact boxes before the search goes on.
inline constexpr std::size_t most_hits = 4096;
inline constexpr std::size_t few_windows = 16;

/// The search of the cells by one worker.
class CellGrid::Search {
public:
    Search(const CellGrid& grid, const Boxes& boxes, Scratch& scratch, PairSorter::Found& pairs)
        : grid_(grid),
          boxes_(boxes),
          first_in_cell_(grid.first_in_cell_.data()),
          windows_(scratch.windows),
          found_(scratch.found),
          pairs_(pairs),
          counts_(scratch.counts) {}

    void run(const Task& task) {
        if (task.level == grid_.levels_.size()) {
            for (std::uint32_t wall = task.first; wall < task.last; ++wall)
                search_wall(wall_body(wall), boxes_[wall_body(wall)]);
            return;
        }
        const Range others = levels_beside(task.level);
        if (others.first < others.last)
            for (std::uint32_t k = task.first; k < task.last; ++k) fetch_box(k);
        search_own_level(task);
        if (others.first < others.last) search_levels(task, others);
        add_found(Image{});
        if (grid_.is_periodic()) search_seam(task);
    }

private:
    using Box = geometry::Box;
    using Vec2 = geometry::Vec2;

    /// Returns the other levels that a grain of this level searches.
    Range levels_beside(std::uint32_t level) const {
        if (grid_.search_ == GridSearch::top_down) return {0, level};
        return {level + 1, grid_.levels_.size()};
    }

    /// Searches one level after the other, because neighbouring grains look at much the same cells
    /// of a level.
    void search_levels(const Task& task, Range levels) {
        std::array<TickBox, search_block> boxes;
        for (std::uint32_t k = task.first; k < task.last; ++k)
            boxes[k - task.first] = grid_.ruler_.measured(box_of(k));
        for (std::size_t j = levels.first; j < levels.last; ++j)
            for (std::uint32_t k = task.first; k < task.last; ++k) {
                search_near(k, boxes[k - task.first], grid_.levels_[j]);
                // Each grain may have been compared with all others, which gives far more hits than
                // pairs.
                if (found_.hits() > most_hits) add_found(Image{});
            }
    }

    void search_own_level(const Task& task) {
        const CellLevel& level = grid_.levels_[task.level];
        counts_.accesses += std::uint64_t{5} * (task.last - task.first);
        const CellRows cells{grid_.cells_.data(), first_in_cell_, level.columns()};
        if (!grid_.is_folded_) {
            counts_.candidates +=
                scan_.around(grid_.boxes_, cells, {task.first, task.last}, found_);
            return;
        }
        const auto is_inside = [&](std::uint32_t k) { return level.is_inside(grid_.cells_[k]); };
        for (std::uint32_t k = task.first; k < task.last;) {
            const std::uint32_t first = k;
            while (k < task.last && is_inside(k)) ++k;
            counts_.candidates += scan_.around(grid_.boxes_, cells, {first, k}, found_);
            for (; k < task.last && !is_inside(k); ++k) search_around_table(k, level);
            if (found_.hits() > most_hits) add_found(Image{});
        }
    }

    /// Does what BoxScan::around does, for a grain at the border of the table.
    void search_around_table(std::uint32_t k, const CellLevel& level) {
        const ShortBox box = grid_.boxes_[k];
        const std::uint32_t columns = level.columns();
        const std::uint32_t cell = grid_.cells_[k];
        const std::uint32_t column = (cell - level.first_cell()) % columns;
        const std::uint32_t row = cell - column;
        const std::uint32_t next =
            row + columns < level.last_cell() ? row + columns : level.first_cell();
        const bool is_last = column + 1 == columns;
        scan(k, box, {k + 1, first_in_cell_[is_last ? cell + 1 : cell + 2]});
        if (is_last) scan_row(k, box, row, columns, 0, 1);
        scan_row(k, box, next, columns, column > 0 ? column - 1 : columns - 1, 3);
    }

    /// Searches all cells whose grains could reach into the box.
    void search_near(std::uint32_t by, const TickBox& box, const CellLevel& level) {
        if (first_in_cell_[level.first_cell()] == first_in_cell_[level.last_cell()]) return;
        CellLevel::Windows near = level.windows_near(box);
        // Short ticks cannot compare boxes across more cells than this.
        constexpr std::uint32_t most = CellLevel::most_across;
        const bool is_far_across = std::max(near.columns.count, near.rows.count) > most;
        if (!grid_.is_folded_) {
            near = level.inside(near);
        } else if (!level.is_in_one_turn(near)) {
            add_all(by, level);
            return;
        }
        counts_.accesses += std::uint64_t{near.columns.count} * near.rows.count;
        if (!is_far_across) {
            search_windows(by, level.shortened(box), level, near);
            return;
        }
        const auto part_of = [&](CellLevel::Window window, std::uint32_t k) {
            return CellLevel::Window{window.first + k, std::min(most, window.count - k)};
        };
        for (std::uint32_t r = 0; r < near.rows.count; r += most)
            for (std::uint32_t c = 0; c < near.columns.count; c += most) {
                const CellLevel::Windows some{part_of(near.columns, c), part_of(near.rows, r)};
                search_windows(by, level.shortened(level.cut(box, some)), level, some);
            }
    }

    void search_windows(std::uint32_t by, const ShortBox& box, const CellLevel& level,
                        const CellLevel::Windows& near) {
        const auto [columns, rows] = near;
        const std::uint32_t column = level.column_of(columns.first);
        if (!grid_.is_folded_ || level.is_in_one_piece(near)) {
            const std::uint32_t* const first = first_in_cell_ + level.row_of(rows.first) + column;
            windows_.push_back({first, level.columns(), columns.count, rows.count, by, box});
            return;
        }
        for (std::uint32_t r = 0; r < rows.count; ++r)
            scan_row(by, box, level.row_of(rows.first + r), level.columns(), column, columns.count);
    }

    /// For a box as large as a table in which cells share places: every grain of the level is
    /// checked with its exact box.
    void add_all(std::uint32_t by, const CellLevel& level) {
        const Slots all{first_in_cell_[level.first_cell()], first_in_cell_[level.last_cell()]};
        counts_.candidates += all.count();
        for (std::uint32_t k = all.first; k < all.last; ++k)
            found_.add_doubtful({by, {k, k}, Hit::bit(0)});
    }

    /// Returns the periods by which a box must be moved to meet grains in the domain, given a
    /// function for one axis. Grains are taken to be as wide as the widest.
    template <class OfAxis>
    Images moves_of(const Box& box, OfAxis&& of_axis) const {
        const double half = half_of_widest();
        return {of_axis(box.low.x, box.high.x, half, grid_.period_.x),
                of_axis(box.low.y, box.high.y, half, grid_.period_.y)};
    }
    double half_of_widest() const { return 0.51 * grid_.widest_; }

    /// Searches the images of those grains that may meet others a period away. Their cells tell
    /// which these are: boxes of grains in them could reach into the strips along the seam.
    void search_seam(const Task& task) {
        const CellLevel& level = grid_.levels_[task.level];
        const double half = half_of_widest();
        const Box& range = grid_.ruler_.range();
        const TickBox low = grid_.ruler_.measured({range.low, {half, half}});
        const TickBox high =
            grid_.ruler_.measured({{grid_.period_.x - half, grid_.period_.y - half}, range.high});
        const auto is_within = [](double length, std::uint32_t index, CellLevel::Window before,
                                  CellLevel::Window after) {
            return !(length > 0.0) || (index >= before.first + before.count && index < after.first);
        };
        const CellLevel::Windows before = level.windows_near(low);
        const CellLevel::Windows after = level.windows_near(high);
        for (std::uint32_t k = task.first; k < task.last; ++k) {
            const CellLevel::Index at = level.index_of_cell(grid_.cells_[k]);
            if (grid_.is_folded_ ||
                !is_within(grid_.period_.x, at.column, before.columns, after.columns) ||
                !is_within(grid_.period_.y, at.row, before.rows, after.rows))
                search_images(k, task.level);
        }
    }

    /// Finds the grains a period away that a grain near the seam meets. Of two grains on one level,
    /// the one that is moved up looks for the other.
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
            // Images further away than this cannot be stored.
            constexpr double most = std::numeric_limits<std::int8_t>::max();
            const double first = std::ceil((-half - high) / length);
            const double last = std::floor((length + half - low) / length);
            return {static_cast<int>(std::clamp(first, -most, most + 1.0)),
                    static_cast<int>(std::clamp(last, -most - 1.0, most))};
        };
        moves_of(box, of_axis).for_each([&](Image shift) {
            const Box moved = shift.is_here() ? box : shifted(box, shift);
            const TickBox ticks = grid_.ruler_.measured(moved);
            for (const CellLevel& level : grid_.levels_) search_near(0, ticks, level);
            add_found_by_wall(wall, box, shift);
        });
    }

    /// Fetches a box, which may lie across two cache lines.
    void fetch_box(std::uint32_t k) const {
        const Box& box = boxes_[grid_.grains_[k]];
        __builtin_prefetch(&box.low.x);
        __builtin_prefetch(&box.high.y);
    }
    /// Returns the exact box of a grain, moved into the domain.
    Box box_of(std::uint32_t k) const {
        const Body grain = grid_.grains_[k];
        return grid_.is_periodic() ? grid_.wrapped(boxes_[grain], grid_.turns_[grain])
                                   : boxes_[grain];
    }
    Box shifted(const Box& box, Image image) const {
        const Vec2 by{image.x * grid_.period_.x, image.y * grid_.period_.y};
        return {box.low + by, box.high + by};
    }

    /// Scans some columns of the row that begins with the cell `row`; they may wrap around the
    /// table.
    void scan_row(std::uint32_t by, const ShortBox& box, std::uint32_t row,
                  std::uint32_t columns_in_table, std::uint32_t first, std::uint32_t count) {
        const std::uint32_t* const cells = first_in_cell_ + row;
        const std::uint32_t last = first + count;
        if (last <= columns_in_table) {
            scan(by, box, {cells[first], cells[last]});
        } else {
            scan(by, box, {cells[first], cells[columns_in_table]},
                 {cells[0], cells[last - columns_in_table]});
        }
    }

    void scan(std::uint32_t by, const ShortBox& box, Slots a, Slots b = {}) {
        counts_.candidates += scan_.ranges(grid_.boxes_, box, by, a, b, found_);
    }

    /// Visits the hits. Where they are not certain, visits only those for which `true_for` holds.
    template <class Test, class Visit>
    void take_found(Test&& true_for, Visit&& visit) {
        const auto visit_true = [&](std::uint32_t by, std::uint32_t it) {
            if (true_for(by, it)) visit(by, it);
        };
        std::span<const CellWindow> windows = windows_;
        do {
            const std::size_t count =
                grid_.is_folded_ ? std::min(windows.size(), few_windows) : windows.size();
            counts_.candidates += scan_.windows(grid_.boxes_, windows.first(count), found_);
            windows = windows.subspan(count);
            if (grid_.is_folded_) {
                found_.for_each_sure(visit_true);
            } else {
                found_.for_each_sure(visit);
            }
            found_.for_each_doubtful(visit_true);
            found_.clear();
        } while (!windows.empty());
        windows_.clear();
    }

    /// Adds the pairs that were found with boxes moved by `shift`. The images also account for how
    /// far both boxes were wrapped.
    void add_found(Image shift) {
        const auto meet = [&](std::uint32_t by, std::uint32_t it) {
            return overlap(shifted(box_of(by), shift), box_of(it));
        };
        take_found(meet, [&](std::uint32_t by, std::uint32_t it) {
            const Body grain = grid_.grains_[by];
            const Body other = grid_.grains_[it];
            if (!grid_.is_periodic()) return pairs_.add(grain, other);
            const Turns apart = grid_.turns_[grain] - grid_.turns_[other];
            const Image of_other{static_cast<std::int8_t>(apart.x - shift.x),
                                 static_cast<std::int8_t>(apart.y - shift.y)};
            const Image of_grain{static_cast<std::int8_t>(-of_other.x),
                                 static_cast<std::int8_t>(-of_other.y)};
            pairs_.add(grain, other, grain < other ? of_other : of_grain);
        });
    }

    void add_found_by_wall(Body wall, const Box& box, Image shift) {
        const Box moved = shift.is_here() ? box : shifted(box, shift);
        const auto meets = [&](std::uint32_t, std::uint32_t it) {
            return overlap(moved, box_of(it));
        };
        take_found(meets, [&](std::uint32_t, std::uint32_t it) {
            const Body grain = grid_.grains_[it];
            Image image = shift;
            if (grid_.is_periodic()) {
                // A wall without ends has no images.
                const Turns turns = grid_.turns_[grain];
                if (box.low.x != -endless) image.x = static_cast<std::int8_t>(shift.x + turns.x);
                if (box.low.y != -endless) image.y = static_cast<std::int8_t>(shift.y + turns.y);
            }
            pairs_.add(grain, wall, image);
        });
    }

    const CellGrid& grid_;
    const Boxes& boxes_;
    const std::uint32_t* first_in_cell_;
    BoxScan scan_ = BoxScan::fastest();
    std::vector<CellWindow>& windows_;
    FoundPairs& found_;
    PairSorter::Found& pairs_;
    BroadPhaseCounts& counts_;
};

}  // namespace scree::engine

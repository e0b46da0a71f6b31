#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "engine/broad/box_scan.h"
#include "engine/broad/ruler.h"

namespace scree::engine {

/// The cells of one level of a grid, in a table that is a torus: the column and row of a cell are
/// taken modulo those of the table, so that every cell has a place, however far out, and neighbours
/// lie side by side in memory. As a rule the table is large enough for each cell in use, and those
/// around it, to have a place of its own.
class CellLevel {
public:
    /// A range of column or row indices, which may wrap around the table.
    struct Window {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    struct Windows {
        Window columns;
        Window rows;
    };
    struct Index {
        std::uint32_t column = 0;
        std::uint32_t row = 0;
    };
    /// The most columns or rows across which a box can be compared as a ShortBox.
    static constexpr std::uint32_t most_across = 12;

    /// Makes cells that are `size` wide, for boxes that are no wider. They begin where `range`
    /// does, and there are enough columns and rows for all centres in the range, or up to one cell
    /// outside it, to be inside the table; but there are no more than `most_cells`.
    CellLevel(double size, const Ruler& ruler, const geometry::Box& range, std::size_t most_cells,
              std::uint32_t first_cell)
        : size_(size),
          // The centres of two boxes that meet are no further apart than this, in spite of
          // rounding, so boxes that meet are in the same cell or in neighbouring cells.
          per_tick_(1.0 / std::min(size * ruler.per_length() * (1.0 + 0x1p-19) + 4.0, 0x1p1000)),
          pad_(0.5 * size * ruler.per_length() * (1.0 + 0x1p-40) + 2.0),
          dropped_bits_(dropped_bits(1.0 / per_tick_)),
          first_cell_(first_cell) {
        const TickBox ticks = ruler.measured(range);
        // Half a tick earlier, so that rounding cannot put the beginning into another cell.
        const auto shift = [&](std::int32_t low) {
            return (std::ceil(low * per_tick_) + margin) / per_tick_ - low + 0.5;
        };
        shift_ = {shift(ticks.low_x), shift(ticks.low_y)};
        columns_ = side(index_of(ticks.low_x, shift_.x), index_of(ticks.high_x, shift_.x));
        rows_ = side(index_of(ticks.low_y, shift_.y), index_of(ticks.high_y, shift_.y));
        while (std::size_t{columns_.count} * rows_.count > most_cells) {
            Side& longer = columns_.count > rows_.count ? columns_ : rows_;
            if (longer.count == least_side) break;
            is_limited_ = true;
            // The side is not halved, nor made even, so that grains that repeat at even distances
            // do not share places.
            const std::uint32_t fewer = std::max(least_side, longer.count * 5 / 8 | 1u);
            longer = Side(longer.first, longer.first + fewer - 1);
        }
    }

    double size() const { return size_; }
    /// The distance from one cell to the next in ticks, which is slightly more than the size.
    double ticks() const { return 1.0 / per_tick_; }
    /// Returns where the cell that contains the centre of a box begins, in ticks.
    geometry::Vec2 corner_of(const TickBox& box) const {
        const auto on_axis = [&](std::int32_t low, std::int32_t high, double shift) {
            const double middle = 0.5 * (static_cast<double>(low) + static_cast<double>(high));
            return index_of(middle, shift) / per_tick_ - shift;
        };
        return {on_axis(box.low_x, box.high_x, shift_.x), on_axis(box.low_y, box.high_y, shift_.y)};
    }
    std::uint32_t columns() const { return columns_.count; }
    std::uint32_t rows() const { return rows_.count; }
    std::uint32_t first_cell() const { return first_cell_; }
    std::uint32_t last_cell() const { return first_cell_ + columns_.count * rows_.count; }
    /// Whether the table is too small for its whole range.
    bool is_limited() const { return is_limited_; }

    /// Returns the cell of the centre of a box, numbered among the cells of all levels. Sets
    /// `is_folded` if the cell is not inside the table, but folded into it or at its border.
    std::uint32_t cell_of(const TickBox& box, bool& is_folded) const {
        const __m128i ticks = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&box));
        const __m128d low = _mm_cvtepi32_pd(ticks);
        const __m128d high = _mm_cvtepi32_pd(_mm_unpackhi_epi64(ticks, ticks));
        // Halving is exact.
        const __m128d middle = _mm_mul_pd(_mm_set1_pd(0.5), _mm_add_pd(low, high));
        const auto both = static_cast<std::uint64_t>(_mm_cvtsi128_si64(indices_of(middle)));
        const auto column = static_cast<std::uint32_t>(both);
        const auto row = static_cast<std::uint32_t>(both >> 32);
        if (columns_.has_inside(column) && rows_.has_inside(row)) [[likely]]
            return cell(column - columns_.first, row - rows_.first);
        is_folded = true;
        return cell(columns_.place_of(column), rows_.place_of(row));
    }
    /// Returns the indices of a cell that is not folded.
    Index index_of_cell(std::uint32_t cell) const {
        const std::uint32_t row = (cell - first_cell_) / columns_.count;
        return {columns_.first + cell - first_cell_ - row * columns_.count, rows_.first + row};
    }
    /// Returns the tick up to which the grains of a cell look for others.
    double reach_of(std::uint32_t cell) const {
        return (index_of_cell(cell).row + 2) / per_tick_ - shift_.y;
    }
    /// Returns the box in the longer ticks of this level, which are chosen so that a cell has at
    /// most 2^11 of them.
    ShortBox shortened(const TickBox& box) const {
        const __m128i ticks = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&box));
        const __m128i longer = _mm_srl_epi32(ticks, _mm_cvtsi32_si128(dropped_bits_));
        const __m128i spans = _mm_shuffle_epi32(longer, 0b11'01'10'00);
        const __m128i high = _mm_set_epi32(-1, 0, -1, 0);
        const __m128i signs = _mm_sub_epi32(_mm_xor_si128(spans, high), high);
        const __m128i digits = _mm_srai_epi32(_mm_slli_epi32(signs, 16), 16);
        ShortBox result;
        _mm_storel_epi64(reinterpret_cast<__m128i*>(&result), _mm_packs_epi32(digits, digits));
        return result;
    }

    /// Returns where the centres of boxes that meet this box may lie.
    Windows windows_near(const TickBox& box) const {
        const __m128i ticks = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&box));
        const __m128d pad = _mm_set1_pd(pad_);
        const __m128d low = _mm_sub_pd(_mm_cvtepi32_pd(ticks), pad);
        const __m128d high = _mm_add_pd(_mm_cvtepi32_pd(_mm_unpackhi_epi64(ticks, ticks)), pad);
        const __m128i first = indices_of(low);
        const __m128i last = indices_of(_mm_min_pd(high, _mm_set1_pd(Ruler::last_tick)));
        const __m128i count = _mm_add_epi32(_mm_sub_epi32(last, first), _mm_set1_epi32(1));
        Windows result;
        _mm_storeu_si128(reinterpret_cast<__m128i*>(&result), _mm_unpacklo_epi32(first, count));
        return result;
    }
    /// Returns the part of the windows that is inside the table.
    Windows inside(const Windows& windows) const {
        return {columns_.cut(windows.columns), rows_.cut(windows.rows)};
    }
    /// Whether each of the cells has a place of its own.
    bool is_in_one_turn(const Windows& windows) const {
        return windows.columns.count < columns_.count && windows.rows.count < rows_.count;
    }
    /// Whether the cells lie side by side in the table, and not in its last row.
    bool is_in_one_piece(const Windows& windows) const {
        return columns_.place_of(windows.columns.first) + windows.columns.count <= columns_.count &&
               rows_.place_of(windows.rows.first) + windows.rows.count < rows_.count;
    }
    /// Whether a cell is not at the border of the table.
    bool is_inside(std::uint32_t cell) const {
        const std::uint32_t row = (cell - first_cell_) / columns_.count;
        const std::uint32_t column = cell - first_cell_ - row * columns_.count;
        return column - 1 < columns_.count - 2 && row - 1 < rows_.count - 2;
    }
    /// Returns the column of the table for an index.
    std::uint32_t column_of(std::uint32_t index) const { return columns_.place_of(index); }
    /// Returns the first cell of the table's row for an index.
    std::uint32_t row_of(std::uint32_t index) const {
        return first_cell_ + rows_.place_of(index) * columns_.count;
    }
    /// Returns the part of a box that matters for boxes with centres in these windows.
    TickBox cut(const TickBox& box, const Windows& windows) const {
        const auto on_axis = [&](Window window, double shift, std::int32_t& low,
                                 std::int32_t& high) {
            const double first = (window.first - 1.0) / per_tick_ - shift;
            const double last = (window.first + 1.0 + window.count) / per_tick_ - shift;
            low =
                std::max(low, static_cast<std::int32_t>(std::clamp(first, 0.0, Ruler::last_tick)));
            high = std::min(high, static_cast<std::int32_t>(std::min(last, Ruler::last_tick)));
        };
        TickBox result = box;
        on_axis(windows.columns, shift_.x, result.low_x, result.high_x);
        on_axis(windows.rows, shift_.y, result.low_y, result.high_y);
        return result;
    }

private:
    /// With fewer cells along a side, the second next cell in one direction would be a neighbour in
    /// the other direction.
    static constexpr std::uint32_t least_side = 4;
    static constexpr std::uint32_t most_cells_along = 1u << 20;
    /// Additional columns or rows before and after the range, so that those at the border stay
    /// empty.
    static constexpr std::uint32_t margin = 2;

    static int dropped_bits(double ticks_of_cell) {
        const auto whole = static_cast<std::uint64_t>(std::ceil(std::min(ticks_of_cell, 0x1p31)));
        return std::max(0, static_cast<int>(std::bit_width(whole - 1)) - 11);
    }

    /// The columns or rows of the table, of which the first has the index `first`.
    struct Side {
        Side() = default;
        Side(std::uint32_t first_, std::uint32_t last)
            : first(first_),
              count(std::clamp(last - first_ + 1, least_side, most_cells_along)),
              offset(count - first_ % count),
              wrap(~std::uint64_t{0} / count + 1) {}

        bool has_inside(std::uint32_t index) const { return index - first - 1 < count - 2; }
        std::uint32_t place_of(std::uint32_t index) const {
            return index - first < count ? index - first : wrapped(index + offset);
        }
        /// The remainder of a division by `count`, computed from 2^64 / count (Lemire, Kaser and
        /// Kurz 2019): a division would take longer than everything else.
        std::uint32_t wrapped(std::uint32_t index) const {
            __extension__ using Wide = unsigned __int128;
            return static_cast<std::uint32_t>((Wide{wrap * index} * count) >> 64);
        }
        Window cut(Window window) const {
            const std::uint32_t begin = std::max(window.first, first + 1);
            const std::uint32_t end = std::min(window.first + window.count, first + count - 1);
            return {begin, end > begin ? end - begin : 0};
        }

        std::uint32_t first = 0;
        std::uint32_t count = 0;
        std::uint32_t offset = 0;  ///< makes `first` a multiple of `count`
        std::uint64_t wrap = 0;
    };

    std::uint32_t cell(std::uint32_t column, std::uint32_t row) const {
        return first_cell_ + row * columns_.count + column;
    }
    Side side(std::uint32_t first, std::uint32_t last) {
        if (last - first + 1 + 2 * margin > most_cells_along) is_limited_ = true;
        return {first - margin, last + margin};
    }
    /// The index never falls as the place rises, so that windows miss nothing.
    std::uint32_t index_of(double tick, double shift) const {
        return static_cast<std::uint32_t>((std::max(tick, 0.0) + shift) * per_tick_);
    }
    /// Returns the indices of a column and a row.
    __m128i indices_of(__m128d ticks) const {
        const __m128d from = _mm_max_pd(ticks, _mm_setzero_pd());
        const __m128d place = _mm_add_pd(from, _mm_loadu_pd(&shift_.x));
        return _mm_cvttpd_epi32(_mm_mul_pd(place, _mm_set1_pd(per_tick_)));
    }

    double size_;
    double per_tick_;
    double pad_;
    int dropped_bits_;
    bool is_limited_ = false;
    geometry::Vec2 shift_;  ///< in ticks, a few cells at most
    Side columns_;
    Side rows_;
    std::uint32_t first_cell_;
};

}  // namespace scree::engine

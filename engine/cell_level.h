#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "engine/ruler.h"

namespace scree::engine {

/// The cells of one level of a grid, in a table that is a torus: a cell is stored in the column and
/// row that its own are modulo the table's, so that any place has one, however far out, while
/// neighbours lie side by side in memory. Cells that share a place in the table only cost time.
class CellLevel {
public:
    /// The columns or rows from first to last; may go around the table.
    struct Window {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };

    /// Of cells `size` wide, for boxes that are no wider. They begin where `range` does, and there
    /// are so many columns and rows that centres in it each have a cell of their own, but not more
    /// than `most_cells`.
    CellLevel(double size, const Ruler& ruler, const geometry::Box& range, std::size_t most_cells,
              std::uint32_t first_cell)
        : size_(size),
          // The centres of two boxes that meet are no further apart than that, in spite of
          // rounding; nor are neighbouring cells but one.
          per_tick_(1.0 / std::min(size * ruler.per_length() * (1.0 + 0x1p-19) + 4.0, 0x1p1000)),
          pad_(0.5 * size * ruler.per_length() * (1.0 + 0x1p-40) + 2.0),
          first_cell_(first_cell) {
        const TickBox ticks = ruler.measured(range);
        // Half a tick before, lest rounding have another cell begin.
        const auto shift = [&](std::int32_t low) {
            return std::ceil(low * per_tick_) / per_tick_ - low + 0.5;
        };
        shift_ = {shift(ticks.low_x), shift(ticks.low_y)};
        columns_ = Side(index_of(ticks.low_x, shift_.x), index_of(ticks.high_x, shift_.x));
        rows_ = Side(index_of(ticks.low_y, shift_.y), index_of(ticks.high_y, shift_.y));
        while (std::size_t{columns_.count} * rows_.count > most_cells) {
            Side& longer = columns_.count > rows_.count ? columns_ : rows_;
            if (longer.count == least_side) break;
            // Not by halves, nor to an even number: what repeats at even distances must not come to
            // lie in one place.
            const std::uint32_t fewer = std::max(least_side, longer.count * 5 / 8 | 1u);
            longer = Side(longer.first, longer.first + fewer - 1);
        }
    }

    double size() const { return size_; }
    /// From one cell to the next, in ticks: a little more.
    double ticks() const { return 1.0 / per_tick_; }
    /// Where the cell begins that the centre of a box is in, in ticks.
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

    /// Its number among the cells of all levels.
    std::uint32_t cell(std::uint32_t column, std::uint32_t row) const {
        return first_cell_ + row * columns_.count + column;
    }
    /// Where the centre of a box is.
    std::uint32_t cell_of(const TickBox& box) const {
        const __m128i ticks = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&box));
        const __m128d low = _mm_cvtepi32_pd(ticks);
        const __m128d high = _mm_cvtepi32_pd(_mm_unpackhi_epi64(ticks, ticks));
        // As index_of; halving is exact.
        const __m128d middle = _mm_mul_pd(_mm_set1_pd(0.5), _mm_add_pd(low, high));
        const __m128d place = _mm_add_pd(middle, _mm_loadu_pd(&shift_.x));
        const __m128i index = _mm_cvttpd_epi32(_mm_mul_pd(place, _mm_set1_pd(per_tick_)));
        const auto both = static_cast<std::uint64_t>(_mm_cvtsi128_si64(index));
        return cell(columns_.place_of(static_cast<std::uint32_t>(both)),
                    rows_.place_of(static_cast<std::uint32_t>(both >> 32)));
    }

    /// Where the centres of boxes may lie that meet one.
    Window columns_near(const TickBox& box) const {
        return window(box.low_x, box.high_x, shift_.x, columns_);
    }
    Window rows_near(const TickBox& box) const {
        return window(box.low_y, box.high_y, shift_.y, rows_);
    }

private:
    /// A cell is not its neighbour's neighbour the other way.
    static constexpr std::uint32_t least_side = 4;
    static constexpr std::uint32_t most_cells_along = 1u << 20;

    /// The columns or rows of the table, of which the first is that with index `first`.
    struct Side {
        Side() = default;
        Side(std::uint32_t first_, std::uint32_t last)
            : first(first_),
              count(std::clamp(last - first_ + 1, least_side, most_cells_along)),
              offset(count - first_ % count),
              wrap(~std::uint64_t{0} / count + 1) {}

        std::uint32_t place_of(std::uint32_t index) const {
            return index - first < count ? index - first : wrapped(index + offset);
        }
        /// The remainder by `count`, with 2^64 / count at hand (Lemire, Kaser and Kurz 2019): a
        /// division would take longer than all the rest.
        std::uint32_t wrapped(std::uint32_t index) const {
            __extension__ using Wide = unsigned __int128;
            return static_cast<std::uint32_t>((Wide{wrap * index} * count) >> 64);
        }

        std::uint32_t first = 0;
        std::uint32_t count = 0;
        std::uint32_t offset = 0;  ///< makes `first` a multiple of `count`
        std::uint64_t wrap = 0;
    };

    /// Never falls as the place rises, so that windows miss nothing.
    std::uint32_t index_of(double tick, double shift) const {
        return static_cast<std::uint32_t>((std::max(tick, 0.0) + shift) * per_tick_);
    }
    Window window(double low, double high, double shift, const Side& side) const {
        const std::uint32_t first = index_of(low - pad_, shift);
        const std::uint32_t last = index_of(std::min(high + pad_, Ruler::last_tick), shift);
        if (last - first >= side.count) return {0, side.count};
        return {side.place_of(first), last - first + 1};
    }

    double size_;
    double per_tick_;
    double pad_;
    geometry::Vec2 shift_;  ///< in ticks: of a cell, at most
    Side columns_;
    Side rows_;
    std::uint32_t first_cell_;
};

}  // namespace scree::engine

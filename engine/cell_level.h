#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "geometry/box.h"

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

    /// Of cells `size` wide, for circles that are no wider. Grains lie from `origin` on, and no
    /// coordinate is larger than `reach`. In a table that `holds_all` no two cells share a place.
    CellLevel(double size, double reach, geometry::Vec2 origin, std::uint32_t columns,
              std::uint32_t rows, bool holds_all, std::uint32_t first_cell)
        : size_(size),
          // A grain in the neighbouring cell but one is further than that, in spite of rounding.
          per_length_(1.0 / (size * (1.0 + 0x1p-19) + 0x1p-50 * reach)),
          pad_(0.5 * size * (1.0 + 0x1p-40) + 0x1p-50 * reach),
          origin_(origin),
          columns_(columns, holds_all),
          rows_(rows, holds_all),
          first_cell_(first_cell) {}

    double size() const { return size_; }
    /// From one cell to the next: a little more.
    double width() const { return 1.0 / per_length_; }
    geometry::Vec2 origin() const { return origin_; }
    /// Of the cell that a place is in.
    geometry::Vec2 corner_of(geometry::Vec2 place) const {
        const auto on_axis = [&](double p, double from) {
            return from + std::floor((p - from) * per_length_) * width();
        };
        return {on_axis(place.x, origin_.x), on_axis(place.y, origin_.y)};
    }
    /// At least four: a cell is not its neighbour's neighbour the other way.
    std::uint32_t columns() const { return columns_.count; }
    std::uint32_t rows() const { return rows_.count; }
    std::uint32_t first_cell() const { return first_cell_; }
    std::uint32_t last_cell() const { return first_cell_ + columns_.count * rows_.count; }

    /// Of a grain's centre.
    std::uint32_t column_of(double x) const { return place_of(x - origin_.x, columns_); }
    std::uint32_t row_of(double y) const { return place_of(y - origin_.y, rows_); }
    /// Its number among the cells of all levels.
    std::uint32_t cell(std::uint32_t column, std::uint32_t row) const {
        return first_cell_ + row * columns_.count + column;
    }

    /// Where the centres of circles may lie that reach into a box.
    Window columns_near(const geometry::Box& box) const {
        return window(box.low.x - origin_.x, box.high.x - origin_.x, columns_);
    }
    Window rows_near(const geometry::Box& box) const {
        return window(box.low.y - origin_.y, box.high.y - origin_.y, rows_);
    }

private:
    /// The columns or rows of the table. Cells are counted from a thousand million below the
    /// origin: from a multiple of `count`, so that those of grains begin with 0 in the table.
    struct Side {
        Side(std::uint32_t count_, bool holds_all_)
            : count(count_),
              origin((1u << 30) / count_ * count_),
              holds_all(holds_all_),
              wrap(~std::uint64_t{0} / count_ + 1) {}

        /// The remainder by `count`, with 2^64 / count at hand (Lemire, Kaser and Kurz 2019): a
        /// division would take longer than all the rest.
        std::uint32_t wrapped(std::uint32_t index) const {
            __extension__ using Wide = unsigned __int128;
            return static_cast<std::uint32_t>((Wide{wrap * index} * count) >> 64);
        }

        std::uint32_t count;
        std::uint32_t origin;
        bool holds_all;
        std::uint64_t wrap;
    };

    /// Never falls as the place rises, so that windows miss nothing; beyond a thousand million
    /// cells everything is in the last.
    std::uint32_t index_of(double from_origin, const Side& side) const {
        const double index = from_origin * per_length_ + side.origin;
        return static_cast<std::uint32_t>(std::clamp(index, 0.0, 0x1p31));
    }
    std::uint32_t place_of(double from_origin, const Side& side) const {
        const std::uint32_t index = index_of(from_origin, side);
        return side.holds_all ? index - side.origin : side.wrapped(index);
    }
    Window window(double low, double high, const Side& side) const {
        const std::uint32_t first = index_of(low - pad_, side);
        const std::uint32_t last = index_of(high + pad_, side);
        if (last - first >= side.count) return {0, side.count};
        return {side.wrapped(first), last - first + 1};
    }

    double size_;
    double per_length_;
    double pad_;
    geometry::Vec2 origin_;
    Side columns_;
    Side rows_;
    std::uint32_t first_cell_;
};

}  // namespace scree::engine

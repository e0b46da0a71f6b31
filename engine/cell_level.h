#pragma once

#include <algorithm>
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

    /// Of cells `size` wide, for circles that are no wider. `reach` is the largest coordinate.
    CellLevel(double size, double reach, geometry::Vec2 origin, std::uint32_t columns,
              std::uint32_t rows, std::uint32_t first_cell)
        : size_(size),
          // A grain in the neighbouring cell but one is further than that, in spite of rounding.
          per_length_(1.0 / (size * (1.0 + 0x1p-19) + 0x1p-50 * reach)),
          pad_(0.5 * size * (1.0 + 0x1p-40) + 0x1p-50 * reach),
          origin_(origin),
          columns_(columns),
          rows_(rows),
          column_wrap_(~std::uint64_t{0} / columns + 1),
          row_wrap_(~std::uint64_t{0} / rows + 1),
          first_cell_(first_cell) {}

    double size() const { return size_; }
    /// At least four: a cell is not its neighbour's neighbour the other way.
    std::uint32_t columns() const { return columns_; }
    std::uint32_t rows() const { return rows_; }
    std::uint32_t first_cell() const { return first_cell_; }
    std::uint32_t last_cell() const { return first_cell_ + columns_ * rows_; }

    std::uint32_t column_of(double x) const {
        return wrapped(index_of(x - origin_.x), columns_, column_wrap_);
    }
    std::uint32_t row_of(double y) const {
        return wrapped(index_of(y - origin_.y), rows_, row_wrap_);
    }
    /// Its number among the cells of all levels.
    std::uint32_t cell(std::uint32_t column, std::uint32_t row) const {
        return first_cell_ + row * columns_ + column;
    }

    /// Where the centres of circles may lie that reach into a box.
    Window columns_near(const geometry::Box& box) const {
        return window(box.low.x - origin_.x, box.high.x - origin_.x, columns_, column_wrap_);
    }
    Window rows_near(const geometry::Box& box) const {
        return window(box.low.y - origin_.y, box.high.y - origin_.y, rows_, row_wrap_);
    }

private:
    /// Never falls as the place rises, so that windows miss nothing; beyond a thousand million
    /// cells everything is in the last.
    std::uint32_t index_of(double from_origin) const {
        const double index = from_origin * per_length_ + 0x1p30;
        return static_cast<std::uint32_t>(std::clamp(index, 0.0, 0x1p31));
    }
    /// The remainder by `count`, with 2^64 / count at hand (Lemire, Kaser and Kurz 2019): a
    /// division would take longer than all the rest.
    static std::uint32_t wrapped(std::uint32_t index, std::uint32_t count, std::uint64_t wrap) {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint32_t>((Wide{wrap * index} * count) >> 64);
    }
    Window window(double low, double high, std::uint32_t available, std::uint64_t wrap) const {
        const std::uint32_t first = index_of(low - pad_);
        const std::uint32_t last = index_of(high + pad_);
        if (last - first >= available) return {0, available};
        return {wrapped(first, available, wrap), last - first + 1};
    }

    double size_;
    double per_length_;
    double pad_;
    geometry::Vec2 origin_;
    std::uint32_t columns_;
    std::uint32_t rows_;
    std::uint64_t column_wrap_;
    std::uint64_t row_wrap_;
    std::uint32_t first_cell_;
};

}  // namespace scree::engine

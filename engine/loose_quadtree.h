#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/cell_search.h"

namespace scree::engine {

/// The loose tree (Raschdorf and Kolonko 2009, section 3.3, in two dimensions) with k = 2: a square
/// holds what begins in it and ends within twice its side, so that squares of a level overlap, and
/// a grain's level follows from its size alone, or is one deeper. Nothing is traversed to insert a
/// grain: level and square are computed, and squares with grains are found by hashing.
///
/// Sides are powers of two, and there is no outermost square: a grain that flies away costs nothing
/// to others. A grain's place is the low corner of its box, where the paper takes the centre: all
/// squares are moved by half a grain, and nothing is rounded.
class LooseQuadtree final : public CellSearch {
public:
    explicit LooseQuadtree(BoxPeriod period) : CellSearch(period) {}

private:
    /// A square of the side 2^level.
    struct Square {
        std::int32_t x = 0;  ///< of its low corner, in sides
        std::int32_t y = 0;
        std::int32_t level = 0;

        friend bool operator==(const Square&, const Square&) = default;
    };
    /// Squares of a level, first to last.
    struct Block {
        std::int32_t x_first = 0;
        std::int32_t x_last = -1;
        std::int32_t y_first = 0;
        std::int32_t y_last = -1;
    };
    /// That has squares.
    struct Level {
        std::int32_t level = 0;
        Block bounds;
    };

    void arrange(const Boxes& boxes, const geometry::Box& bounds, Workers& workers) override;
    std::uint64_t around(std::size_t cell, std::vector<Range>& slots) const override;
    std::uint64_t under(const geometry::Box& box, std::vector<Range>& slots) const override;

    static Square square_of(const geometry::Box& box);
    static Block block_under(const geometry::Box& box, std::int32_t level);
    void number_cells();
    void list_levels();
    std::size_t entry_of(const Square& square) const;
    void add_cell(const Square& square, std::vector<Range>& slots) const;

    std::vector<Square> square_of_grain_;
    std::vector<std::uint32_t> cell_of_grain_;
    std::vector<std::uint32_t> rank_of_grain_;  ///< in its cell
    std::vector<Square> squares_;               ///< of each cell
    std::vector<std::uint32_t> table_;          ///< the cell in each place of the hash table
    unsigned table_shift_ = 0;
    std::vector<Level> levels_;  ///< from small squares to large ones
};

}  // namespace scree::engine

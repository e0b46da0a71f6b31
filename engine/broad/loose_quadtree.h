#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/broad/cell_search.h"

namespace scree::engine {

/// The loose tree (Raschdorf and Kolonko 2009, section 3.3, in two dimensions) with k = 2: a square
/// holds the boxes that begin in it and end within twice its side, so that squares of a level
/// overlap. The level of a grain follows from its size alone, or is one deeper. The tree is not
/// traversed to insert a grain: level and square are computed.
///
/// Sides are powers of two, and there is no outermost square, so a grain that flies away does not
/// slow down the others. The place of a grain is the lower left corner of its box, where the paper
/// takes the centre: that moves all squares by half a grain, and nothing is rounded.
///
/// Each level has a hash table of its squares. The hash is their place modulo the table's columns
/// and rows, so that neighbours lie side by side. Squares that share a place cost time, but the
/// result stays correct.
class LooseQuadtree final : public CellSearch {
public:
    explicit LooseQuadtree(BoxPeriod period) : CellSearch(period) {}
    BroadPhaseKind kind() const override { return BroadPhaseKind::loose_quadtree; }
    /// Lists levels from the largest squares with grains on, since there is no outermost square.
    Arrangement arrangement(const Boxes& boxes) const override;

private:
    /// A square of the side 2^level.
    struct Square {
        std::int32_t x = 0;  ///< of its lower left corner, in units of its side
        std::int32_t y = 0;
        std::int32_t level = 0;
    };
    /// The squares of a level from first to last.
    struct Block {
        std::int32_t x_first = 0;
        std::int32_t x_last = -1;
        std::int32_t y_first = 0;
        std::int32_t y_last = -1;
    };
    /// A level with grains, and its table.
    struct Level {
        std::int32_t level = 0;
        Block bounds;
        std::size_t grains = 0;
        std::uint32_t columns = 0;  ///< a power of two, as are the rows
        std::uint32_t rows = 0;
        std::size_t first_cell = 0;

        /// The first square is in column 1 and row 1, so that its neighbours are in the table too.
        std::uint32_t column_of(std::int32_t x) const {
            return offset(bounds.x_first, x) & (columns - 1);
        }
        std::uint32_t row_of(std::int32_t y) const {
            return offset(bounds.y_first, y) & (rows - 1);
        }
        std::size_t cell(std::uint32_t column, std::uint32_t row) const {
            return first_cell + std::size_t{row} * columns + column;
        }
        static std::uint32_t offset(std::int32_t first, std::int32_t place) {
            return static_cast<std::uint32_t>(place) - static_cast<std::uint32_t>(first) + 1;
        }
    };

    void arrange(const Boxes& boxes, const geometry::Box& bounds, Workers& workers) override;
    std::uint64_t around(std::size_t slot, std::vector<Range>& slots) const override;
    std::uint64_t under(const geometry::Box& box, std::vector<Range>& slots) const override;

    static Square square_of(const geometry::Box& box);
    static void add_to_level(std::int32_t level, const Block& block, std::size_t grains,
                             std::vector<Level>& levels);
    void list_levels();
    void lay_out_tables();
    const Level& level_at(std::int32_t level) const;
    void add_row(const Level& level, std::uint32_t row, std::uint32_t column, std::uint32_t count,
                 std::vector<Range>& slots) const;
    std::uint64_t add_block(const Level& level, const Block& block,
                            std::vector<Range>& slots) const;

    std::vector<Square> square_of_grain_;
    std::vector<std::vector<Level>> seen_;  ///< the levels that each worker has seen
    std::vector<Level> levels_;             ///< from small squares to large ones
    std::vector<std::uint32_t> cell_of_grain_;
    std::vector<std::uint32_t> first_in_cell_;  ///< slots of all levels, and one more entry
    std::vector<Square> square_of_slot_;
};

}  // namespace scree::engine

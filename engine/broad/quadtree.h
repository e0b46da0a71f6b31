#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/broad/cell_search.h"

namespace scree::engine {

/// The ordinary tree (Raschdorf and Kolonko 2009, section 3.2, in two dimensions): a square around
/// all grains is divided into four, and so on, and a grain belongs to the smallest square that
/// holds all of it. What overlaps a grain is in that square, in those around it, or in those within
/// it.
///
/// Only squares with grains are kept, in one array without pointers to children. Outer squares come
/// first, and the squares within a square follow it.
class Quadtree final : public CellSearch {
public:
    explicit Quadtree(BoxPeriod period) : CellSearch(period) {}
    BroadPhaseKind kind() const override { return BroadPhaseKind::quadtree; }
    Arrangement arrangement(const Boxes& boxes) const override;

private:
    struct Node {
        std::uint32_t x = 0;  ///< of its lower left corner, in squares of the last level
        std::uint32_t y = 0;
        std::uint32_t side = 0;    ///< less one, in squares of the last level
        std::uint32_t parent = 0;  ///< the next node around it, or its own number if there is none
        std::uint32_t end = 0;     ///< end of the nodes within it
        Range slots{};
    };
    /// The number of a node, and a grain in it.
    using Entry = std::pair<std::uint64_t, Body>;

    void arrange(const Boxes& boxes, const geometry::Box& bounds, Workers& workers) override;
    std::uint64_t around(std::size_t slot, std::vector<Range>& slots) const override;
    std::uint64_t under(const geometry::Box& box, std::vector<Range>& slots) const override;
    void list_nodes();
    void link_nodes();
    std::uint64_t node_of(const geometry::Box& box) const;
    std::uint32_t column(double x) const;
    std::uint32_t row(double y) const;

    geometry::Vec2 origin_;
    double scale_ = 0.0;
    std::vector<Entry> entries_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> node_of_slot_;
};

}  // namespace scree::engine

#pragma once

#include "engine/broad/cell_grid.h"

namespace scree::engine {

/// The method of linked cells: one grid, whose cells are as wide as the largest grain. All the
/// papers compare with it.
class LinkedCell final : public BroadPhase {
public:
    explicit LinkedCell(BoxPeriod period) : grid_(period) {
        grid_.set_levels({0.0}, GridSearch::top_down);
    }
    void find_pairs(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs) override {
        grid_.find_pairs(boxes, grid_.survey(boxes, workers), workers, pairs);
    }
    BroadPhaseKind kind() const override { return BroadPhaseKind::linked_cell; }
    Arrangement arrangement(const Boxes& boxes) const override {
        return grid_.arrangement(kind(), boxes);
    }
    BroadPhaseCounts counts() const override { return grid_.counts(); }

private:
    CellGrid grid_;
};

}  // namespace scree::engine

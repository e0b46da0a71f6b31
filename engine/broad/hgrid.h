#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/broad/cell_grid.h"
#include "engine/broad/hgrid_settings.h"

namespace scree::engine {

/// The hierarchical grid: it has small cells for the small grains and large ones for the large
/// grains, as the planner chooses them for the current grains. The cells are planned again when the
/// number of grains or the largest size has changed much.
class Hgrid final : public BroadPhase {
public:
    Hgrid(HgridSettings settings, BoxPeriod period);
    void find_pairs(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs) override;
    BroadPhaseKind kind() const override { return BroadPhaseKind::hgrid; }
    Arrangement arrangement(const Boxes& boxes) const override {
        return grid_.arrangement(kind(), boxes);
    }
    BroadPhaseCounts counts() const override { return grid_.counts(); }

    /// The widths of cells, from small to large.
    std::span<const double> levels() const { return grid_.levels(); }

private:
    bool fits(const Boxes& boxes, const BoxSurvey& survey) const;
    void plan(const Boxes& boxes, const BoxSurvey& survey);

    HgridSettings settings_;
    CellGrid grid_;
    std::size_t planned_grains_ = 0;
    double planned_width_ = 0.0;
};

}  // namespace scree::engine

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/plan/plan.h"

namespace scree::engine {

struct HgridSettings {
    GridSearch search = GridSearch::top_down;
    CellRule rule = CellRule::optimal;
    /// m: the widths of cells, from small to large, to be used instead of a rule. The last are
    /// widened if a grain is wider.
    std::vector<double> cells;
    std::optional<std::size_t> levels;  ///< if not given: as many as are best for the rule
    std::optional<double> overhead;     ///< K of the cost model; if not given: as measured

    friend bool operator==(const HgridSettings&, const HgridSettings&) = default;
};

}  // namespace scree::engine

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/plan/plan.h"

namespace scree::engine {

struct HgridSettings {
    GridSearch search = GridSearch::top_down;
    CellRule rule = CellRule::optimal;
    /// m: the widths of cells, rising, instead of a rule. The last are widened where a grain is.
    std::vector<double> cells;
    std::optional<std::size_t> levels;  ///< none: as many as are best for the rule
    std::optional<double> overhead;     ///< K of the cost model; none: as measured

    friend bool operator==(const HgridSettings&, const HgridSettings&) = default;
};

}  // namespace scree::engine

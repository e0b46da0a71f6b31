#pragma once

#include <cstddef>
#include <vector>

#include "engine/run/setup.h"

namespace scree::engine {

/// What can be said about a cell that deforms before the run, in one stage.
struct CellFacts {
    std::size_t stage = 0;
    CellTargets targets{};  ///< at the end of the stage, with everything filled in
    double mass = 0.0;      ///< kg m2: inertia of components under stress
    double rise = 0.0;      ///< s, of the stresses
    double limit = 0.0;     ///< 1/s, of the rates under stress; 0 without stresses
    double pressure = 0.0;  ///< N/m: the mean of the stresses asked for in x and y; 0 without any
    double rigidity = 0.0;  ///< stiffness over pressure
    double rate = 0.0;      ///< 1/s: the largest that is asked for
    double inertial = 0.0;  ///< the inertial number that follows from both
};

/// The facts of each stage, in which the cell has other targets than before; none without a cell.
std::vector<CellFacts> cell_facts(const Scene& scene, const RunSetup& setup);

}  // namespace scree::engine

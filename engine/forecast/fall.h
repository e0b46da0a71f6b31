#pragma once

#include <vector>

#include "engine/run/setup.h"

namespace scree::engine {

/// What becomes of the grains that are placed, if each drops straight down on what lies under it,
/// the lowest first, and nothing rolls.
struct Fall {
    /// Of each group and grain, m: how far it falls. None below it but the end of the domain: 0.
    std::vector<std::vector<double>> heights;
    double filling = 0.0;   ///< m: the highest column of grains on each other
    double fraction = 0.0;  ///< of the columns that grains fill
};

/// Boxes stand for grains, so columns are a little too high, and falls a little too short. Walls
/// that come or go during the run are left out: grains fall through gates. Requires gravity.
Fall let_fall(const Scene& scene, const RunSetup& setup);

/// A pose, seen with gravity pointing down.
geometry::Transform upright(Vec2 gravity, const geometry::Transform& pose);

/// How wide the domain is across gravity, m.
double width_across(const DomainSpec& domain, Vec2 gravity);

}  // namespace scree::engine

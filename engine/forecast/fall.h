#pragma once

#include <vector>

#include "engine/run/setup.h"

namespace scree::engine {

/// What happens to the grains that are placed if each drops straight down on what lies under it,
/// the lowest first, and nothing rolls.
struct Fall {
    /// The height that each grain of each group falls, m. It is 0 if there is nothing below it but
    /// the end of the domain.
    std::vector<std::vector<double>> heights;
    double filling = 0.0;   ///< m: the height of the highest column of grains
    double fraction = 0.0;  ///< the share of the columns that grains fill
};

/// Lets the grains fall. Boxes stand for grains, so columns are a little too high, and falls a
/// little too short. Walls that come or go during the run are left out, so that grains fall through
/// gates. Gravity is the strongest of all stages. Requires gravity.
Fall let_fall(const Scene& scene, const RunSetup& setup);

/// The strongest gravity of all stages, m/s2.
Vec2 strongest_gravity(const RunSetup& setup);

/// The pose after a rotation that makes gravity point down.
geometry::Transform upright(Vec2 gravity, const geometry::Transform& pose);

/// The width of the domain across gravity, m.
double width_across(const DomainSpec& domain, Vec2 gravity);

}  // namespace scree::engine

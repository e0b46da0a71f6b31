#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/forecast/overlaps.h"
#include "engine/run/loads.h"
#include "engine/run/setup.h"

namespace scree::engine {

/// What can be said about a wall under load before the run, from the stage on in which it begins.
struct LoadFacts {
    std::size_t wall = 0;  ///< its number in the scene
    std::size_t stage = 0;
    WallMotion motion;         ///< with everything filled in
    double pressure = 0.0;     ///< N/m: the largest in the stage, with the weight of the wall
    double force = 0.0;        ///< N
    double length = 0.0;       ///< m, loaded
    double layer = 0.0;        ///< kg: the mass of a layer of grains along that length
    double step_factor = 1.0;  ///< how much smaller the wall makes the time step
    bool is_ramped = false;    ///< by the stage, up to its end
    std::optional<double>
        full_drag;  ///< m/s: at this steady speed the damper takes all of the load

    // What the load does to the grains.
    OverlapEstimate overlap;
    double rigidity = 0.0;  ///< stiffness over pressure
    double rate = 0.0;      ///< 1/s, of the shear across the load
    double inertial = 0.0;  ///< the inertial number that follows from the rate

    // What lies before the wall. It is not known if the wall was moved before.
    bool has_grains = true;       ///< whether any grains do
    double height = 0.0;          ///< m, of the grains when they are packed
    std::optional<double> way;    ///< m, up to them
    std::optional<double> reach;  ///< s, until the wall is there
};

/// The facts of each wall under load, in the order of the stages; a wall has new ones where its
/// load or its motion changes.
std::vector<LoadFacts> load_facts(const Scene& scene, const RunSetup& setup);

}  // namespace scree::engine

#pragma once

#include <array>

#include "engine/measure/measurement.h"
#include "engine/measure/region.h"

namespace scree::engine {

/// The directions of the contacts between grains whose points are in a region, and of their forces
/// (Radjai, Azema).
inline constexpr std::array fabric_columns{
    Column{"anisotropy", "1"},   ///< a of P(theta) = (1 + a cos 2 (theta - angle)) / (2 pi)
    Column{"angle", "deg"},      ///< the direction of most contacts
    Column{"a_n", "1"},          ///< the same of the mean normal force
    Column{"a_t", "1"},          ///< and of the mean friction
    Column{"contacts", "1"},     ///< those that count
    Column{"mean_number", "1"},  ///< of contacts of a grain whose centroid is in the region
    Column{"side_side", "1"},    ///< shares of the contacts between polygons
    Column{"side_corner", "1"}};

Measurement fabric(const Assembly& assembly, const geometry::Box& box);

}  // namespace scree::engine

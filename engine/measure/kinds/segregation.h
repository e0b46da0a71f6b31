#pragma once

#include <array>

#include "engine/measure/measurement.h"
#include "engine/measure/options.h"
#include "engine/measure/region.h"
#include "engine/measure/slicing.h"

namespace scree::engine {

/// How far two species of grains are apart: those of two materials, or large ones and small ones.
inline constexpr std::array segregation_columns{
    Column{"lacey", "1"},        ///< mixing index (Lacey 1954): 0 if apart, 1 if mixed by chance
    Column{"separation", "1"},   ///< 1 if all of the first lie above all of the second, -1 if below
    Column{"correlation", "1"},  ///< of diameter and place (Pearson), of all grains
    Column{"first", "1"},        ///< the number of grains of the first species: the larger ones
    Column{"second", "1"}};

/// Without a size, the cells of Lacey's index are this many mean diameters wide.
inline constexpr double usual_cell_in_diameters = 4.0;

/// Of the grains whose centroids are in a box, which may be infinite; places are along the axis of
/// the slicing. Each grain counts the same.
Measurement segregation(const Assembly& assembly, const geometry::Box& box, const Slicing& slicing,
                        const MeasureOptions& options);

}  // namespace scree::engine

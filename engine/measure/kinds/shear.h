#pragma once

#include <array>

#include "engine/measure/kinds/wall_load.h"
#include "engine/measure/measurement.h"
#include "engine/measure/options.h"
#include "engine/measure/region.h"

namespace scree::engine {

/// Shear of a region, or between two walls.
inline constexpr std::array shear_columns{
    Column{"rate", "1/s"},  ///< dvx/dy + dvy/dx; between walls, their velocity over their distance
    /// Between walls their displacement over their distance, and of a cell that of its flow.
    Column{"strain", "1"}, Column{"mu", "1"},  ///< |shear stress| / pressure
    Column{"I", "1"},         ///< |rate| sqrt(m / pressure), m the mean mass of the grains
    Column{"fraction", "1"},  ///< of the region that grains cover
    Column{"temperature", "m2/s2"}};

/// `pushes` are those on both walls, where they are known as means over time; otherwise those of
/// the moment count.
Measurement shear(const Assembly& assembly, const geometry::Box& box, const MeasureOptions& options,
                  std::span<const FacePush> pushes = {});

}  // namespace scree::engine

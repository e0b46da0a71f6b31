#pragma once

#include <array>

#include "engine/frame/assembly.h"
#include "engine/measure/measurement.h"
#include "geometry/box.h"

namespace scree::engine {

/// The share that grains cover in the part of the region that is free of walls. Where grains
/// overlap each other or walls, both count, as is usual, so the share is too large by about the
/// share of the overlaps.
inline constexpr std::array packing_columns{Column{"fraction", "1"}, Column{"grain_area", "m2"},
                                            Column{"available_area", "m2"}};

Measurement packing(const Assembly& assembly, const geometry::Box& region);

}  // namespace scree::engine

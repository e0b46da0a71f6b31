#pragma once

#include <array>

#include "engine/frame/assembly.h"
#include "engine/measure/measurement.h"
#include "geometry/box.h"

namespace scree::engine {

/// The share of the region without the walls that grains cover. Where grains overlap each other or
/// walls, both count, as is usual: a share of the overlaps' order too much.
inline constexpr std::array packing_columns{Column{"fraction", "1"}, Column{"grain_area", "m2"},
                                            Column{"available_area", "m2"}};

Measurement packing(const Assembly& assembly, const geometry::Box& region);

}  // namespace scree::engine

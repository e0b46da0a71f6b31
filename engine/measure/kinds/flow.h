#pragma once

#include <array>
#include <optional>

#include "engine/measure/measurement.h"
#include "geometry/vec2.h"

namespace scree::engine {

/// Grains whose centroids cross a line. Forward is to the right of the way from its first end to
/// its second. Rows of series.csv have means since the row before; a single moment shows no flow.
inline constexpr std::array flow_columns{
    Column{"mass", "kg/s"},  ///< forward less backward
    Column{"grains", "1/s"},         Column{"mass_forward", "kg/s"},
    Column{"mass_backward", "kg/s"}, Column{"grains_forward", "1/s"},
    Column{"grains_backward", "1/s"}};

/// What has crossed a line.
struct Crossed {
    double mass_forward = 0.0;  ///< kg
    double mass_backward = 0.0;
    double grains_forward = 0.0;
    double grains_backward = 0.0;

    static constexpr std::size_t numbers = 4;
};

struct FlowSince {
    Crossed crossed;
    double seconds = 0.0;  ///< in which this has crossed
};
/// There is no flow at a single moment.
Measurement flow(const std::optional<FlowSince>& since);

}  // namespace scree::engine

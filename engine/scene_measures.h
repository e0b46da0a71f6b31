#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/live_scene.h"
#include "engine/measurement.h"
#include "engine/shape_book.h"

namespace scree::engine {

/// What a [[measure]] of a scene has found.
struct NamedMeasurement {
    std::string name;
    Measurement measurement;
};

/// As scenes and the command line spell it.
std::string_view name_of(MeasureKind kind);

/// All that the scene asks for, as it is now.
std::vector<NamedMeasurement> measure_scene(const LiveScene& live, ShapeBook& shapes);

}  // namespace scree::engine

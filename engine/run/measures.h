#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/frame/shape_book.h"
#include "engine/measure/measurement.h"
#include "engine/run/world.h"

namespace scree::engine {

/// What a [[measure]] of a scene has found.
struct NamedMeasurement {
    std::string name;
    Measurement measurement;
};

/// As scenes and the command line spell it.
std::string_view name_of(MeasureKind kind);

/// All that the scene asks for, as it is now.
std::vector<NamedMeasurement> measure_scene(const World& live, ShapeBook& shapes);

}  // namespace scree::engine

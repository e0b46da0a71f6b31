#pragma once

#include <string>
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

/// All that the scene asks for, as it is now.
std::vector<NamedMeasurement> measure_scene(const World& live, ShapeBook& shapes);

}  // namespace scree::engine

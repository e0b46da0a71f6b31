#pragma once

#include <string>
#include <vector>

#include "engine/frame/shape_book.h"
#include "engine/measure/measurement.h"
#include "engine/run/world.h"

namespace scree::engine {

/// The result of a [[measure]] of a scene.
struct NamedMeasurement {
    std::string name;
    Measurement measurement;
};

/// Measures all that the scene asks for, in its current state.
std::vector<NamedMeasurement> measure_scene(const World& live, ShapeBook& shapes);

}  // namespace scree::engine

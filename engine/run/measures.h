#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/frame/assembly.h"
#include "engine/frame/shape_book.h"
#include "engine/measure/measurement.h"
#include "engine/run/world.h"

namespace scree::engine {

/// The result of a [[measure]] of a scene.
struct NamedMeasurement {
    std::string name;
    Measurement measurement;
};

geometry::Box region_of(const MeasureSpec& spec);
/// In a cell that deforms it is the cell as it is now.
geometry::Box region_of(const MeasureSpec& spec, const Assembly& assembly);

/// Measures all that the scene asks for, in its current state, of which this is the ledger; what
/// needs every step, as a mean since the moment that had these StepSums::numbers(). Nothing of a
/// measure is known in a stage that it is not for.
std::vector<NamedMeasurement> measure_scene(const World& live, ShapeBook& shapes,
                                            const Ledger& ledger,
                                            std::span<const double> sums_before = {});

/// Measures one of what the scene asks for at this moment, whatever the stage is and whatever was
/// measured before.
Measurement measure_now(const World& live, std::size_t measure, ShapeBook& shapes);

}  // namespace scree::engine

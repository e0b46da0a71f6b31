#pragma once

#include <vector>

#include "engine/forecast/forecast.h"

namespace scree::engine {

/// Finds what is probably not meant in the stages of a scene and in the loads on its walls.
std::vector<Warning> find_stage_warnings(const Scene& scene, const RunSetup& setup,
                                         const Forecast& forecast);

}  // namespace scree::engine

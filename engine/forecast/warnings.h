#pragma once

#include <vector>

#include "engine/forecast/forecast.h"

namespace scree::engine {

/// Finds everything that is worth a warning; the rest of the forecast must be complete.
std::vector<Warning> find_warnings(const Scene& scene, const RunSetup& setup,
                                   const Forecast& forecast);

}  // namespace scree::engine

#pragma once

#include <vector>

#include "engine/forecast/forecast.h"

namespace scree::engine {

/// All that is worth a warning; the forecast must be complete but for them.
std::vector<Warning> find_warnings(const Scene& scene, const RunSetup& setup,
                                   const Forecast& forecast);

}  // namespace scree::engine

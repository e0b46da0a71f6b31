#pragma once

#include <nlohmann/json.hpp>

#include "engine/measure/measurement.h"

namespace scree::engine {

/// An object with the kind and every number, which is `null` if it is not measurable; a profile has
/// a list for each column of its slices.
nlohmann::ordered_json json_of(const Measurement& measurement);

}  // namespace scree::engine

#pragma once

#include "engine/scene/keys.h"

/// The part of the table of keys that describes measurements.
namespace scree::engine {

Type measure_type();  ///< an entry of [[measure]]

}  // namespace scree::engine

#pragma once

#include <string>

#include "engine/scene/keys.h"

namespace scree::engine {

/// What a value must be, as in "must be a number".
std::string expected(const Type& type);

}  // namespace scree::engine

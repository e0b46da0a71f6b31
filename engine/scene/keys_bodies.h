#pragma once

#include "engine/scene/keys.h"

namespace scree::engine {

/// What an entry of [[walls]] may say.
Type wall_type();

/// What an entry of [[grains]] may say.
Type grains_type();

}  // namespace scree::engine

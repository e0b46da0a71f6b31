#pragma once

#include "engine/frame/assembly.h"
#include "engine/scene/scene.h"

namespace scree::engine {

/// What measurements need from the scene in addition to a frame.
Surroundings surroundings_of(const Scene& scene);

}  // namespace scree::engine

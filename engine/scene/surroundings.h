#pragma once

#include "engine/frame/assembly.h"
#include "engine/scene/scene.h"

namespace scree::engine {

/// What measurements need of a scene beside its frames.
Surroundings surroundings_of(const Scene& scene);

}  // namespace scree::engine

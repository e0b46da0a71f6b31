#pragma once

#include "render/picture.h"

namespace scree::render {

/// The scene without its period: with the images of bodies and chains that reach into the domain,
/// and bounds at its ends.
PictureScene unfolded(const PictureScene& scene);

}  // namespace scree::render

#pragma once

#include "render/picture.h"

namespace scree::render {

/// The same scene without a period: it has the images of bodies and chains that reach into the
/// domain, and its bounds are the ends of the domain.
PictureScene unfolded(const PictureScene& scene);

}  // namespace scree::render

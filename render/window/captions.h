#pragma once

#include "render/window/camera.h"
#include "render/window/colour_scale.h"
#include "render/window/look.h"
#include "render/window/overlays.h"

namespace scree::window {

/// Writes what lengths, colours and widths mean over the scene: scale bar, colour bar, forces,
/// arrows, levels of a grid.
void draw_captions(const Camera& camera, const ColourScale& colours, const Moment& moment,
                   const Overlays& overlays, const Look& look);

}  // namespace scree::window

#pragma once

#include "render/window/drawing/camera.h"
#include "render/window/drawing/colour_scale.h"
#include "render/window/drawing/overlays.h"
#include "render/window/look.h"

namespace scree::window {

/// Draws the captions over the scene that explain lengths, colours and widths: scale bar, colour
/// bar, forces, arrows, levels of a grid.
void draw_captions(const Camera& camera, const ColourScale& colours, const FrameView& frame_view,
                   const Overlays& overlays, const Look& look);

}  // namespace scree::window

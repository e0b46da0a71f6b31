#pragma once

#include "render/colouring.h"
#include "render/legend.h"
#include "render/picture.h"
#include "render/view.h"

namespace scree::render {

/// The places and sizes of the parts of a picture on its sheet, in pixels.
struct Layout {
    View view;
    geometry::Vec2 sheet;  ///< width and height
    double text_size = 0.0;
    double grain_pixels = 0.0;  ///< the diameter of a typical grain
    ChainLook chains;
    geometry::Vec2 caption_at;
    geometry::Vec2 legend_at;
    Legend legend;
};

/// The layout with this many pixels for the longer side of what is drawn. The sheet is as large as
/// needed.
Layout layout_for(const PictureScene& scene, const Colouring& colouring, int pixels);

/// The layout on a given sheet, with the picture as large as fits.
Layout layout_in(const PictureScene& scene, const Colouring& colouring, geometry::Vec2 sheet);

}  // namespace scree::render

#pragma once

#include "render/colouring.h"
#include "render/legend.h"
#include "render/picture.h"
#include "render/view.h"

namespace scree::render {

/// Where the parts of a picture are on its sheet, in pixels, and how large.
struct Layout {
    View view;
    geometry::Vec2 sheet;  ///< width and height
    double text_size = 0.0;
    double grain_pixels = 0.0;  ///< a typical diameter of grains
    ChainLook chains;
    geometry::Vec2 caption_at;
    geometry::Vec2 legend_at;
    Legend legend;
};

/// With so many pixels for the longer side of what is drawn; the sheet follows.
Layout layout_for(const PictureScene& scene, const Colouring& colouring, int pixels);

/// On a given sheet, as large as fits.
Layout layout_in(const PictureScene& scene, const Colouring& colouring, geometry::Vec2 sheet);

}  // namespace scree::render

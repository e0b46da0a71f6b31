#pragma once

#include <span>
#include <vector>

#include "geometry/box.h"
#include "geometry/vec2.h"
#include "render/picture.h"

namespace scree::render {

/// What of the plane is shown, and where on the sheet.
struct View {
    geometry::Box box;      ///< m
    geometry::Vec2 origin;  ///< of its upper left corner on the sheet, pixels
    double pixels_per_metre = 1.0;

    geometry::Vec2 to_sheet(geometry::Vec2 p) const {
        return {origin.x + (p.x - box.low.x) * pixels_per_metre,
                origin.y + (box.high.y - p.y) * pixels_per_metre};
    }
    double width() const { return (box.high.x - box.low.x) * pixels_per_metre; }
    double height() const { return (box.high.y - box.low.y) * pixels_per_metre; }
};

/// Of the smallest circle about its centre that holds an outline.
double radius_of(const PictureOutline& outline);

/// The diameter in the middle of those of all grains; 0 without any.
double typical_diameter(const PictureScene& scene);

/// The scene's own bounds, or else all grains and what of the walls is near them; a unit square
/// where there is nothing.
geometry::Box shown_box(const PictureScene& scene);

/// Whether it is a disc, and not too large to be drawn as such.
bool is_round(const PictureOutline& outline, const geometry::Box& box);

/// The corners of a body that is not round, as far as it lies in the box and not much beyond:
/// Cairo's numbers end at eight million pixels.
std::vector<geometry::Vec2> visible_corners(const PictureOutline& outline, const PictureBody& body,
                                            const geometry::Box& box);

/// Whether it can be seen at all.
bool is_visible(const PictureOutline& outline, const PictureBody& body, const geometry::Box& box);

}  // namespace scree::render

#pragma once

#include <span>
#include <vector>

#include "geometry/box.h"
#include "geometry/vec2.h"
#include "render/picture.h"

namespace scree::render {

/// The part of the plane that is shown, and its place on the sheet.
struct View {
    geometry::Box box;      ///< m
    geometry::Vec2 origin;  ///< its upper left corner on the sheet, pixels
    double pixels_per_metre = 1.0;

    geometry::Vec2 to_sheet(geometry::Vec2 p) const {
        return {origin.x + (p.x - box.low.x) * pixels_per_metre,
                origin.y + (box.high.y - p.y) * pixels_per_metre};
    }
    double width() const { return (box.high.x - box.low.x) * pixels_per_metre; }
    double height() const { return (box.high.y - box.low.y) * pixels_per_metre; }
};

/// The radius of the smallest circle about its centre that holds an outline.
double radius_of(const PictureOutline& outline);

/// The median diameter of all grains; 0 without grains.
double typical_diameter(const PictureScene& scene);

/// The box that is shown: the scene's own bounds, or else the box of all grains and of the walls
/// near them; a unit square where there is nothing.
geometry::Box shown_box(const PictureScene& scene);

/// Whether the outline is a disc that is not too large to be drawn as a disc.
bool is_round(const PictureOutline& outline, const geometry::Box& box);

/// The corners of a body that is not round, cut off a little outside the box, because Cairo's
/// numbers end at eight million pixels.
std::vector<geometry::Vec2> visible_corners(const PictureOutline& outline, const PictureBody& body,
                                            const geometry::Box& box);

/// Whether a part of the body may lie in the box.
bool is_visible(const PictureOutline& outline, const PictureBody& body, const geometry::Box& box);

}  // namespace scree::render

#pragma once

#include <span>
#include <vector>

#include "engine/frame/assembly.h"
#include "geometry/box.h"

/// Areas of outlines within a rectangle, exact but for rounding.
namespace scree::engine {

/// The corners of a convex polygon, counter-clockwise; less than three: nothing.
using Corners = std::vector<Vec2>;

/// A polygon cut in two along the line from a to b.
struct CutPolygon {
    Corners left;
    Corners right;
};
CutPolygon cut(std::span<const Vec2> polygon, Vec2 a, Vec2 b);

/// What two convex polygons have in common.
Corners common_part(std::span<const Vec2> polygon, std::span<const Vec2> other);

/// Of a disc and a polygon.
double common_area(Vec2 centre, double radius, std::span<const Vec2> polygon);

Corners corners_of(const geometry::Box& box);
geometry::Box box_around(const Assembly& assembly, const Outline& outline);

/// How much of the outline is within the region.
double area_within(const Assembly& assembly, const Outline& outline, const geometry::Box& region);

/// The same grains and walls as they are seen in a region of a periodic domain, which must not be
/// larger than that: with the images that reach into it. For areas only: it has no contacts.
Assembly unfolded(const Assembly& assembly, const geometry::Box& region);

/// How much of the region is covered by walls, what several of them cover once. A disc that meets
/// another wall is taken as a polygon of the same area with `corners_of_disc` corners.
double wall_area_within(const Assembly& assembly, const geometry::Box& region);
inline constexpr int corners_of_disc = 256;

}  // namespace scree::engine

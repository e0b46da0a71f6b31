#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/convex_polygon.h"
#include "geometry/transform.h"
#include "geometry/vec2.h"

/// What Boost.Geometry does for scree: hulls, and outlines as well-known text.
namespace scree::geometry {

/// The convex hull, counter-clockwise, without the corners that are none to rounding: the outline
/// of a ConvexPolygon. Throws InvalidShape when the points have no hull with an area.
std::vector<Vec2> convex_hull(std::span<const Vec2> points);

/// The outline of the polygon in this pose: POLYGON((x y, ...)), closed, every digit kept.
std::string to_wkt(const ConvexPolygon& polygon, const Transform& pose = {});

/// The vertices of one WKT polygon, counter-clockwise, without the closing one. Throws InvalidShape
/// when the text is no polygon, has holes, or is not valid. Convexity is left to ConvexPolygon.
std::vector<Vec2> from_wkt(std::string_view text);

}  // namespace scree::geometry

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/convex_polygon.h"
#include "geometry/transform.h"
#include "geometry/vec2.h"

/// Functions that use Boost.Geometry: hulls, and outlines as well-known text.
namespace scree::geometry {

/// Returns the convex hull, counter-clockwise, without corners that are flat to rounding, so that
/// it is the outline of a ConvexPolygon. Throws InvalidShape if the hull of the points has no area.
std::vector<Vec2> convex_hull(std::span<const Vec2> points);

/// Returns the outline of the polygon in this pose: POLYGON((x y, ...)), closed, with every digit
/// kept.
std::string to_wkt(const ConvexPolygon& polygon, const Transform& pose = {});

/// Returns the vertices of one WKT polygon, counter-clockwise, without the closing one. Throws
/// InvalidShape if the text is not a polygon, has holes, or is not valid. Convexity is checked by
/// ConvexPolygon.
std::vector<Vec2> from_wkt(std::string_view text);

}  // namespace scree::geometry

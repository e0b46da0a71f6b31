#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "geometry/vec2.h"

namespace scree::engine {

/// A convex polygon with its corners rounded by arcs, as polygons of short edges. Their radius is
/// this share of the largest that fits into the polygon about its centroid, but no arc takes more
/// than almost half of an edge. 0 < share <= 1; the vertices are counter-clockwise.
std::vector<geometry::Vec2> rounded_polygon(std::span<const geometry::Vec2> vertices, double share);

/// How many corners a rounded polygon has at most.
std::size_t most_corners_of_rounded(std::size_t corners);

}  // namespace scree::engine

#pragma once

#include "geometry/shape.h"

namespace scree::geometry {

/// Returns the longest chord along which a straight line can cut a cap of this depth off a shape.
/// Of a polygon it looks at lines along each edge, and at one between each two neighbouring edges.
double largest_chord(const Shape& shape, double depth);

}  // namespace scree::geometry

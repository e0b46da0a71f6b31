#pragma once

#include <array>
#include <cstdint>

#include "geometry/box.h"
#include "geometry/feature_ring.h"
#include "geometry/shape.h"
#include "geometry/transform.h"

namespace scree::geometry {

/// The vertices of a polygon that touched its box the last time: left, right, bottom, top.
struct ExtremeVertices {
    std::array<std::uint16_t, 4> index{};
};

/// Returns the smallest box around the polygon in this pose. The extreme vertices are tracked, so
/// the cost does not depend on the number of corners. With a slope the box is that of the body in
/// the sheared coordinates (x - slope y, y): a parallelogram that leans to the right.
Box bounding_box(const FeatureRing& ring, const Transform& pose, ExtremeVertices& extremes,
                 double slope = 0.0);
Box bounding_box(const Disc& disc, const Transform& pose, double slope = 0.0);
Box bounding_box(const Shape& shape, const Transform& pose, ExtremeVertices& extremes);

}  // namespace scree::geometry

#pragma once

#include <cstddef>
#include <span>

#include "geometry/vec2.h"

namespace scree::geometry {

/// The area of a polygon, positive where its corners go around counter-clockwise. It is summed
/// about the first corner, so that no digits are lost far from the origin.
inline double polygon_area(std::span<const Vec2> corners) {
    double twice = 0.0;
    for (std::size_t k = 2; k < corners.size(); ++k)
        twice += cross(corners[k - 1] - corners[0], corners[k] - corners[0]);
    return 0.5 * twice;
}

}  // namespace scree::geometry

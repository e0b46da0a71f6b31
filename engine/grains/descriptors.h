#pragma once

#include <cstddef>

#include "geometry/shape.h"

namespace scree::engine {

/// Numbers that describe the form of a grain, whatever its size (docs/physics.md, "How grains are
/// made").
struct Descriptors {
    std::size_t corners = 0;   ///< 0 for a disc
    double aspect = 1.0;       ///< largest over smallest width between parallel lines (Feret)
    double elongation = 1.0;   ///< ratio of the principal axes, from the second moments of the area
    double circularity = 1.0;  ///< 4 pi area / perimeter^2: 1 for a disc, less for all others
};

Descriptors describe(const geometry::Shape& shape);

}  // namespace scree::engine

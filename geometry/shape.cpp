#include "geometry/shape.h"

#include <numbers>

#include "geometry/tolerances.h"

namespace scree::geometry {

Disc::Disc(double radius) : radius_(radius) {
    if (!(2.0 * radius >= tolerance::smallest_diameter &&
          2.0 * radius <= tolerance::largest_diameter))
        throw InvalidShape(
            {"the radius of a disc must be a positive number, and its diameter "
             "between 1e-60 and 1e60",
             std::nullopt});
}

double Disc::area() const { return std::numbers::pi * radius_ * radius_; }

double Disc::second_moment() const {
    const double square = radius_ * radius_;
    return 0.5 * std::numbers::pi * square * square;
}

}  // namespace scree::geometry

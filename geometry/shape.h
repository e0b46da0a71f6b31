#pragma once

#include <variant>

#include "geometry/convex_polygon.h"

namespace scree::geometry {

/// A disc about its centre. The radius is checked when it is made: it must be finite and positive.
class Disc {
public:
    /// Throws InvalidShape if the radius is not valid.
    explicit Disc(double radius);

    double radius() const { return radius_; }
    double inradius() const { return radius_; }
    double diameter() const { return 2.0 * radius_; }
    double area() const;
    double second_moment() const;

private:
    double radius_;
};

/// The shape of a grain or of a piece of a wall.
using Shape = std::variant<ConvexPolygon, Disc>;

inline double area(const Shape& shape) {
    return std::visit([](const auto& s) { return s.area(); }, shape);
}
inline double second_moment(const Shape& shape) {
    return std::visit([](const auto& s) { return s.second_moment(); }, shape);
}
inline double radius(const Shape& shape) {
    return std::visit([](const auto& s) { return s.radius(); }, shape);
}
inline double inradius(const Shape& shape) {
    return std::visit([](const auto& s) { return s.inradius(); }, shape);
}
inline double diameter(const Shape& shape) {
    return std::visit([](const auto& s) { return s.diameter(); }, shape);
}

}  // namespace scree::geometry

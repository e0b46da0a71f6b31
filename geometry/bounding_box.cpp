#include "geometry/bounding_box.h"

#include <cmath>

#include "geometry/support.h"

namespace scree::geometry {

Box bounding_box(const FeatureRing& ring, const Transform& pose, ExtremeVertices& extremes,
                 double slope) {
    // The axes of the world in the frame of the body; the products with `x_axis` are x - slope y.
    const Vec2 y_axis{pose.rotation.s, pose.rotation.c};
    const Vec2 x_axis = Vec2{pose.rotation.c, -pose.rotation.s} - slope * y_axis;
    const Vec2 centre{pose.position.x - slope * pose.position.y, pose.position.y};
    const auto furthest = [&](std::size_t k, Vec2 direction) {
        const std::uint32_t i = climb(ring, extremes.index[k], direction);
        extremes.index[k] = static_cast<std::uint16_t>(i);
        return dot(ring.vertex(i), direction);
    };
    const double left = -furthest(0, -x_axis);
    const double right = furthest(1, x_axis);
    const double bottom = -furthest(2, -y_axis);
    const double top = furthest(3, y_axis);
    return {centre + Vec2{left, bottom}, centre + Vec2{right, top}};
}

Box bounding_box(const Disc& disc, const Transform& pose, double slope) {
    const Vec2 r{disc.radius() * std::sqrt(1.0 + slope * slope), disc.radius()};
    const Vec2 centre{pose.position.x - slope * pose.position.y, pose.position.y};
    return {centre - r, centre + r};
}

Box bounding_box(const Shape& shape, const Transform& pose, ExtremeVertices& extremes) {
    if (const auto* disc = std::get_if<Disc>(&shape)) return bounding_box(*disc, pose);
    return bounding_box(std::get<ConvexPolygon>(shape).ring(), pose, extremes);
}

}  // namespace scree::geometry

#include "geometry/bounding_box.h"

#include "geometry/support.h"

namespace scree::geometry {

Box bounding_box(const FeatureRing& ring, const Transform& pose, ExtremeVertices& extremes) {
    // The axes of the world in the frame of the body.
    const Vec2 x_axis{pose.rotation.c, -pose.rotation.s};
    const Vec2 y_axis{pose.rotation.s, pose.rotation.c};
    const auto furthest = [&](std::size_t k, Vec2 direction) {
        const std::uint32_t i = climb(ring, extremes.index[k], direction);
        extremes.index[k] = static_cast<std::uint16_t>(i);
        return dot(ring.vertex(i), direction);
    };
    const double left = -furthest(0, -x_axis);
    const double right = furthest(1, x_axis);
    const double bottom = -furthest(2, -y_axis);
    const double top = furthest(3, y_axis);
    return {pose.position + Vec2{left, bottom}, pose.position + Vec2{right, top}};
}

Box bounding_box(const Disc& disc, const Transform& pose) {
    const Vec2 r{disc.radius(), disc.radius()};
    return {pose.position - r, pose.position + r};
}

Box bounding_box(const Shape& shape, const Transform& pose, ExtremeVertices& extremes) {
    if (const auto* disc = std::get_if<Disc>(&shape)) return bounding_box(*disc, pose);
    return bounding_box(std::get<ConvexPolygon>(shape).ring(), pose, extremes);
}

}  // namespace scree::geometry

#include "geometry/largest_chord.h"

#include <algorithm>
#include <cmath>

namespace scree::geometry {
namespace {

/// Walks along the outline from `start`, the vertex that is highest along `up`, until it falls
/// below `level`, and returns how far to the left of the origin that is. `step` is the number of
/// vertices to go on by: 1, or one less than the polygon has to go the other way. A polygon that
/// lies above the level as a whole gives the place of `start`.
double place_at_level(const ConvexPolygon& polygon, std::size_t start, std::size_t step, Vec2 up,
                      double level) {
    std::size_t i = start;
    do {
        const std::size_t next = (i + step) % polygon.size();
        const double high = dot(polygon.vertex(i), up);
        const double low = dot(polygon.vertex(next), up);
        if (low < level) {
            const double share = (high - level) / (high - low);
            return dot(polygon.vertex(i) + share * (polygon.vertex(next) - polygon.vertex(i)),
                       turned_left(up));
        }
        i = next;
    } while (i != start);
    return dot(polygon.vertex(start), turned_left(up));
}

/// The chord of the cap that is highest along `up`; `top` is its highest vertex.
double chord(const ConvexPolygon& polygon, std::size_t top, Vec2 up, double depth) {
    const double level = dot(polygon.vertex(top), up) - depth;
    return std::abs(place_at_level(polygon, top, 1, up, level) -
                    place_at_level(polygon, top, polygon.size() - 1, up, level));
}

double largest_chord_of(const Disc& disc, double depth) {
    const double d = std::min(depth, disc.radius());
    return 2.0 * std::sqrt(d * (2.0 * disc.radius() - d));
}

double largest_chord_of(const ConvexPolygon& polygon, double depth) {
    const FeatureRing ring = polygon.ring();
    double largest = 0.0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const std::size_t next = (i + 1) % polygon.size();
        const Vec2 normal = ring.normal(static_cast<std::uint32_t>(i));
        const Vec2 between = normal + ring.normal(static_cast<std::uint32_t>(next));
        largest = std::max({largest, chord(polygon, next, normal, depth),
                            chord(polygon, next, between / length(between), depth)});
    }
    return std::min(largest, polygon.diameter());
}

}  // namespace

double largest_chord(const Shape& shape, double depth) {
    return std::visit([depth](const auto& s) { return largest_chord_of(s, depth); }, shape);
}

}  // namespace scree::geometry

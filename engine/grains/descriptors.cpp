#include "engine/grains/descriptors.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree::engine {
namespace {

using geometry::ConvexPolygon;
using geometry::Vec2;

/// The largest width is the diameter, and the smallest is across an edge.
double aspect_of(const ConvexPolygon& polygon) {
    double smallest = HUGE_VAL;
    for (std::uint32_t k = 0; k < polygon.size(); ++k) {
        const Vec2 across = polygon.ring().normal(k);
        double low = HUGE_VAL;
        for (std::size_t i = 0; i < polygon.size(); ++i)
            low = std::min(low, dot(across, polygon.vertex(i)));
        smallest = std::min(smallest, dot(across, polygon.vertex(k)) - low);
    }
    return polygon.diameter() / smallest;
}

double elongation_of(const ConvexPolygon& polygon) {
    double xx = 0.0;
    double xy = 0.0;
    double yy = 0.0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 a = polygon.vertex(i);
        const Vec2 b = polygon.vertex((i + 1) % polygon.size());
        // Over a triangle with a corner at the centroid, by the midpoints of its edges.
        for (const Vec2 middle : {0.5 * a, 0.5 * b, 0.5 * (a + b)}) {
            const double weight = cross(a, b) / 6.0;
            xx += weight * middle.x * middle.x;
            xy += weight * middle.x * middle.y;
            yy += weight * middle.y * middle.y;
        }
    }
    const double mean = 0.5 * (xx + yy);
    const double off = std::sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
    return std::sqrt((mean + off) / (mean - off));
}

double perimeter_of(const ConvexPolygon& polygon) {
    double sum = 0.0;
    for (std::size_t k = 0; k < polygon.size(); ++k)
        sum += length(polygon.vertex((k + 1) % polygon.size()) - polygon.vertex(k));
    return sum;
}

}  // namespace

Descriptors describe(const geometry::Shape& shape) {
    const auto* polygon = std::get_if<ConvexPolygon>(&shape);
    if (polygon == nullptr) return {};
    const double perimeter = perimeter_of(*polygon);
    return {.corners = polygon->size(),
            .aspect = aspect_of(*polygon),
            .elongation = elongation_of(*polygon),
            .circularity = 4.0 * std::numbers::pi * polygon->area() / (perimeter * perimeter)};
}

}  // namespace scree::engine

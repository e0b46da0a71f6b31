#include "geometry/convex_polygon.h"

#include <algorithm>
#include <limits>

#include "geometry/side.h"
#include "geometry/tolerances.h"

namespace scree::geometry {
namespace {

std::string name(std::size_t vertex) { return "vertex " + std::to_string(vertex); }

/// The longest side of the bounding box, which is the diameter to within a factor of sqrt 2.
double extent(std::span<const Vec2> vertices) {
    Vec2 low = vertices[0];
    Vec2 high = vertices[0];
    for (const Vec2 v : vertices) {
        low = {std::min(low.x, v.x), std::min(low.y, v.y)};
        high = {std::max(high.x, v.x), std::max(high.y, v.y)};
    }
    return std::max(high.x - low.x, high.y - low.y);
}

/// In a ring that turns once, the edges that point up, or level to the right, follow each other.
bool points_up(Vec2 edge) { return edge.y > 0.0 || (edge.y == 0.0 && edge.x > 0.0); }

/// Finds the first corner that is reflex, straight or coincides with its neighbour, to rounding.
std::optional<OutlineError> find_bad_corner(std::span<const Vec2> vertices, double size) {
    const std::size_t n = vertices.size();
    double turn = 0.0;  // twice the area about vertex 0; its sign is the sense of the outline
    for (std::size_t i = 1; i + 1 < n; ++i) turn += side(vertices[i + 1], vertices[0], vertices[i]);
    if (turn < 0.0)
        return OutlineError{"the vertices run clockwise; list them counter-clockwise",
                            std::size_t{0}};
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 before = vertices[(i + n - 1) % n];
        const Vec2 here = vertices[i];
        const Vec2 after = vertices[(i + 1) % n];
        if (i == 0 && here == before)
            return OutlineError{name(n - 1) + " and the next one are the same point", n - 1};
        if (here == after) return OutlineError{name(i) + " and the next one are the same point", i};
        const double chord = length(after - before);
        const double double_area = side(after, before, here);
        if (double_area < 0.0)
            return OutlineError{"the outline is not convex: it turns right at " + name(i), i};
        if (!(double_area > tolerance::corner * size * chord))
            return OutlineError{"no corner at " + name(i) +
                                    ": it lies on the line through its neighbours; leave it out",
                                i};
    }
    std::size_t turnovers = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 in = vertices[i] - vertices[(i + n - 1) % n];
        const Vec2 out = vertices[(i + 1) % n] - vertices[i];
        if (points_up(in) && !points_up(out) && ++turnovers == 2)
            return OutlineError{
                "the outline goes round more than once: it crosses itself before " + name(i), i};
    }
    return std::nullopt;
}

/// Rotating calipers: for every edge, the vertex furthest from it belongs to an antipodal pair.
double largest_distance(std::span<const Corner> corners) {
    const std::size_t n = corners.size();
    const auto at = [&](std::size_t i) { return corners[i % n].vertex; };
    double largest = 0.0;
    std::size_t far = 1;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 edge = at(i + 1) - at(i);
        while (far < i + n && cross(edge, at(far + 1) - at(far)) > 0.0) ++far;
        for (const std::size_t end : {i, i + 1})
            largest = std::max({largest, length(at(far) - at(end)), length(at(far + 1) - at(end))});
    }
    return largest;
}

}  // namespace

std::optional<OutlineError> find_outline_error(std::span<const Vec2> vertices) {
    const std::size_t n = vertices.size();
    if (n < 3)
        return OutlineError{"a polygon needs at least three vertices, not " + std::to_string(n),
                            std::nullopt};
    if (n > most_corners)
        return OutlineError{"a polygon may have at most " + std::to_string(most_corners) +
                                " vertices, not " + std::to_string(n),
                            std::nullopt};
    for (std::size_t i = 0; i < n; ++i)
        if (!is_finite(vertices[i]))
            return OutlineError{name(i) + " has a coordinate that is not a finite number", i};
    const double size = extent(vertices);
    if (!(size >= tolerance::smallest_diameter && size <= tolerance::largest_diameter))
        return OutlineError{"the polygon is smaller than 1e-60 or larger than 1e60", std::nullopt};
    return find_bad_corner(vertices, size);
}

ConvexPolygon::ConvexPolygon(std::span<const Vec2> vertices)
    : ConvexPolygon(vertices, Centre::to_find) {}

ConvexPolygon ConvexPolygon::about_its_centroid(std::span<const Vec2> vertices) {
    return {vertices, Centre::origin};
}

ConvexPolygon::ConvexPolygon(std::span<const Vec2> vertices, Centre centre) {
    if (auto error = find_outline_error(vertices)) throw InvalidShape(*error);

    // Centroid and area are computed about the first vertex, so that no digits are lost far from
    // the origin.
    const std::size_t n = vertices.size();
    double double_area = 0.0;
    Vec2 moment;
    for (std::size_t i = 1; i + 1 < n; ++i) {
        const Vec2 u = vertices[i] - vertices[0];
        const Vec2 w = vertices[i + 1] - vertices[0];
        const double c = cross(u, w);
        double_area += c;
        moment += c * (u + w);
    }
    const Vec2 centroid = moment / (3.0 * double_area);
    area_ = 0.5 * double_area;
    if (centre == Centre::to_find) origin_ = vertices[0] + centroid;

    corners_.resize(n + repeated_corners);
    const std::span<Corner> corners(corners_.data() + FeatureRing::corners_before, n);
    for (std::size_t i = 0; i < n; ++i)
        corners[i].vertex =
            centre == Centre::origin ? vertices[i] : (vertices[i] - vertices[0]) - centroid;
    inradius_ = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 v = corners[i].vertex;
        const Vec2 w = corners[(i + 1) % n].vertex;
        const Vec2 edge = w - v;
        corners[i].normal = turned_right(edge) / length(edge);
        radius_ = std::max(radius_, length(v));
        inradius_ = std::min(inradius_, dot(v, corners[i].normal));
        second_moment_ += cross(v, w) * (dot(v, v) + dot(v, w) + dot(w, w)) / 12.0;
    }
    diameter_ = largest_distance(corners);
    corners_.front() = corners.back();
    for (std::size_t i = 0; i < FeatureRing::corners_after; ++i)
        corners_[FeatureRing::corners_before + n + i] = corners[i % n];
}

}  // namespace scree::geometry

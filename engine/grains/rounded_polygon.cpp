#include "engine/grains/rounded_polygon.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/convex_polygon.h"
#include "geometry/transform.h"

namespace scree::engine {
namespace {

using geometry::Rotation;
using geometry::Vec2;

/// Edges of an arc turn by no more than this, as those of a polygon with 24 corners.
constexpr double largest_turn = 2.0 * std::numbers::pi / 24.0;
/// A corner that turns by less than this is round enough.
constexpr double least_turn = 0.02;
/// An arc ends before the middle of an edge, so that some of the edge is left.
constexpr double share_of_edge = 0.49;

void add_arc(Vec2 before, Vec2 corner, Vec2 after, double radius, std::vector<Vec2>& outline) {
    const Vec2 in = corner - before;
    const Vec2 out = after - corner;
    const double turn = geometry::arc_tangent(cross(in, out), dot(in, out));
    if (turn < least_turn) {
        outline.push_back(corner);
        return;
    }
    const Rotation half = Rotation::by(0.5 * turn);
    const double tangent = half.s / half.c;
    const double longest = share_of_edge * std::min(length(in), length(out));
    const double fitting = std::min(radius, longest / tangent);
    const Vec2 along = in / length(in);
    const Vec2 first = corner - fitting * tangent * along;
    const Vec2 centre = first + fitting * turned_left(along);
    const auto edges = static_cast<int>(std::max(2.0, std::ceil(turn / largest_turn)));
    for (int k = 0; k <= edges; ++k)
        outline.push_back(centre + rotate(Rotation::by(turn * k / edges), first - centre));
}

}  // namespace

std::vector<Vec2> rounded_polygon(std::span<const Vec2> vertices, double share) {
    const double radius = share * geometry::ConvexPolygon(vertices).inradius();
    const std::size_t n = vertices.size();
    std::vector<Vec2> outline;
    for (std::size_t k = 0; k < n; ++k)
        add_arc(vertices[(k + n - 1) % n], vertices[k], vertices[(k + 1) % n], radius, outline);
    return outline;
}

// The turns of all corners together are a full circle.
std::size_t most_corners_of_rounded(std::size_t corners) { return 24 + 3 * corners; }

}  // namespace scree::engine

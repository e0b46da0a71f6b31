#include "engine/measure/contact_kind.h"

#include <algorithm>
#include <limits>
#include <span>

namespace scree::engine {
namespace {

using Polygon = std::span<const Vec2>;

bool is_inside(Polygon polygon, Vec2 point) {
    Vec2 before = polygon.back();
    for (const Vec2 corner : polygon) {
        if (cross(corner - before, point - before) < 0.0) return false;
        before = corner;
    }
    return true;
}

/// How far a polygon that is shifted reaches down along a direction.
double lowest(Polygon polygon, Vec2 shift, Vec2 direction) {
    double low = std::numeric_limits<double>::infinity();
    for (const Vec2 corner : polygon) low = std::min(low, dot(corner + shift, direction));
    return low;
}

/// The corners of `polygon`, shifted, that are in the other one. Only those can be that lie beyond
/// its end along the normal, which points into it.
int corners_inside(Polygon polygon, Vec2 shift, Polygon other, Vec2 normal) {
    const double least = lowest(other, {}, normal);
    int count = 0;
    for (const Vec2 corner : polygon)
        if (dot(corner + shift, normal) >= least && is_inside(other, corner + shift)) ++count;
    return count;
}

}  // namespace

ContactKind kind_of(const Assembly& assembly, const AssemblyContact& contact) {
    const auto outline = [&](AssemblyBody body) -> const Outline& {
        return body.is_grain() ? assembly.grains[body.place()].outline
                               : assembly.walls[body.place()];
    };
    const Polygon first = assembly.corners_of(outline(contact.bodies[0]));
    const Polygon second = assembly.corners_of(outline(contact.bodies[1]));
    if (first.empty() || second.empty()) return ContactKind::with_disc;
    const int inside = corners_inside(first, -contact.shift, second, contact.normal) +
                       corners_inside(second, contact.shift, first, -contact.normal);
    return inside >= 2 ? ContactKind::side_side : ContactKind::side_corner;
}

}  // namespace scree::engine

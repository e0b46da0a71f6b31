#include "engine/frame/contact_kind.h"

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
std::size_t corners_inside(Polygon polygon, Vec2 shift, Polygon other, Vec2 normal) {
    const double least = lowest(other, {}, normal);
    std::size_t count = 0;
    for (const Vec2 corner : polygon)
        if (dot(corner + shift, normal) >= least && is_inside(other, corner + shift)) ++count;
    return count;
}

ContactKind kind_with(std::size_t corners_inside) {
    return corners_inside >= 2 ? ContactKind::side_side : ContactKind::side_corner;
}

/// The same by where all corners are; the normal leads from the first to the second.
ContactKind kind_by_corners(Polygon first, Polygon second, Vec2 shift_of_second, Vec2 normal) {
    return kind_with(corners_inside(first, -shift_of_second, second, normal) +
                     corners_inside(second, shift_of_second, first, -normal));
}

/// Of two outlines that cross twice, the corners between the crossings are inside.
std::size_t corners_between(std::size_t edge, std::size_t later_edge, std::size_t corners) {
    return (later_edge + corners - edge) % corners;
}

std::vector<Vec2> corners_of(const geometry::ConvexPolygon& polygon,
                             const geometry::Transform& pose) {
    std::vector<Vec2> corners;
    for (std::size_t i = 0; i < polygon.size(); ++i)
        corners.push_back(apply(pose, polygon.vertex(i)));
    return corners;
}

}  // namespace

ContactKind kind_of(const Simulation& simulation, std::size_t contact) {
    const Contact& of = simulation.contacts()[contact];
    const auto [i, j] = of.pair;
    const geometry::PairMemory& memory = of.memory;
    const geometry::Shape& other =
        is_wall(j) ? simulation.walls().given(j).shape : simulation.shape(j);
    const auto* first = std::get_if<geometry::ConvexPolygon>(&simulation.shape(i));
    const auto* second = std::get_if<geometry::ConvexPolygon>(&other);
    if (first == nullptr || second == nullptr) return ContactKind::with_disc;
    if (memory.kind == geometry::PairMemory::Kind::crossing) {
        const auto [enter, leave] = memory.crossing;
        return kind_with(corners_between(enter.a, leave.a, first->size()) +
                         corners_between(leave.b, enter.b, second->size()));
    }
    return kind_by_corners(corners_of(*first, simulation.kinematics(i).pose),
                           corners_of(*second, simulation.kinematics(j).pose),
                           simulation.period().shift(of.image), simulation.overlap(contact).normal);
}

ContactKind kind_of(const Assembly& assembly, const AssemblyContact& contact) {
    const auto outline = [&](AssemblyBody body) -> const Outline& {
        return body.is_grain() ? assembly.grains[body.place()].outline
                               : assembly.walls[body.place()];
    };
    const Polygon first = assembly.corners_of(outline(contact.bodies[0]));
    const Polygon second = assembly.corners_of(outline(contact.bodies[1]));
    if (first.empty() || second.empty()) return ContactKind::with_disc;
    return kind_by_corners(first, second, contact.shift, contact.normal);
}

}  // namespace scree::engine

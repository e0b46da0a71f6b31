#include "engine/grains/packing/pushes.h"

#include <variant>

#include "geometry/proximity.h"

namespace scree::engine {

using geometry::Transform;
using geometry::Vec2;

// The grain with the lower number comes first, so that both grains of a pair get the same answer.
Push push_of_shapes(const PackState& state, std::size_t grain, std::size_t other, Vec2 way,
                    geometry::PairMemory& memory) {
    const bool is_first = grain < other;
    const Transform own{{}, state.bodies[grain].rotation};
    const Transform theirs{way, state.bodies[other].rotation};
    geometry::QueryCounts counts;
    const geometry::Proximity answer =
        is_first ? geometry::proximity(*state.bodies[grain].shape, own, *state.bodies[other].shape,
                                       theirs, memory, counts)
                 : geometry::proximity(*state.bodies[other].shape, theirs,
                                       *state.bodies[grain].shape, own, memory, counts);
    const auto* overlap = std::get_if<geometry::Overlap>(&answer);
    if (overlap == nullptr || !(overlap->area > 0.0) || !(overlap->chord > 0.0)) return {};
    Push push;
    push.diameter = std::min(state.circles[grain].diameter, state.circles[other].diameter);
    push.normal = is_first ? -overlap->normal : overlap->normal;
    // The overlap is about a triangle over its chord.
    push.depth = 2.0 * overlap->area / overlap->chord;
    // Where one is deep inside the other, at least the circles in them have to come apart.
    const double inner = state.bodies[grain].inradius + state.bodies[other].inradius;
    const double square = dot(way, way);
    if (square < inner * inner) push.depth = std::max(push.depth, inner - std::sqrt(square));
    if (!state.is_disc(grain)) {
        const Vec2 arm = is_first ? overlap->midpoint : overlap->midpoint + way;
        push.lever = cross(arm, push.normal) / state.bodies[grain].gyration;
    }
    return push;
}

Push push_of_side(const PackState& state, std::size_t grain, const Container::Side& side) {
    const PackBody& body = state.bodies[grain];
    const auto& polygon = std::get<geometry::ConvexPolygon>(*body.shape);
    const Vec2 towards = unrotate(body.rotation, side.normal);
    const double free = side.distance - dot(side.normal, state.circles[grain].at);
    Push push;
    push.diameter = state.circles[grain].diameter;
    push.normal = -side.normal;
    push.is_of_side = true;
    // The corners beyond the side bear the push, each as far as it is beyond.
    Vec2 arm;
    double sum = 0.0;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Vec2 corner = polygon.vertex(k);
        const double beyond = dot(corner, towards) - free;
        if (beyond <= 0.0) continue;
        push.depth = std::max(push.depth, beyond);
        arm += beyond * corner;
        sum += beyond;
    }
    if (sum > 0.0)
        push.lever = cross(rotate(body.rotation, arm / sum), push.normal) / body.gyration;
    return push;
}

}  // namespace scree::engine

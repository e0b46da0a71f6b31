#include "render/window/drawing/pair_geometry.h"

#include <algorithm>
#include <stdexcept>

namespace scree::window {

geometry::Shape shape_of(const Body& body) {
    if (body.shape.radius > 0.0) return geometry::Disc(body.shape.radius);
    return geometry::ConvexPolygon(body.shape.vertices);
}

geometry::Transform pose_of(const FrameView& frame_view, engine::BodyNumber body) {
    if (body >= 0) {
        const auto row = frame_view.row_of(body);
        if (!row) throw std::out_of_range("there is no such grain now");
        const auto& grains = frame_view.frame().grains;
        return {grains.position[*row], geometry::Rotation::by(grains.angle[*row])};
    }
    const auto& walls = frame_view.frame().walls;
    const auto at = std::ranges::find(walls.body, body);
    if (at == walls.body.end()) throw std::out_of_range("there is no such wall now");
    const auto row = static_cast<std::size_t>(at - walls.body.begin());
    return {walls.position[row], geometry::Rotation::by(walls.angle[row])};
}

PairGeometry look_at_pair(const FrameView& frame_view, engine::BodyNumber a, engine::BodyNumber b,
                          engine::Turns image) {
    PairGeometry pair{pose_of(frame_view, a),
                      pose_of(frame_view, b),
                      shape_of(frame_view.bodies().of(a)),
                      shape_of(frame_view.bodies().of(b)),
                      {},
                      {}};
    pair.pose_b.position += frame_view.period().shift(image);
    geometry::QueryCounts counts;
    pair.proximity =
        geometry::proximity(pair.a, pair.pose_a, pair.b, pair.pose_b, pair.memory, counts);
    return pair;
}

}  // namespace scree::window

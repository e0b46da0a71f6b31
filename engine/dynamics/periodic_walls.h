#pragma once

#include "engine/base/period.h"
#include "engine/dynamics/wall.h"
#include "geometry/box.h"

/// Walls in a periodic domain. A piece that is as long as the domain is endless in that direction
/// and there once: moving along itself it stays where it is. A shorter one is met in its images, as
/// grains are.
namespace scree::engine {

/// In which directions a piece is endless.
struct Spans {
    bool x = false;
    bool y = false;
};

/// Makes a piece that spans the period longer than any grain in the domain can see. Throws
/// std::invalid_argument for one whose faces would not go on smoothly, because it turns, or because
/// they are not level.
Spans fit_into(const Period& period, WallPiece& piece, const WallMotion& motion);

/// The place, but for the directions in which the piece is endless: there that of `fixed`.
inline geometry::Vec2 held(geometry::Vec2 place, geometry::Vec2 fixed, Spans spans) {
    return {spans.x ? fixed.x : place.x, spans.y ? fixed.y : place.y};
}

void make_endless(geometry::Box& box, Spans spans);

}  // namespace scree::engine

#pragma once

#include "engine/base/period.h"
#include "engine/dynamics/walls/wall.h"
#include "geometry/box.h"

/// Walls in a periodic domain. A piece as long as the domain is endless in that direction and has
/// no images: if it moves along itself, it stays where it is. A shorter piece is met in its images,
/// as grains are.
namespace scree::engine {

/// The directions in which a piece is endless.
struct Spans {
    bool x = false;
    bool y = false;
};

/// Extends a piece that spans the period so far that its ends are out of reach for all grains in
/// the domain. Throws std::invalid_argument if its faces would not continue smoothly, because it
/// turns or because they are not level.
Spans fit_into(const Period& period, WallPiece& piece, const WallMotion& motion);

/// Returns the place, but in the directions in which the piece is endless that of `fixed`.
inline geometry::Vec2 held(geometry::Vec2 place, geometry::Vec2 fixed, Spans spans) {
    return {spans.x ? fixed.x : place.x, spans.y ? fixed.y : place.y};
}

void make_endless(geometry::Box& box, Spans spans);

}  // namespace scree::engine

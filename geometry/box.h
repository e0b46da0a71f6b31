#pragma once

#include "geometry/vec2.h"

namespace scree::geometry {

/// An axis-parallel box. It is closed: boxes that only touch overlap.
struct Box {
    Vec2 low;
    Vec2 high;

    friend constexpr bool operator==(const Box&, const Box&) = default;
};

constexpr bool overlap(const Box& a, const Box& b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y;
}

constexpr bool contains(const Box& outer, const Box& inner) {
    return outer.low.x <= inner.low.x && inner.high.x <= outer.high.x &&
           outer.low.y <= inner.low.y && inner.high.y <= outer.high.y;
}

constexpr Box fattened(const Box& box, double skin) {
    return {{box.low.x - skin, box.low.y - skin}, {box.high.x + skin, box.high.y + skin}};
}

}  // namespace scree::geometry

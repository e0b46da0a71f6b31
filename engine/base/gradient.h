#pragma once

#include "geometry/vec2.h"

namespace scree::engine {

/// How a velocity or a way changes with the place, where the x axis keeps its direction: what there
/// is of a matrix whose element yx is zero. A cell deforms in this way.
struct Gradient {
    double xx = 0.0;
    double yy = 0.0;
    double xy = 0.0;  ///< of x along y

    friend constexpr bool operator==(const Gradient&, const Gradient&) = default;
};

constexpr geometry::Vec2 operator*(const Gradient& g, geometry::Vec2 v) {
    return {g.xx * v.x + g.xy * v.y, g.yy * v.y};
}

constexpr Gradient operator*(const Gradient& a, const Gradient& b) {
    return {a.xx * b.xx, a.yy * b.yy, a.xx * b.xy + a.xy * b.yy};
}

constexpr Gradient operator+(const Gradient& a, const Gradient& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.xy + b.xy};
}

constexpr Gradient operator-(const Gradient& a, const Gradient& b) {
    return {a.xx - b.xx, a.yy - b.yy, a.xy - b.xy};
}

constexpr Gradient operator*(double s, const Gradient& g) { return {s * g.xx, s * g.yy, s * g.xy}; }

/// The matrix must not be singular.
constexpr Gradient inverse(const Gradient& g) {
    return {1.0 / g.xx, 1.0 / g.yy, -g.xy / (g.xx * g.yy)};
}

}  // namespace scree::engine

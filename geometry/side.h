#pragma once

#include <cmath>

#include "geometry/tolerances.h"
#include "geometry/vec2.h"

namespace scree::geometry {

/// Computes cross(r - q, p - q) again, with as many digits as needed for an exact sign.
double exact_side(Vec2 p, Vec2 q, Vec2 r);

/// Tells on which side of the line from q to r the point p lies: twice the signed area of the
/// triangle, positive if p is on the left. The sign is exact for the coordinates as given (zero
/// means exactly on the line; products must stay above 1e-290, as those of valid shapes do), and
/// the value is correct to rounding. Shewchuk's filter (1997, section 4.2) passes the rare doubtful
/// cases to exact arithmetic.
inline double side(Vec2 p, Vec2 q, Vec2 r) {
    const double left = (r.x - q.x) * (p.y - q.y);
    const double right = (r.y - q.y) * (p.x - q.x);
    const double value = left - right;
    constexpr double share = 4.0 * tolerance::rounding;
    if (std::abs(value) > share * (std::abs(left) + std::abs(right))) [[likely]]
        return value;
    return exact_side(p, q, r);
}

/// The half-open rule for a vertex of A against an edge (q, r) of B: a vertex on the line is
/// inside.
inline bool inside_b(double side_of_vertex_of_a) { return side_of_vertex_of_a >= 0.0; }

/// The rule for a vertex of B against an edge of A: a vertex on the line is outside. With the same
/// rule for both, two aligned squares would have no crossing at all; this way an edge of A that
/// runs along one of B lies inside B, and never crosses it. The rules are not a consistent
/// perturbation where a vertex of A and one of B are at the same place: two crossings may then be
/// counted that do not exist.
inline bool inside_a(double side_of_vertex_of_b) { return side_of_vertex_of_b > 0.0; }

}  // namespace scree::geometry

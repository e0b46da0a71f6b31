#pragma once

#include <cmath>
#include <numbers>

#include "geometry/trigonometry.h"
#include "geometry/wide/wide.h"

namespace scree::geometry {

/// The diameter of the disc with this area.
inline double equivalent_diameter(double area) { return 2.0 * std::sqrt(area / std::numbers::pi); }

/// A segment of a disc: the part that a chord of half length c, at the signed distance x from the
/// centre, cuts off on the far side. It is the larger part if x < 0.
struct CircularSegment {
    double area = 0.0;
    /// First moment about the chord, away from the centre.
    double moment = 0.0;
};

/// Below this square of the half chord over the radius, a segment is shallow.
inline constexpr double shallow_segment = 0.0225;

/// asin s - s sqrt(1 - s^2) over s^3, which is the integral of 2 s^2 / sqrt(1 - s^2) over s^3: by
/// its series in z = s^2, since the difference itself would lose the digits of a shallow segment.
/// The first term left out is below 5e-17 of the sum. T is a number, or several side by side.
template <class T>
SCREE_WIDE inline T shallow_segment_series(const T& z) {
    T series = 6435.0 / 311296.0 * z + 429.0 / 17408.0;
    series = series * z + 77.0 / 2560.0;
    series = series * z + 63.0 / 1664.0;
    series = series * z + 35.0 / 704.0;
    series = series * z + 5.0 / 72.0;
    series = series * z + 3.0 / 28.0;
    series = series * z + 1.0 / 5.0;
    return series * z + 2.0 / 3.0;
}

inline CircularSegment circular_segment(double radius, double half_chord, double x) {
    const double cube = half_chord * half_chord * half_chord;
    const double share = half_chord / radius;
    const double z = share * share;
    double area = 0.0;
    if (x > 0.0 && z < shallow_segment) {
        area = cube / radius * shallow_segment_series(z);
    } else {
        area = radius * radius * arc_tangent(half_chord, x) - half_chord * x;
    }
    // About the centre the moment is (2/3) c^3, exactly.
    return {area, (2.0 / 3.0) * cube - x * area};
}

}  // namespace scree::geometry

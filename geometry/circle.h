#pragma once

#include "geometry/trigonometry.h"

namespace scree::geometry {

/// A segment of a disc: what a chord of half length c at the signed distance x from the centre cuts
/// off on the far side (x < 0: the larger part).
struct CircularSegment {
    double area = 0.0;
    /// First moment about the chord, away from the centre.
    double moment = 0.0;
};

inline CircularSegment circular_segment(double radius, double half_chord, double x) {
    const double angle = 2.0 * arc_tangent(half_chord, x);
    double area = 0.0;
    if (angle < 1.0) {
        // (angle - sin angle) / 2 by its series: the difference itself would lose the digits of a
        // shallow segment.
        const double z = angle * angle;
        double series = 1.0;
        for (int k = 17; k >= 5; k -= 2) series = 1.0 - z * series / (k * (k - 1));
        area = radius * radius * (angle * z / 12.0) * series;
    } else {
        area = 0.5 * radius * radius * angle - half_chord * x;
    }
    // About the centre the moment is (2/3) c^3, exactly.
    return {area, (2.0 / 3.0) * half_chord * half_chord * half_chord - x * area};
}

}  // namespace scree::geometry

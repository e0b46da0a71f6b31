#include <cmath>

#include "geometry/circle.h"
#include "geometry/contact.h"
#include "geometry/proximity.h"
#include "geometry/tolerances.h"

namespace scree::geometry {

double disc_depth(const Disc& a, const Transform& pose_a, const Disc& b, const Transform& pose_b) {
    return a.radius() + b.radius() - length(pose_b.position - pose_a.position);
}

Proximity proximity(const Disc& a, const Transform& pose_a, const Disc& b,
                    const Transform& pose_b) {
    const Vec2 up{0.0, 1.0};
    const Vec2 centres = pose_b.position - pose_a.position;
    const double ra = a.radius();
    const double rb = b.radius();
    const double d = length(centres);
    const double depth = ra + rb - d;
    if (depth < 0.0) {
        const Vec2 n = centres / d;
        return Apart{-depth, ra * n, centres - rb * n, {}, {}};
    }
    const double difference = ra - rb;
    if (d <= std::abs(difference) || d < tolerance::no_length) {
        const bool a_inside = ra < rb;
        return swallowed_contact(a_inside ? a.area() : b.area(), a_inside ? Vec2{} : centres,
                                 centres, up);
    }
    // The distances of the chord from the centres, and its half length, are computed without
    // cancellation: each factor is one difference of given numbers.
    const double from_a = (d + difference) * 0.5 + difference * depth / (2.0 * d);
    const double from_b = d - from_a;
    const double half_chord =
        std::sqrt(depth * (ra + rb + d) * (d - difference) * (d + difference)) / (2.0 * d);
    const CircularSegment beyond_a = circular_segment(ra, half_chord, from_a);
    const CircularSegment beyond_b = circular_segment(rb, half_chord, from_b);

    Overlap overlap;
    overlap.normal = centres / d;
    overlap.chord = 2.0 * half_chord;
    overlap.area = beyond_a.area + beyond_b.area;
    overlap.midpoint = from_a * overlap.normal;
    const double off =
        overlap.area > 0.0 ? (beyond_a.moment - beyond_b.moment) / overlap.area : 0.0;
    overlap.centroid = (from_a + off) * overlap.normal;
    return overlap;
}

}  // namespace scree::geometry

#include "geometry/contact.h"

#include <numbers>

#include "geometry/tolerances.h"

namespace scree::geometry {

Vec2 unit_or(Vec2 v, Vec2 otherwise) {
    const double size = length(v);
    return size > tolerance::no_length ? v / size : otherwise;
}

Overlap swallowed_contact(double area, Vec2 centroid, Vec2 centres, Vec2 up) {
    Overlap overlap;
    overlap.area = area;
    overlap.chord = 2.0 * std::sqrt(area / std::numbers::pi);
    overlap.centroid = centroid;
    overlap.midpoint = centroid;
    overlap.normal = unit_or(centres, up);
    overlap.swallowed = true;
    return overlap;
}

Overlap general_contact(const OverlapBoundary& boundary, Vec2 centres, double size, Vec2 up) {
    const double chord = length(boundary.edges_of_b);
    if (chord < tolerance::swallowed_chord * size)
        return swallowed_contact(boundary.area, boundary.centroid, centres, up);
    Overlap overlap;
    overlap.area = boundary.area;
    overlap.chord = chord;
    overlap.centroid = boundary.centroid;
    overlap.normal = -(boundary.edges_of_b / chord);
    // M is the point next to C on the line with M x n = -torque / b.
    const double off = cross(boundary.centroid, overlap.normal) + boundary.torque_of_b / chord;
    overlap.midpoint = boundary.centroid + off * turned_left(overlap.normal);
    return overlap;
}

Apart in_world(const Transform& pose_a, const Apart& apart) {
    Apart result = apart;
    result.on_a = rotate(pose_a.rotation, apart.on_a);
    result.on_b = rotate(pose_a.rotation, apart.on_b);
    return result;
}

Overlap in_world(const Transform& pose_a, const Overlap& overlap) {
    Overlap result = overlap;
    result.centroid = rotate(pose_a.rotation, overlap.centroid);
    result.midpoint = rotate(pose_a.rotation, overlap.midpoint);
    result.normal = rotate(pose_a.rotation, overlap.normal);
    return result;
}

Proximity exchanged(const Proximity& proximity, Vec2 centres) {
    if (const auto* apart = std::get_if<Apart>(&proximity))
        return Apart{apart->distance, apart->on_b - centres, apart->on_a - centres, apart->b,
                     apart->a};
    Overlap overlap = std::get<Overlap>(proximity);
    overlap.centroid -= centres;
    overlap.midpoint -= centres;
    overlap.normal = -overlap.normal;
    return overlap;
}

}  // namespace scree::geometry

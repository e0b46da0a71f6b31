#include "geometry/contact.h"

#include <utility>

#include "geometry/circle.h"
#include "geometry/tolerances.h"

namespace scree::geometry {

Vec2 unit_or(Vec2 v, Vec2 otherwise) {
    const double size = length(v);
    return size > tolerance::no_length ? v / size : otherwise;
}

Overlap swallowed_contact(double area, Vec2 centroid, Vec2 centres, Vec2 up) {
    Overlap overlap;
    overlap.area = area;
    overlap.chord = equivalent_diameter(area);
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
    // M is the point nearest to C on the line with M x n = -torque / b.
    const double off = cross(boundary.centroid, overlap.normal) + boundary.torque_of_b / chord;
    overlap.midpoint = boundary.centroid + off * turned_left(overlap.normal);
    return overlap;
}

void turn_to_world(const Transform& pose, Proximity& answer) {
    if (auto* apart = std::get_if<Apart>(&answer)) {
        apart->on_a = rotate(pose.rotation, apart->on_a);
        apart->on_b = rotate(pose.rotation, apart->on_b);
    } else if (auto* overlap = std::get_if<Overlap>(&answer)) {
        overlap->centroid = rotate(pose.rotation, overlap->centroid);
        overlap->midpoint = rotate(pose.rotation, overlap->midpoint);
        overlap->normal = rotate(pose.rotation, overlap->normal);
    }
}

void exchange(Proximity& answer, Vec2 centres) {
    if (auto* apart = std::get_if<Apart>(&answer)) {
        apart->on_a -= centres;
        apart->on_b -= centres;
        std::swap(apart->on_a, apart->on_b);
        std::swap(apart->a, apart->b);
    } else if (auto* overlap = std::get_if<Overlap>(&answer)) {
        overlap->centroid -= centres;
        overlap->midpoint -= centres;
        overlap->normal = -overlap->normal;
    }
}

}  // namespace scree::geometry

#include "engine/frame/assembly.h"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "geometry/circle.h"
#include "geometry/polygon_area.h"
#include "geometry/transform.h"

namespace scree::engine {
namespace {

using Places = std::unordered_map<BodyNumber, AssemblyBody>;

std::string name_of(BodyNumber body) {
    if (body >= 0) return "grain " + std::to_string(body);
    return "piece " + std::to_string(-1 - body) + " of the walls";
}

[[noreturn]] void refuse(BodyNumber body, const char* why) {
    throw std::invalid_argument(name_of(body) + " " + why);
}

/// The polar second moment of area about the centroid, by triangles about it.
double second_moment_of(const BodyShape& shape) {
    if (shape.radius > 0.0) return 0.5 * area_of(shape) * shape.radius * shape.radius;
    double second = 0.0;
    Vec2 p = shape.vertices.back();
    for (const Vec2 q : shape.vertices) {
        second += cross(p, q) * (dot(p, p) + dot(p, q) + dot(q, q)) / 12.0;
        p = q;
    }
    return second;
}

/// Returns the outline of the body in the world, and checks the body as well.
Outline place(const BodyStates& states, std::size_t row, const BodyShape& shape,
              std::vector<Vec2>& corners) {
    const BodyNumber body = states.body[row];
    const bool finite = is_finite(states.position[row]) && std::isfinite(states.angle[row]) &&
                        is_finite(states.velocity[row]) && std::isfinite(states.spin[row]) &&
                        std::isfinite(shape.radius);
    if (!finite) refuse(body, "is not finite");
    if (!(shape.radius > 0.0) && shape.vertices.size() < 3) refuse(body, "has no shape");
    Outline outline{states.position[row], shape.radius, corners.size(), 0};
    if (shape.radius > 0.0) return outline;
    const geometry::Transform pose{outline.centre, geometry::Rotation::by(states.angle[row])};
    for (const Vec2 vertex : shape.vertices) {
        corners.push_back(apply(pose, vertex));
        if (!is_finite(corners.back())) refuse(body, "has a corner that is not finite");
    }
    outline.corner_count = shape.vertices.size();
    return outline;
}

void take_place(Places& places, BodyNumber body, AssemblyBody place) {
    if (!places.emplace(body, place).second) refuse(body, "is there twice");
}

AssemblyBody place_of(const Places& places, BodyNumber body) {
    const auto found = places.find(body);
    if (found == places.end()) refuse(body, "has a contact, but is not there");
    return found->second;
}

AssemblyGrain make_grain(const Frame& frame, std::size_t row, const BodyShape& shape,
                         const std::vector<double>& densities, std::vector<Vec2>& corners) {
    const BodyNumber body = frame.grains.body[row];
    AssemblyGrain grain;
    grain.outline = place(frame.grains, row, shape, corners);
    if (shape.material >= densities.size()) refuse(body, "has an unknown material");
    grain.area = area_of(shape);
    grain.mass = densities[shape.material] * grain.area;
    grain.inertia = densities[shape.material] * second_moment_of(shape);
    if (!(grain.mass > 0.0)) refuse(body, "has no mass");
    grain.velocity = frame.grains.velocity[row];
    grain.spin = frame.grains.spin[row];
    grain.turns = frame.grains.turns[row];
    return grain;
}

}  // namespace

double area_of(const BodyShape& shape) {
    if (shape.radius > 0.0) return std::numbers::pi * shape.radius * shape.radius;
    return geometry::polygon_area(shape.vertices);
}

Assembly assemble(const Frame& frame, const ShapeOf& shape_of, const Surroundings& surroundings) {
    Assembly assembly;
    assembly.gravity = surroundings.gravity;
    assembly.period = surroundings.period;
    Places places;
    places.reserve(frame.grains.body.size() + frame.walls.body.size());
    for (std::size_t row = 0; row < frame.grains.body.size(); ++row) {
        const BodyNumber body = frame.grains.body[row];
        take_place(places, body, AssemblyBody::grain(row));
        assembly.grains.push_back(
            make_grain(frame, row, shape_of(body), surroundings.densities, assembly.corners));
    }
    for (std::size_t row = 0; row < frame.walls.body.size(); ++row) {
        const BodyNumber body = frame.walls.body[row];
        take_place(places, body, AssemblyBody::piece(row));
        assembly.walls.push_back(place(frame.walls, row, shape_of(body), assembly.corners));
    }
    for (std::size_t row = 0; row < frame.contacts.pair.size(); ++row) {
        const auto [i, j] = frame.contacts.pair[row];
        const Vec2 force = frame.contacts.force[row];
        if (!is_finite(force)) refuse(i, "has a contact force that is not finite");
        assembly.contacts.push_back({{place_of(places, i), place_of(places, j)}, force});
    }
    return assembly;
}

double equivalent_diameter(const AssemblyGrain& grain) {
    return geometry::equivalent_diameter(grain.area);
}

KineticEnergy kinetic_energy(const AssemblyGrain& grain) {
    return {0.5 * grain.mass * dot(grain.velocity, grain.velocity),
            0.5 * grain.inertia * grain.spin * grain.spin};
}

}  // namespace scree::engine

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
    grain.body = body;
    grain.material = shape.material;
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

/// Frames of older versions do not know it, nor do those that tests make by hand.
bool knows_friction(const ContactStates& contacts, std::size_t row) {
    return !contacts.mobilised.empty() && contacts.kind[row] != ContactKind::unknown;
}

/// The same where the frame does not know it; cohesion is left out.
double mobilised_with(double friction, const AssemblyContact& contact) {
    const double most = friction * dot(contact.force, contact.normal);
    return most > 0.0 ? std::abs(cross(contact.normal, contact.force)) / most : contact.mobilised;
}

/// Adds what follows from where the bodies of a contact are, and from what they are made of.
void complete(AssemblyContact& contact, const Assembly& assembly, Turns image,
              const Surroundings& surroundings) {
    const auto [first, second] = contact.bodies;
    if (!first.is_grain()) return;
    contact.shift = assembly.period.shift(image);
    const AssemblyGrain& grain = assembly.grains[first.place()];
    const Vec2 to = second.is_grain()
                        ? assembly.grains[second.place()].outline.centre + contact.shift
                        : contact.point;
    contact.branch = to - grain.outline.centre;
    const std::size_t other = second.is_grain() ? assembly.grains[second.place()].material
                                                : assembly.pieces[second.place()].material;
    const std::size_t pair = grain.material * surroundings.densities.size() + other;
    if (pair < surroundings.frictions.size())
        contact.mobilised = mobilised_with(surroundings.frictions[pair], contact);
}

/// The pieces of walls by the wall that they belong to, as long as the scene says so.
AssemblyPiece make_piece(const Frame& frame, std::size_t row, std::uint16_t material,
                         const Surroundings& surroundings) {
    const BodyStates& walls = frame.walls;
    AssemblyPiece piece;
    piece.material = material;
    auto number = static_cast<std::size_t>(-1 - walls.body[row]);
    piece.wall = surroundings.walls.size();
    for (std::size_t w = 0; w < surroundings.walls.size(); ++w) {
        if (number < surroundings.walls[w].pieces) {
            piece.wall = w;
            piece.is_first = number == 0;
            break;
        }
        number -= surroundings.walls[w].pieces;
    }
    piece.position = walls.position[row] + surroundings.period.shift(walls.turns[row]);
    piece.angle = walls.angle[row];
    piece.velocity = walls.velocity[row];
    piece.spin = walls.spin[row];
    return piece;
}

}  // namespace

std::optional<PlacedWall> place_of_wall(const Assembly& assembly, std::size_t wall) {
    for (const AssemblyPiece& piece : assembly.pieces) {
        if (piece.wall != wall || !piece.is_first) continue;
        const WallInfo& info = assembly.scene_walls[wall];
        PlacedWall place;
        place.turn = piece.angle - info.first_angle;
        const Vec2 arm =
            rotate(geometry::Rotation::by(place.turn), info.first_position - info.about);
        place.centre = piece.position - arm;
        place.shift = place.centre - info.about;
        place.spin = piece.spin;
        place.velocity = piece.velocity - piece.spin * turned_left(arm);
        return place;
    }
    return {};
}

double area_of(const BodyShape& shape) {
    if (shape.radius > 0.0) return std::numbers::pi * shape.radius * shape.radius;
    return geometry::polygon_area(shape.vertices);
}

Assembly assemble(const Frame& frame, const ShapeOf& shape_of, const Surroundings& surroundings) {
    Assembly assembly;
    assembly.gravity = surroundings.gravity;
    assembly.period = frame.cell ? frame.cell->period : surroundings.period;
    assembly.cell = frame.cell;
    assembly.scene_walls = surroundings.walls;
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
        assembly.pieces.push_back(make_piece(frame, row, shape_of(body).material, surroundings));
    }
    for (std::size_t row = 0; row < frame.contacts.pair.size(); ++row) {
        const auto [i, j] = frame.contacts.pair[row];
        const Vec2 force = frame.contacts.force[row];
        if (!is_finite(force)) refuse(i, "has a contact force that is not finite");
        AssemblyContact& contact = assembly.contacts.emplace_back(
            AssemblyContact{{place_of(places, i), place_of(places, j)}});
        contact.force = force;
        contact.point = frame.contacts.point[row];
        contact.normal = frame.contacts.normal[row];
        complete(contact, assembly, frame.contacts.image[row], surroundings);
        if (knows_friction(frame.contacts, row)) contact.mobilised = frame.contacts.mobilised[row];
    }
    return assembly;
}

double equivalent_diameter(const AssemblyGrain& grain) {
    return geometry::equivalent_diameter(grain.area);
}

KineticEnergy kinetic_energy(const Assembly& assembly, const AssemblyGrain& grain) {
    const Vec2 own =
        assembly.cell
            ? grain.velocity - assembly.faster_by(grain.outline.centre - assembly.cell->period.low)
            : grain.velocity;
    return {0.5 * grain.mass * dot(own, own), 0.5 * grain.inertia * grain.spin * grain.spin};
}

}  // namespace scree::engine

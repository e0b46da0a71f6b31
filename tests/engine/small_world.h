#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/dynamics/simulation.h"
#include "tests/random.h"

/// Small worlds for tests: shapes, walls and materials with round numbers.
namespace scree::engine {

inline geometry::ConvexPolygon rectangle(double width, double height) {
    const std::vector<geometry::Vec2> vertices{{-0.5 * width, -0.5 * height},
                                               {0.5 * width, -0.5 * height},
                                               {0.5 * width, 0.5 * height},
                                               {-0.5 * width, 0.5 * height}};
    return geometry::ConvexPolygon(vertices);
}

/// A square of this size as a grain of the first material, at rest.
inline NewGrain square(double size, geometry::Vec2 position = {}) {
    NewGrain grain{rectangle(size, size), 0, position, 0.0, {}, 0.0};
    return grain;
}

/// The only material of a small world. A grain of area 1 weighs 1 kg.
inline Material plain(double stiffness, double friction, double damping) {
    return {"plain", 1.0, stiffness, friction, damping, 0.0};
}

inline Model world(const Material& material, std::vector<Wall> walls = {}) {
    Model model;
    model.materials = {material};
    model.contacts = ContactTable(model.materials);
    model.walls = std::move(walls);
    return model;
}

/// A wall of one piece that does not move.
inline Wall standing(geometry::Shape shape, geometry::Vec2 position, double angle = 0.0) {
    Wall wall;
    wall.pieces.push_back({std::move(shape), position, angle});
    return wall;
}

/// A wall with its top through the origin, rising to the right by `slope` (rad).
inline Wall slope(double angle, double length) {
    const double thickness = 0.2 * length;
    return standing(rectangle(length, thickness),
                    {0.5 * thickness * std::sin(angle), -0.5 * thickness * std::cos(angle)}, angle);
}

using tests::Random;

/// A polygon with 6 to 8 corners on a circle.
inline geometry::ConvexPolygon gravel(Random& random, double radius) {
    const int corners = 6 + static_cast<int>(3.0 * random());
    std::vector<geometry::Vec2> vertices;
    for (int i = 0; i < corners; ++i) {
        const double angle = 6.283185307179586 * (i + 0.5 * (random() - 0.5)) / corners;
        const auto [sine, cosine] = geometry::sine_cosine(angle);
        vertices.push_back({radius * cosine, radius * sine});
    }
    return geometry::ConvexPolygon(vertices);
}

}  // namespace scree::engine

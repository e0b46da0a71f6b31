#pragma once

#include <cmath>
#include <numbers>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/frame/assembly.h"
#include "tests/engine/small_world.h"

namespace scree::engine {

/// A frame that is put together by hand, of a material with density 1.
class Still {
public:
    BodyNumber add_disc(Vec2 at, double radius) {
        return add_grain({next_grain(), 0, radius, {}}, at, 0.0);
    }
    BodyNumber add_polygon(std::vector<Vec2> vertices, Vec2 at, double angle = 0.0) {
        return add_grain({next_grain(), 0, 0.0, std::move(vertices)}, at, angle);
    }
    BodyNumber add_wall(std::vector<Vec2> vertices, Vec2 at, double angle = 0.0) {
        return add_wall({next_wall(), 0, 0.0, std::move(vertices)}, at, angle);
    }
    BodyNumber add_disc_wall(Vec2 at, double radius) {
        return add_wall({next_wall(), 0, radius, {}}, at, 0.0);
    }
    void touch(BodyNumber i, BodyNumber j, Vec2 force = {0.0, 1.0}) {
        touch_at(i, j, {}, {}, force);
    }
    void touch_at(BodyNumber i, BodyNumber j, Vec2 point, Vec2 normal, Vec2 force,
                  Turns image = {}) {
        frame.contacts.pair.push_back({i, j});
        frame.contacts.image.push_back(image);
        frame.contacts.point.push_back(point);
        frame.contacts.force.push_back(force);
        frame.contacts.normal.push_back(normal);
        frame.contacts.area.push_back(0.0);
    }
    /// Lets two grains touch halfway, with this force along the way and this across it to the left.
    void push_apart(BodyNumber i, BodyNumber j, double force, double across = 0.0) {
        const Vec2 from = frame.grains.position[static_cast<std::size_t>(i)];
        const Vec2 way = frame.grains.position[static_cast<std::size_t>(j)] - from;
        const Vec2 normal = way / length(way);
        touch_at(i, j, from + 0.5 * way, normal, force * normal + across * turned_left(normal));
    }
    /// Makes all grains touch whose centres are nearer than this.
    void touch_within(double distance) {
        const auto& at = frame.grains.position;
        for (std::size_t i = 0; i < at.size(); ++i)
            for (std::size_t j = i + 1; j < at.size(); ++j)
                if (length(at[j] - at[i]) < distance)
                    touch(frame.grains.body[i], frame.grains.body[j]);
    }
    /// Turns everything about the origin, gravity too.
    void turn(double angle) {
        const geometry::Rotation rotation = geometry::Rotation::by(angle);
        for (BodyStates* states : {&frame.grains, &frame.walls}) {
            for (Vec2& position : states->position) position = rotate(rotation, position);
            for (double& own : states->angle) own += angle;
        }
        surroundings.gravity = rotate(rotation, surroundings.gravity);
    }

    Assembly assembly() const {
        return assemble(
            frame, [this](BodyNumber body) -> const BodyShape& { return shapes.at(body); },
            surroundings);
    }

    Frame frame;
    std::unordered_map<BodyNumber, BodyShape> shapes;
    Surroundings surroundings{{0.0, -10.0}, {1.0}};

private:
    BodyNumber next_grain() const { return static_cast<BodyNumber>(frame.grains.body.size()); }
    BodyNumber next_wall() const { return -1 - static_cast<BodyNumber>(frame.walls.body.size()); }
    BodyNumber add_grain(BodyShape shape, Vec2 at, double angle) {
        return add(frame.grains, std::move(shape), at, angle);
    }
    BodyNumber add_wall(BodyShape shape, Vec2 at, double angle) {
        return add(frame.walls, std::move(shape), at, angle);
    }
    BodyNumber add(BodyStates& states, BodyShape shape, Vec2 at, double angle) {
        const BodyNumber body = shape.body;
        states.body.push_back(body);
        states.position.push_back(at);
        states.turns.push_back({});
        states.angle.push_back(angle);
        states.velocity.push_back({});
        states.spin.push_back(0.0);
        shapes.emplace(body, std::move(shape));
        return body;
    }
};

inline std::vector<Vec2> rectangle_corners(double width, double height) {
    return {{-0.5 * width, -0.5 * height},
            {0.5 * width, -0.5 * height},
            {0.5 * width, 0.5 * height},
            {-0.5 * width, 0.5 * height}};
}

}  // namespace scree::engine

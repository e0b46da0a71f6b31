#include "render/window/drawing/grain_layer.h"

#include <SFML/OpenGL.hpp>
#include <algorithm>
#include <cmath>

#include "geometry/transform.h"

namespace scree::window {
namespace {

/// The colour of the outline of a grain that is so many pixels across. It fades in, so that
/// outlines do not appear all at once.
sf::Color outline_of(double across) {
    const double share = std::clamp((across - smallest_outlined) / 12.0 + 0.2, 0.0, 1.0);
    return {38, 38, 38, static_cast<sf::Uint8>(150.0 * share)};
}

const sf::Color stripe_colour(38, 38, 38, 170);
/// A grain that is fewer pixels across needs four corners at most.
constexpr double smallest_polygon = 5.0;
constexpr double smallest_striped = 6.0;

}  // namespace

void corners_in_pixels(const Body& body, Vec2 at, double angle, double scale, std::size_t most,
                       std::vector<Vec2>& corners) {
    corners.clear();
    const geometry::Rotation rotation = geometry::Rotation::by(angle);
    const auto& vertices = body.shape.vertices;
    const std::size_t n = std::min(vertices.size(), most);
    for (std::size_t k = 0; k < n; ++k) {
        const Vec2 v = rotate(rotation, vertices[k * vertices.size() / n]);
        corners.push_back({at.x + scale * v.x, at.y - scale * v.y});
    }
}

void GrainLayer::add_grain(const Body& body, Vec2 at, double angle, double scale,
                           sf::Color colour) {
    const double across = 2.0 * scale * body.reach;
    if (across < smallest_shape) {
        points_.emplace_back(sf::Vector2f(static_cast<float>(at.x), static_cast<float>(at.y)),
                             colour);
        return;
    }
    ++shapes_;
    if (across >= smallest_outlined) ++outlined_;
    if (body.shape.radius > 0.0) {
        const double radius = scale * body.shape.radius;
        if (across < smallest_polygon)
            grains_.square(at, 1.77 * radius, colour);  // has the same area
        else
            grains_.disc(at, radius, colour);
        if (across >= smallest_outlined) lines_.circle(at, radius, 1.2, outline_of(across));
    } else {
        const auto most = across < smallest_polygon
                              ? std::size_t{4}
                              : static_cast<std::size_t>(std::min(4.0 + 0.5 * across, 1e6));
        corners_in_pixels(body, at, angle, scale, most, corners_);
        grains_.convex(corners_, colour);
        if (across >= smallest_outlined) lines_.outline(corners_, 1.2, outline_of(across));
    }
    if (stripes_ && across >= smallest_striped) add_stripe(body, at, angle, scale);
}

/// Draws a stripe through the centre of the grain, which was horizontal when the grain came.
void GrainLayer::add_stripe(const Body& body, Vec2 at, double angle, double scale) {
    const geometry::Rotation turned = geometry::Rotation::by(angle - body.angle);
    const double half = 0.36 * scale * body.diameter;
    const Vec2 way{half * turned.c, -half * turned.s};
    lines_.line(at - way, at + way, std::max(1.5, 0.22 * half), stripe_colour);
}

void GrainLayer::add_wall(const Body& body, Vec2 at, double angle, double scale) {
    const sf::Color colour = sf_colour(render::palette::wall);
    if (body.shape.radius > 0.0) {
        walls_.disc(at, scale * body.shape.radius, colour);
        return;
    }
    corners_in_pixels(body, at, angle, scale, body.shape.vertices.size(), corners_);
    walls_.convex(corners_, colour);
}

void GrainLayer::build(const FrameView& frame_view, const Camera& camera, Vec2 window,
                       const ColourScale& colours) {
    walls_.clear();
    grains_.clear();
    lines_.clear();
    points_.clear();
    shapes_ = 0;
    outlined_ = 0;
    stripes_ = colours.quantity() == Quantity::rotation;
    const Box seen = camera.seen(window);
    const auto& walls = frame_view.frame().walls;
    for_each_seen(frame_view, walls, seen, [&](const Body& body, std::size_t row, Vec2 at) {
        add_wall(body, camera.to_pixels(at), walls.angle[row], camera.scale());
    });
    const auto& grains = frame_view.frame().grains;
    for_each_seen(frame_view, grains, seen, [&](const Body& body, std::size_t row, Vec2 at) {
        add_grain(body, camera.to_pixels(at), grains.angle[row], camera.scale(),
                  colours.of_grain(row));
    });
}

void GrainLayer::draw(sf::RenderTarget& target) const {
    walls_.draw(target);
    if (!points_.empty()) {
        glPointSize(static_cast<float>(smallest_shape));
        target.draw(points_.data(), points_.size(), sf::Points);
    }
    grains_.draw(target);
    lines_.draw(target);
}

}  // namespace scree::window

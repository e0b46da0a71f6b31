#pragma once

#include <SFML/Graphics/Color.hpp>
#include <SFML/Graphics/RenderTarget.hpp>
#include <SFML/Graphics/Vertex.hpp>
#include <span>
#include <vector>

#include "geometry/vec2.h"
#include "render/colours.h"

namespace scree::window {

using geometry::Vec2;

sf::Color sf_colour(render::Colour c, double opacity = 1.0);

/// A layer of the picture, made of triangles in pixels that are drawn at once.
class Mesh {
public:
    void clear() { vertices_.clear(); }
    bool empty() const { return vertices_.empty(); }
    std::size_t size() const { return vertices_.size(); }
    void draw(sf::RenderTarget& target) const;

    void triangle(Vec2 a, Vec2 b, Vec2 c, sf::Color colour);
    /// Fills a convex polygon with these corners, in order around it.
    void convex(std::span<const Vec2> corners, sf::Color colour);
    void disc(Vec2 centre, double radius, sf::Color colour);
    /// Draws a small disc with a smooth border.
    void dot(Vec2 centre, double radius, sf::Color colour);
    void square(Vec2 centre, double side, sf::Color colour);
    void line(Vec2 a, Vec2 b, double width, sf::Color colour);
    /// Draws a line with hard borders at a third of the cost, for lines that are so short that
    /// nobody sees the difference.
    void stroke(Vec2 a, Vec2 b, double width, sf::Color colour);
    /// Draws lines from corner to corner, all the way round.
    void outline(std::span<const Vec2> corners, double width, sf::Color colour);
    void circle(Vec2 centre, double radius, double width, sf::Color colour);
    /// Draws an arrow from a to b, whose head is a few times as large as the width.
    void arrow(Vec2 a, Vec2 b, double width, sf::Color colour);
    void dashes(Vec2 a, Vec2 b, double width, double dash, sf::Color colour);

private:
    /// Adds two triangles between the lines ab and cd.
    void quad(Vec2 a, Vec2 b, Vec2 c, Vec2 d, sf::Color ab, sf::Color cd);
    void put(Vec2 p, sf::Color colour) {
        vertices_.emplace_back(sf::Vector2f(static_cast<float>(p.x), static_cast<float>(p.y)),
                               colour);
    }
    std::vector<sf::Vertex> vertices_;
};

/// The number of corners that a circle of this radius in pixels needs to look round.
int corners_of_circle(double radius);

}  // namespace scree::window

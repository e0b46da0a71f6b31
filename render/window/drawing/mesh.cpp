#include "render/window/drawing/mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree::window {

sf::Color sf_colour(render::Colour c, double opacity) {
    const auto part = [](double v) {
        return static_cast<sf::Uint8>(std::lround(255.0 * std::clamp(v, 0.0, 1.0)));
    };
    return {part(c.red), part(c.green), part(c.blue), part(opacity)};
}

/// The middle of a side is off the circle by radius * pi^2 / (2 n^2). In small discs, of which
/// there may be many, nobody sees an error of a quarter of a pixel; in large ones corners are seen
/// until it is about a tenth. A circle that would need more corners than `most` is hundreds of
/// times as large as a window.
int corners_of_circle(double radius) {
    constexpr double most = 4096.0;
    const double root = std::sqrt(radius);
    return static_cast<int>(std::clamp(std::max(3.0 * root + 6.0, 9.0 * root - 18.0), 8.0, most));
}

namespace {

/// Calls visit(a, b) for each side of the polygon that stands for a circle.
template <class Visit>
void for_each_side(Vec2 centre, double radius, const Visit& visit) {
    const int n = corners_of_circle(radius);
    const double part = 2.0 * std::numbers::pi / n;
    Vec2 last = centre + Vec2{radius, 0.0};
    for (int k = 1; k <= n; ++k) {
        const Vec2 next = centre + radius * Vec2{std::cos(k * part), std::sin(k * part)};
        visit(last, next);
        last = next;
    }
}

}  // namespace

void Mesh::draw(sf::RenderTarget& target) const {
    if (!vertices_.empty()) target.draw(vertices_.data(), vertices_.size(), sf::Triangles);
}

void Mesh::triangle(Vec2 a, Vec2 b, Vec2 c, sf::Color colour) {
    put(a, colour);
    put(b, colour);
    put(c, colour);
}

void Mesh::convex(std::span<const Vec2> corners, sf::Color colour) {
    for (std::size_t k = 2; k < corners.size(); ++k)
        triangle(corners[0], corners[k - 1], corners[k], colour);
}

void Mesh::disc(Vec2 centre, double radius, sf::Color colour) {
    for_each_side(centre, radius, [&](Vec2 a, Vec2 b) { triangle(centre, a, b, colour); });
}

void Mesh::dot(Vec2 centre, double radius, sf::Color colour) {
    disc(centre, radius - 0.5, colour);
    circle(centre, radius - 0.5, 1.0, colour);
}

void Mesh::square(Vec2 centre, double side, sf::Color colour) {
    const double h = 0.5 * side;
    const Vec2 a = centre + Vec2{-h, -h};
    const Vec2 b = centre + Vec2{h, -h};
    const Vec2 c = centre + Vec2{h, h};
    const Vec2 d = centre + Vec2{-h, h};
    triangle(a, b, c, colour);
    triangle(a, c, d, colour);
}

void Mesh::quad(Vec2 a, Vec2 b, Vec2 c, Vec2 d, sf::Color ab, sf::Color cd) {
    put(a, ab);
    put(b, ab);
    put(c, cd);
    put(c, cd);
    put(b, ab);
    put(d, cd);
}

/// The borders fade over a pixel, so that the line looks smooth.
void Mesh::line(Vec2 a, Vec2 b, double width, sf::Color colour) {
    const double l = length(b - a);
    if (!(l > 0.0)) return;
    const Vec2 across = 1.0 / l * turned_left(b - a);
    if (width < 1.0) colour.a = static_cast<sf::Uint8>(colour.a * width);
    const bool has_middle = width > 1.5;  // a thinner line consists of its borders alone
    const Vec2 inner = has_middle ? (0.5 * width - 0.5) * across : Vec2{};
    const Vec2 outer = has_middle ? inner + across : std::max(width, 1.0) * across;
    sf::Color clear = colour;
    clear.a = 0;
    quad(a + outer, b + outer, a + inner, b + inner, clear, colour);
    if (has_middle) quad(a + inner, b + inner, a - inner, b - inner, colour, colour);
    quad(a - inner, b - inner, a - outer, b - outer, colour, clear);
}

void Mesh::stroke(Vec2 a, Vec2 b, double width, sf::Color colour) {
    const double l = length(b - a);
    if (!(l > 0.0)) return;
    if (width < 1.0) colour.a = static_cast<sf::Uint8>(colour.a * width);
    const Vec2 half = 0.5 * std::max(width, 1.0) / l * turned_left(b - a);
    quad(a + half, b + half, a - half, b - half, colour, colour);
}

void Mesh::outline(std::span<const Vec2> corners, double width, sf::Color colour) {
    const std::size_t n = corners.size();
    for (std::size_t k = 0; k < n; ++k) line(corners[k], corners[(k + 1) % n], width, colour);
}

void Mesh::circle(Vec2 centre, double radius, double width, sf::Color colour) {
    for_each_side(centre, radius, [&](Vec2 a, Vec2 b) { line(a, b, width, colour); });
}

void Mesh::arrow(Vec2 a, Vec2 b, double width, sf::Color colour) {
    const double l = length(b - a);
    if (!(l > 0.0)) return;
    const Vec2 along = 1.0 / l * (b - a);
    const double head = std::min(4.0 * width, 0.6 * l);
    const Vec2 neck = b - head * along;
    line(a, neck, width, colour);
    const Vec2 across = 0.45 * head * turned_left(along);
    triangle(b, neck + across, neck - across, colour);
}

void Mesh::dashes(Vec2 a, Vec2 b, double width, double dash, sf::Color colour) {
    const double l = length(b - a);
    if (!(l > 0.0)) return;
    const Vec2 along = 1.0 / l * (b - a);
    // There are no more dashes than can be told apart.
    const int count = std::min(static_cast<int>(l / dash) + 1, 2000);
    for (int k = 0; k < count; k += 2)
        line(a + (k * dash) * along, a + std::min((k + 1) * dash, l) * along, width, colour);
}

}  // namespace scree::window

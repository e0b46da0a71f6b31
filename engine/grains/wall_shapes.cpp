#include "engine/grains/wall_shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "engine/base/spec_error.h"
#include "geometry/trigonometry.h"

namespace scree::engine {
namespace {

using geometry::ConvexPolygon;
using geometry::Vec2;

WallPiece piece_of(std::span<const Vec2> outline) {
    ConvexPolygon polygon(outline);
    const Vec2 position = polygon.origin();
    return {std::move(polygon), position, 0.0};
}

Vec2 direction(double angle) {
    const auto [sine, cosine] = geometry::sine_cosine(angle);
    return {cosine, sine};
}

/// Corners `radius` away from the centre, counter-clockwise, the first to the right.
std::vector<Vec2> regular_outline(Vec2 center, double radius, int corners) {
    std::vector<Vec2> outline;
    for (int i = 0; i < corners; ++i)
        outline.push_back(center + radius * direction(2.0 * std::numbers::pi * i / corners));
    return outline;
}

/// The number of parts of about that width into which a length is divided.
double parts_of(double length, double width) {
    return std::max(1.0, std::floor(length / width + 0.5));
}

[[noreturn]] void too_many(const std::string& what, double count) {
    throw geometry::InvalidShape({"too many " + what + ": about " + number_text(count) +
                                      ", of at most " + std::to_string(most_wall_pieces),
                                  std::nullopt});
}

/// The mean of so many quantiles that any distribution is well represented.
double mean_size(const SizeSpec& size) {
    constexpr int quantiles = 256;
    double sum = 0.0;
    for (int k = 0; k < quantiles; ++k) sum += size_quantile(size, (k + 0.5) / quantiles);
    return sum / quantiles;
}

/// Half of a regular dodecagon that stands on the line from a to b, to the right of it.
WallPiece tooth(Vec2 a, Vec2 b) {
    const Vec2 middle = 0.5 * (a + b);
    const Vec2 along = 0.5 * (b - a);
    const Vec2 out = geometry::turned_right(along);
    std::vector<Vec2> outline = {b, a};
    for (int corner = 5; corner >= 1; --corner) {
        const Vec2 d = direction(std::numbers::pi * corner / 6.0);
        outline.push_back(middle + d.x * along + d.y * out);
    }
    return piece_of(outline);
}

/// Adds teeth along the line from a to b, to the right of it.
void add_teeth(WallPieces& pieces, Vec2 a, Vec2 b, double width) {
    const double parts = parts_of(length(b - a), width);
    if (static_cast<double>(pieces.size()) + parts > static_cast<double>(most_wall_pieces))
        too_many("teeth", parts);
    const auto count = static_cast<int>(parts);
    for (int i = 0; i < count; ++i)
        pieces.push_back(tooth(a + (b - a) * (i / parts), a + (b - a) * ((i + 1) / parts)));
}

}  // namespace

WallPieces polygon_wall(std::span<const Vec2> outline, Roughness rough) {
    WallPieces pieces = {piece_of(outline)};
    if (!rough) return pieces;
    for (std::size_t i = 0; i < outline.size(); ++i)
        add_teeth(pieces, outline[i], outline[(i + 1) % outline.size()], *rough);
    return pieces;
}

WallPieces segment_wall(Vec2 from, Vec2 to, double thickness, Roughness rough) {
    const double span = length(to - from);
    if (!(span > 0.0)) throw geometry::InvalidShape({"the segment has no length", std::nullopt});
    const Vec2 side = geometry::turned_left(to - from) * (0.5 * thickness / span);
    const std::vector<Vec2> outline = {from - side, to - side, to + side, from + side};
    return polygon_wall(outline, rough);
}

WallPieces disc_wall(Vec2 center, double radius, Roughness rough) {
    if (!rough) return {{geometry::Disc(radius), center, 0.0}};
    const double sides = std::max(3.0, parts_of(2.0 * std::numbers::pi * radius, *rough));
    if (sides >= static_cast<double>(most_wall_pieces)) too_many("teeth", sides);
    return polygon_wall(regular_outline(center, radius, static_cast<int>(sides)), rough);
}

WallPieces ring_wall(Vec2 center, double radius, double thickness, int count, Roughness rough) {
    // The thickness that was asked for is that in the middle of the sides of the pieces.
    const double cosine = direction(std::numbers::pi / count).x;
    const std::vector<Vec2> inner = regular_outline(center, radius, count);
    const std::vector<Vec2> outer = regular_outline(center, radius + thickness / cosine, count);
    WallPieces pieces;
    for (std::size_t i = 0; i < inner.size(); ++i) {
        const std::size_t next = (i + 1) % inner.size();
        const std::vector<Vec2> outline = {inner[i], outer[i], outer[next], inner[next]};
        pieces.push_back(piece_of(outline));
    }
    if (!rough) return pieces;
    for (std::size_t i = 0; i < inner.size(); ++i)
        add_teeth(pieces, inner[(i + 1) % inner.size()], inner[i], *rough);
    return pieces;
}

WallPieces row_of_grains(Vec2 from, Vec2 to, const ShapeSpec& grain, const SizeSpec& size,
                         Generator& generator) {
    const double span = length(to - from);
    if (!(span > 0.0)) throw geometry::InvalidShape({"the row has no length", std::nullopt});
    const double about = parts_of(span, mean_size(size));
    if (about > static_cast<double>(most_wall_pieces)) too_many("grains", about);
    const std::vector<double> sizes = draw_sizes(size, static_cast<std::size_t>(about), generator);
    double sum = 0.0;
    for (const double diameter : sizes) sum += diameter;
    WallPieces pieces;
    double begin = 0.0;
    for (const double diameter : sizes) {
        const Vec2 centre = from + (begin + 0.5 * diameter) / sum * (to - from);
        geometry::Shape shape = draw_shape(grain, diameter, generator);
        pieces.push_back(
            {std::move(shape), centre, generator.uniform(0.0, 2.0 * std::numbers::pi)});
        begin += diameter;
    }
    return pieces;
}

}  // namespace scree::engine

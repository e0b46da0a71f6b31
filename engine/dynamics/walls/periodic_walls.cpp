#include "engine/dynamics/walls/periodic_walls.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/base/periodic_boxes.h"
#include "engine/base/spec_error.h"
#include "geometry/bounding_box.h"

namespace scree::engine {
namespace {

using geometry::Box;
using geometry::Vec2;

/// As a share of the period. Smaller differences are taken as rounding in what users write.
constexpr double rounding = 1e-9;

/// A wall of this many periods has its ends out of reach, because grains are in the middle one.
constexpr double endless_length = 3.0;

using Axis = double Vec2::*;

struct Direction {
    Axis along;
    Axis across;
    const char* name;
};
constexpr std::array<Direction, 2> directions{
    {{&Vec2::x, &Vec2::y, "x"}, {&Vec2::y, &Vec2::x, "y"}}};

/// The corners of a polygon in the world; none for a disc.
std::vector<Vec2> corners_of(const WallPiece& piece) {
    std::vector<Vec2> corners;
    const geometry::Transform pose{piece.position, geometry::Rotation::by(piece.angle)};
    if (const auto* polygon = std::get_if<geometry::ConvexPolygon>(&piece.shape))
        for (std::size_t i = 0; i < polygon->size(); ++i)
            corners.push_back(apply(pose, polygon->vertex(i)));
    return corners;
}

Box box_around(const WallPiece& piece) {
    geometry::ExtremeVertices extremes;
    return geometry::bounding_box(piece.shape,
                                  {piece.position, geometry::Rotation::by(piece.angle)}, extremes);
}

/// Returns the length of the face at this height.
double level_face(const std::vector<Vec2>& corners, const Direction& direction, double height,
                  double tolerance) {
    double low = endless;
    double high = -endless;
    for (const Vec2 corner : corners) {
        if (std::abs(corner.*direction.across - height) > tolerance) continue;
        low = std::min(low, corner.*direction.along);
        high = std::max(high, corner.*direction.along);
    }
    return high - low;
}

[[noreturn]] void refuse(const Direction& direction, double period, const std::string& what) {
    throw std::invalid_argument("a wall reaches around the domain, which is periodic in " +
                                std::string(direction.name) + " and " + number_text(period) +
                                " m wide, but " + what);
}

/// Returns whether the piece spans the period in this direction. If so, makes it a long rectangle.
bool span(const Period& period, WallPiece& piece, const WallMotion& motion,
          const Direction& direction) {
    const double size = period.size.*direction.along;
    if (!(size > 0.0)) return false;
    const double tolerance = rounding * size;
    const Box box = box_around(piece);
    if (motion.turns()) {
        if (2.0 * geometry::radius(piece.shape) >= size - tolerance)
            refuse(direction, size, "turns: make it shorter than the domain");
        return false;
    }
    if (box.high.*direction.along - box.low.*direction.along < size - tolerance) return false;
    const std::vector<Vec2> corners = corners_of(piece);
    for (const double height : {box.low.*direction.across, box.high.*direction.across})
        if (!(level_face(corners, direction, height, tolerance) >= size - 2.0 * tolerance))
            refuse(
                direction, size,
                std::string("its faces do not continue on the other side: make it a box along ") +
                    direction.name + ", or shorter than the domain");
    Vec2 middle = 0.5 * (box.low + box.high);
    middle.*direction.along = period.low.*direction.along + 0.5 * size;
    Vec2 half = 0.5 * (box.high - box.low);
    half.*direction.along = 0.5 * endless_length * size;
    const std::vector<Vec2> outline{-half, {half.x, -half.y}, half, {-half.x, half.y}};
    piece = {geometry::ConvexPolygon(outline), middle, 0.0};
    return true;
}

}  // namespace

Spans fit_into(const Period& period, WallPiece& piece, const WallMotion& motion) {
    const Spans spans{span(period, piece, motion, directions[0]),
                      span(period, piece, motion, directions[1])};
    if (spans.x && spans.y)
        throw std::invalid_argument("a wall fills the whole domain, which is periodic in x and y");
    return spans;
}

void make_endless(Box& box, Spans spans) {
    if (spans.x) box.low.x = -endless, box.high.x = endless;
    if (spans.y) box.low.y = -endless, box.high.y = endless;
}

}  // namespace scree::engine

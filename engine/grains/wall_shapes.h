#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/base/generator.h"
#include "engine/dynamics/walls/wall.h"
#include "engine/grains/shapes.h"
#include "engine/grains/sizes.h"
#include "geometry/convex_polygon.h"
#include "geometry/vec2.h"

/// The shapes that a wall can have, as convex pieces.
namespace scree::engine {

using WallPieces = std::vector<WallPiece>;

/// The width of the teeth of a rough wall in m: each straight side of the outline is divided into
/// equal parts of about that width, and half of a regular dodecagon stands on every part. A wall
/// without it is smooth.
using Roughness = std::optional<double>;

/// A wall with this outline, counter-clockwise. All of these functions throw geometry::InvalidShape
/// if the numbers do not make a shape, or make more than `most_wall_pieces` pieces.
WallPieces polygon_wall(std::span<const geometry::Vec2> outline, Roughness rough);

/// A bar with square ends; half of the thickness lies on each side of the line.
WallPieces segment_wall(geometry::Vec2 from, geometry::Vec2 to, double thickness, Roughness rough);

/// A disc; a rough one is a regular polygon that has a side for each tooth.
WallPieces disc_wall(geometry::Vec2 center, double radius, Roughness rough);

/// Straight pieces around a hole: the inner corners are `radius` away from the centre, and the
/// first of them lies to the right. Teeth stand inside.
WallPieces ring_wall(geometry::Vec2 center, double radius, double thickness, int pieces,
                     Roughness rough);

/// Grains glued together side by side, in random order and orientation, their centres on the line
/// from one point to the other; their number is such that they about fill it. A row that is as long
/// as a periodic domain closes there without a gap. Requires specs without errors.
WallPieces row_of_grains(geometry::Vec2 from, geometry::Vec2 to, const ShapeSpec& grain,
                         const SizeSpec& size, Generator& generator);

inline constexpr int most_ring_pieces = 4096;
inline constexpr std::size_t most_wall_pieces = 20'000;

}  // namespace scree::engine

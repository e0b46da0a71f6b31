#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "engine/base/generator.h"
#include "engine/base/spec_error.h"
#include "geometry/shape.h"

/// The shapes that a group of grains can have. Sizes are apart (sizes.h): here only the form
/// counts.
namespace scree::engine {

/// Equal sides, equal angles.
struct RegularShape {
    std::uint32_t corners = 6;  ///< 3 to most_shape_corners
    double rounded = 0.0;       ///< see rounded_polygon(), 0 to 1
};

/// Random convex polygons, like angular gravel.
struct IrregularShape {
    std::uint32_t corners_min = 5;  ///< the fewest corners, 3 to most_shape_corners
    std::uint32_t corners_max = 9;  ///< the most; all numbers between are equally likely
    /// Mean ratio of the principal axes (of the second moments of area), 1 to largest_elongation.
    /// For a single grain the excess over 1 is between a half and one and a half times that of the
    /// mean.
    double elongation = 1.3;
    double rounded = 0.0;  ///< see rounded_polygon(), 0 to 1
};

struct RectangleShape {
    double aspect = 1.0;   ///< long over short side, 1 to largest_elongation
    double rounded = 0.0;  ///< see rounded_polygon(), 0 to 1
};

/// A polygon with its corners on an ellipse, and the area of the disc of its size.
struct EllipseShape {
    double aspect = 1.5;         ///< long over short axis, 1 to largest_elongation
    std::uint32_t corners = 32;  ///< 6 to most_shape_corners
};

/// A polygon with these vertices, counter-clockwise, in m. It is scaled to the size of the group if
/// the group has one, else it stays as it is.
struct PolygonShape {
    std::vector<geometry::Vec2> vertices;  ///< no default
    double rounded = 0.0;                  ///< see rounded_polygon(), 0 to 1
};

struct DiscShape {};

struct WeightedShape;

/// Each grain has one of these shapes, at random.
struct MixedShapes {
    std::vector<WeightedShape> shapes;  ///< no default
};

using ShapeSpec = std::variant<IrregularShape, RegularShape, EllipseShape, RectangleShape,
                               PolygonShape, DiscShape, MixedShapes>;

/// One shape of a mixture.
struct WeightedShape {
    double weight = 1.0;  ///< how many grains have it, compared with the others; positive
    ShapeSpec shape;      ///< not a mixture itself
};

/// Anybody who asks for more corners than this means a disc.
inline constexpr std::uint32_t most_shape_corners = 1000;

/// Beyond this a grain is a needle, and the time step suffers.
inline constexpr double largest_elongation = 20.0;
inline constexpr double largest_weight = 1e6;
inline constexpr std::size_t most_mixed_shapes = 100;

/// Returns everything that is wrong with the shape, by key: corners, elongation, aspect, vertices,
/// rounded, shapes.
SpecErrors find_errors(const ShapeSpec& spec);

/// The corners of a grain of this shape, at most.
std::size_t most_corners_of(const ShapeSpec& spec);

/// Draws the next shape with this equivalent diameter (that of the disc with the same area; m).
/// Requires a spec without errors.
geometry::Shape draw_shape(const ShapeSpec& spec, double diameter, Generator& generator);

/// The equivalent diameter of a shape: 2 sqrt(area / pi), in m.
double equivalent_diameter(const geometry::Shape& shape);

}  // namespace scree::engine

#include "engine/grains/shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "engine/grains/irregular_polygon.h"
#include "engine/grains/rounded_polygon.h"
#include "geometry/circle.h"
#include "geometry/transform.h"

namespace scree::engine {
namespace {

using geometry::ConvexPolygon;
using geometry::Rotation;
using geometry::Vec2;

void require_corners(SpecErrors& errors, std::uint32_t corners, std::uint32_t least) {
    require_between(errors, "corners", corners, least, most_shape_corners);
}

SpecErrors errors_of(const IrregularShape& shape) {
    SpecErrors errors;
    require_corners(errors, shape.corners_min, 3);
    if (errors.empty()) require_corners(errors, shape.corners_max, 3);
    if (errors.empty() && shape.corners_min > shape.corners_max)
        errors.push_back({"corners", "go from " + std::to_string(shape.corners_min) + " down to " +
                                         std::to_string(shape.corners_max) +
                                         "; the smaller number comes first"});
    require_between(errors, "elongation", shape.elongation, 1.0, largest_elongation);
    require_between(errors, "rounded", shape.rounded, 0.0, 1.0);
    return errors;
}

SpecErrors errors_of(const RegularShape& shape) {
    SpecErrors errors;
    require_corners(errors, shape.corners, 3);
    require_between(errors, "rounded", shape.rounded, 0.0, 1.0);
    return errors;
}

SpecErrors errors_of(const EllipseShape& shape) {
    SpecErrors errors;
    require_between(errors, "aspect", shape.aspect, 1.0, largest_elongation);
    require_corners(errors, shape.corners, 6);
    return errors;
}

SpecErrors errors_of(const RectangleShape& shape) {
    SpecErrors errors;
    require_between(errors, "aspect", shape.aspect, 1.0, largest_elongation);
    require_between(errors, "rounded", shape.rounded, 0.0, 1.0);
    return errors;
}

SpecErrors errors_of(const PolygonShape& shape) {
    if (const auto error = geometry::find_outline_error(shape.vertices))
        return {{"vertices", "are no convex outline: " + error->message}};
    SpecErrors errors;
    require_between(errors, "rounded", shape.rounded, 0.0, 1.0);
    return errors;
}

SpecErrors errors_of(const DiscShape&) { return {}; }

SpecErrors errors_of(const MixedShapes& mixture) {
    SpecErrors errors;
    if (mixture.shapes.empty() || mixture.shapes.size() > most_mixed_shapes)
        errors.push_back({"shapes", "must be from 1 to " + std::to_string(most_mixed_shapes) +
                                        " shapes, not " + std::to_string(mixture.shapes.size())});
    for (std::size_t k = 0; k < mixture.shapes.size() && errors.empty(); ++k) {
        const auto& [weight, shape] = mixture.shapes[k];
        SpecErrors of_one = find_errors(shape);
        require_between(of_one, "weight", weight, 1.0 / largest_weight, largest_weight);
        if (std::holds_alternative<MixedShapes>(shape))
            of_one.push_back({"shapes", "cannot be mixed again"});
        for (const SpecError& error : of_one)
            errors.push_back(
                {"shapes", "(entry " + std::to_string(k) + ") " + error.key + ' ' + error.message});
    }
    return errors;
}

/// Corners at equal steps of the parameter on an ellipse with this ratio of its axes.
std::vector<Vec2> on_ellipse(std::uint32_t corners, double aspect) {
    std::vector<Vec2> vertices;
    for (std::uint32_t k = 0; k < corners; ++k) {
        const Rotation r = Rotation::by(2.0 * std::numbers::pi * k / corners);
        vertices.push_back({aspect * r.c, r.s});
    }
    return vertices;
}

std::vector<Vec2> outline(const IrregularShape& shape, Generator& generator) {
    const std::uint64_t numbers = shape.corners_max - shape.corners_min + 1;
    const auto corners = shape.corners_min + static_cast<std::uint32_t>(generator.below(numbers));
    const double excess = (shape.elongation - 1.0) * generator.uniform(0.5, 1.5);
    return irregular_polygon(corners, 1.0 + excess, generator);
}

std::vector<Vec2> outline(const RegularShape& shape, Generator&) {
    return on_ellipse(shape.corners, 1.0);
}

std::vector<Vec2> outline(const EllipseShape& shape, Generator&) {
    return on_ellipse(shape.corners, shape.aspect);
}

std::vector<Vec2> outline(const RectangleShape& shape, Generator&) {
    const double a = shape.aspect;
    return {{-a, -1.0}, {a, -1.0}, {a, 1.0}, {-a, 1.0}};
}

std::vector<Vec2> outline(const PolygonShape& shape, Generator&) { return shape.vertices; }

ConvexPolygon scaled_to(double diameter, const ConvexPolygon& polygon) {
    const double area = 0.25 * std::numbers::pi * diameter * diameter;
    const double scale = std::sqrt(area / polygon.area());
    std::vector<Vec2> vertices;
    for (std::size_t i = 0; i < polygon.size(); ++i) vertices.push_back(scale * polygon.vertex(i));
    return ConvexPolygon(vertices);
}

template <class Spec>
geometry::Shape draw(const Spec& spec, double diameter, Generator& generator) {
    std::vector<Vec2> vertices = outline(spec, generator);
    if constexpr (requires { spec.rounded; })
        if (spec.rounded > 0.0) vertices = rounded_polygon(vertices, spec.rounded);
    return scaled_to(diameter, ConvexPolygon(vertices));
}

geometry::Shape draw(const DiscShape&, double diameter, Generator&) {
    return geometry::Disc(0.5 * diameter);
}

geometry::Shape draw(const MixedShapes& mixture, double diameter, Generator& generator) {
    double sum = 0.0;
    for (const WeightedShape& one : mixture.shapes) sum += one.weight;
    double left = sum * generator.unit();
    std::size_t k = 0;
    while (k + 1 < mixture.shapes.size() && left >= mixture.shapes[k].weight)
        left -= mixture.shapes[k++].weight;
    return draw_shape(mixture.shapes[k].shape, diameter, generator);
}

}  // namespace

std::size_t most_corners_of(const ShapeSpec& spec) {
    const auto with_arcs = [](std::size_t corners, double rounded) {
        return rounded > 0.0 ? most_corners_of_rounded(corners) : corners;
    };
    if (const auto* irregular = std::get_if<IrregularShape>(&spec))
        return with_arcs(irregular->corners_max, irregular->rounded);
    if (const auto* regular = std::get_if<RegularShape>(&spec))
        return with_arcs(regular->corners, regular->rounded);
    if (const auto* ellipse = std::get_if<EllipseShape>(&spec)) return ellipse->corners;
    if (const auto* polygon = std::get_if<PolygonShape>(&spec))
        return with_arcs(polygon->vertices.size(), polygon->rounded);
    if (const auto* rectangle = std::get_if<RectangleShape>(&spec))
        return with_arcs(4, rectangle->rounded);
    std::size_t most = 0;
    if (const auto* mixture = std::get_if<MixedShapes>(&spec))
        for (const WeightedShape& one : mixture->shapes)
            most = std::max(most, most_corners_of(one.shape));
    return most;
}

SpecErrors find_errors(const ShapeSpec& spec) {
    return std::visit([](const auto& shape) { return errors_of(shape); }, spec);
}

geometry::Shape draw_shape(const ShapeSpec& spec, double diameter, Generator& generator) {
    return std::visit([&](const auto& shape) { return draw(shape, diameter, generator); }, spec);
}

double equivalent_diameter(const geometry::Shape& shape) {
    return geometry::equivalent_diameter(geometry::area(shape));
}

}  // namespace scree::engine

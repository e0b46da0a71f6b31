#include "render/window/bodies.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "render/colouring.h"

namespace scree::window {
namespace {

double area_of(const engine::BodyShape& shape) {
    if (shape.radius > 0.0) return std::numbers::pi * shape.radius * shape.radius;
    double twice = 0.0;
    for (std::size_t k = 0; k < shape.vertices.size(); ++k)
        twice += cross(shape.vertices[k], shape.vertices[(k + 1) % shape.vertices.size()]);
    return 0.5 * twice;
}

Body body_of(const engine::BodyShape& shape, double angle, std::string name) {
    double reach = shape.radius;
    for (const Vec2 vertex : shape.vertices) reach = std::max(reach, length(vertex));
    return {shape, reach, 2.0 * std::sqrt(area_of(shape) / std::numbers::pi), angle,
            std::move(name)};
}

}  // namespace

Bodies::Bodies(std::span<const engine::BodyShape> pieces, std::vector<std::string> names) {
    for (std::size_t k = 0; k < pieces.size(); ++k)
        pieces_.push_back(body_of(pieces[k], 0.0, std::move(names[k])));
}

void Bodies::join(const engine::LiveView& view) {
    if (view.first_new == grains_.size() && view.grains.empty()) return;
    grains_.resize(std::min(grains_.size(), view.first_new));
    for (const engine::GrainCome& grain : view.grains)
        grains_.push_back(body_of(grain.shape, grain.angle, grain.name));
    std::vector<double> diameters;
    for (const Body& grain : grains_)
        if (grain.diameter > 0.0) diameters.push_back(grain.diameter);
    usual_diameter_ = diameters.empty() ? 0.0 : render::quantile(diameters, 0.5);
}

}  // namespace scree::window

#include "render/window/bodies.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/base/quantile.h"
#include "engine/frame/assembly.h"
#include "geometry/circle.h"

namespace scree::window {
namespace {

Body body_of(const engine::BodyShape& shape, double angle, std::string name) {
    double reach = shape.radius;
    for (const Vec2 vertex : shape.vertices) reach = std::max(reach, length(vertex));
    return {shape, reach, geometry::equivalent_diameter(engine::area_of(shape)), angle,
            std::move(name)};
}

}  // namespace

Bodies::Bodies(std::span<const engine::BodyShape> pieces, std::vector<std::string> names) {
    for (std::size_t k = 0; k < pieces.size(); ++k)
        pieces_.push_back(body_of(pieces[k], 0.0, std::move(names[k])));
}

void Bodies::join(const engine::LiveView& view) {
    if (view.first_new == grains_.size() && view.grains.empty()) return;
    const std::size_t still = std::min(grains_.size(), view.first_new);
    std::vector<Body> come;
    for (const engine::GrainCome& grain : view.grains)
        come.push_back(body_of(grain.shape, grain.angle, grain.name));
    std::vector<double> diameters;
    const auto note = [&](const Body& grain) {
        if (grain.diameter > 0.0) diameters.push_back(grain.diameter);
    };
    std::ranges::for_each(std::span(grains_).first(still), note);
    std::ranges::for_each(come, note);
    const double usual = diameters.empty() ? 0.0 : engine::quantile(diameters, 0.5);
    const std::size_t all = still + come.size();
    if (all > grains_.capacity()) grains_.reserve(std::max(all, 2 * grains_.capacity()));
    // Nothing from here on allocates memory: a failure above leaves the bodies as they were.
    grains_.resize(still);
    std::ranges::move(come, std::back_inserter(grains_));
    usual_diameter_ = usual;
}

}  // namespace scree::window

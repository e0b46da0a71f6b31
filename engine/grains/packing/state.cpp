#include "engine/grains/packing/state.h"

#include <algorithm>
#include <cmath>

#include "geometry/circle.h"

namespace scree::engine {

PackState::PackState(std::span<const geometry::Shape* const> shapes, const Container& in)
    : container(in) {
    for (const geometry::Shape* shape : shapes) {
        const double area = geometry::area(*shape);
        circles.push_back({{}, geometry::radius(*shape), geometry::equivalent_diameter(area)});
        bodies.push_back({.shape = shape,
                          .rotation = {},
                          .angle = 0.0,
                          .gyration = std::sqrt(geometry::second_moment(*shape) / area),
                          .inradius = geometry::inradius(*shape)});
        number.push_back(static_cast<std::uint32_t>(number.size()));
        grain_area += area;
        largest_radius = std::max(largest_radius, circles.back().radius);
        discs_only = discs_only && std::holds_alternative<geometry::Disc>(*shape);
    }
}

void PackState::grow(double factor) {
    container.scale(factor);
    scale *= factor;
    for (PackCircle& circle : circles) circle.at = factor * circle.at;
}

void PackState::renumber(std::span<const std::uint32_t> order) {
    const auto reorder = [&](auto& items) {
        auto reordered = items;
        for (std::size_t k = 0; k < order.size(); ++k) reordered[k] = items[order[k]];
        items = std::move(reordered);
    };
    reorder(circles);
    reorder(bodies);
    reorder(number);
}

}  // namespace scree::engine

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/frame/assembly.h"

namespace scree::engine {

/// The largest group by mass of grains that hang together through contacts with each other, by
/// their places and in order. What flies or lies astray is not in it. Walls do not connect grains,
/// or everything on the floor would belong to the heap.
std::vector<std::size_t> main_deposit(const Assembly& assembly);

/// Turns points so that gravity points down: x across it to the right, y against it.
struct Upright {
    explicit Upright(Vec2 gravity) : up(-gravity / length(gravity)) {}
    Vec2 operator()(Vec2 p) const { return {cross(p, up), dot(p, up)}; }
    Vec2 up;
};

/// The upper envelope of the grains' true outlines, on lines along gravity, turned upright.
struct HeapProfile {
    std::vector<Vec2> points;  ///< from left to right; lines that meet no grain have none
    double left = 0.0;         ///< m: where the grains begin at the left
    double right = 0.0;        ///< m: where they end
    double bottom = 0.0;       ///< m: the lowest point of the lowest grain
};

/// Makes the profile on lines at a distance of `spacing` (m), or further apart if there would be
/// more than `most_lines`. Requires gravity and at least one grain. There are no points if the
/// grains are smaller than rounding.
HeapProfile profile_of(const Assembly& assembly, std::span<const std::size_t> grains,
                       double spacing);
inline constexpr std::size_t most_lines = 16'384;

}  // namespace scree::engine

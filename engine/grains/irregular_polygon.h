#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/generator.h"
#include "geometry/vec2.h"

namespace scree::engine {

/// A random convex polygon like a piece of gravel, counter-clockwise and of no particular size. The
/// ratio of its principal axes is exactly `elongation`, and the long one lies along x.
///
/// It has no slivers: before it is stretched by the elongation, every edge is at least
/// `shortest_edge` of the mean one, and every corner turns by between `least_turn` and `most_turn`
/// of the mean turn, 2 pi / corners (a triangle is equilateral before it is stretched).
std::vector<geometry::Vec2> irregular_polygon(std::uint32_t corners, double elongation,
                                              Generator& generator);

inline constexpr double shortest_edge = 0.25;
inline constexpr double least_turn = 0.25;
inline constexpr double most_turn = 1.75;

}  // namespace scree::engine

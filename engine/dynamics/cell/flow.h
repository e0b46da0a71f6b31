#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "engine/base/gradient.h"
#include "geometry/vec2.h"

namespace scree::engine {

/// The stress that momentum carries, times the area of the cell (J): the sums of m c_x c_x, m c_y
/// c_y and m c_x c_y, where c is the velocity of a grain relative to the flow.
using StressSums = Gradient;

/// How the flow of a deforming cell takes its grains along in a step (docs/physics.md, "Deforming
/// cell").
struct Flow {
    geometry::Vec2 origin;  ///< the place that does not move, m
    Gradient acceleration;  ///< 1/s2: of what moves with the flow, in this step
    Gradient velocity;      ///< 1/s: of the flow, in the next step
    Gradient way;           ///< how far the flow goes up to there, over the distance
    double strain = 0.0;    ///< the largest stretch of a line by that, or more
    double reach = 0.0;     ///< m: see DeformingCell::reach_of
    double reach_of_size = 0.0;
    /// For each block of grains. It is filled when grains are moved to the next step.
    std::vector<StressSums>* carried = nullptr;
};

}  // namespace scree::engine

#pragma once

#include <optional>
#include <string>

#include "engine/run/setup.h"

namespace scree::engine {

/// How far grains will be pressed into each other, before anything has moved.
struct OverlapEstimate {
    double share = 0.0;   ///< of the grain's size
    double height = 0.0;  ///< m: that grains fall, or that they lie on each other
    double speed = 0.0;   ///< m/s, of an impact
    std::string group;    ///< where it is largest
};

/// Above this shapes are no longer what they are meant to be, nor are volumes.
inline constexpr double large_overlap = 0.01;

/// Of the area that grains fill where they have settled: rather too dense.
inline constexpr double usual_fraction = 0.8;

/// On impact: v sqrt(m / k), with v from the height that a grain can fall and the speed that it
/// starts with (docs/physics.md, Estimates before a run). None where nothing moves.
std::optional<OverlapEstimate> impact_overlap(const Scene& scene, const RunSetup& setup);

/// Under the weight of the filling: a column of height h bears upon a grain of size d at its bottom
/// with F = f rho g h d, f the packing fraction, and presses it in by F / k. None without gravity.
std::optional<OverlapEstimate> filling_overlap(const Scene& scene, const RunSetup& setup);

}  // namespace scree::engine

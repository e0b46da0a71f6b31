#pragma once

#include <optional>
#include <string>

#include "engine/run/setup.h"

namespace scree::engine {

/// An estimate of how far grains will be pressed into each other, made before anything has moved.
struct OverlapEstimate {
    double share = 0.0;   ///< of the grain's size
    double height = 0.0;  ///< m: the height that grains fall, or that they are stacked
    double speed = 0.0;   ///< m/s, of an impact
    std::string group;    ///< the group with the largest overlap
};

/// With larger overlaps, shapes and volumes are no longer what they are meant to be.
inline constexpr double large_overlap = 0.01;

/// The overlap on impact: v sqrt(m / k), with v from the height that a grain can fall and the speed
/// that it starts with (docs/physics.md, Estimates before a run). Empty if nothing moves.
std::optional<OverlapEstimate> impact_overlap(const Scene& scene, const RunSetup& setup);

/// The overlap under the weight of the filling: a column of height h bears upon a grain of size d
/// at its bottom with F = f rho g h d, f the packing fraction, and presses it in by F / k. Empty
/// without gravity.
std::optional<OverlapEstimate> filling_overlap(const Scene& scene, const RunSetup& setup);

/// The overlap under a pressure P (N/m) on grains: one of size d bears F = P d, and is pressed in
/// by F / k. Empty without grains.
std::optional<OverlapEstimate> pressed_overlap(const Scene& scene, const RunSetup& setup,
                                               double pressure);

}  // namespace scree::engine

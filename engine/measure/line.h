#pragma once

#include <optional>
#include <span>

#include "geometry/vec2.h"

namespace scree::engine {

/// A straight line through points whose residuals are not independent of each other.
struct FittedLine {
    double slope = 0.0;
    double slope_error = 0.0;  ///< standard error
    double independent = 0.0;  ///< so many independent points the others are worth
    double explained = 0.0;    ///< the share of the variance of y that the line accounts for
};

/// By least squares. The points are in the order of x and about evenly spaced; residuals are taken
/// to hang together over `correlation` (in x) at least, and over more where they show it: up to the
/// first zero of their autocorrelation. None where less than three independent points are left.
std::optional<FittedLine> fit_line(std::span<const geometry::Vec2> points, double correlation);

}  // namespace scree::engine

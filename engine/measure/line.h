#pragma once

#include <optional>
#include <span>

#include "geometry/vec2.h"

namespace scree::engine {

/// A straight line through points whose residuals are not independent of each other.
struct FittedLine {
    double slope = 0.0;
    double slope_error = 0.0;  ///< standard error
    double independent = 0.0;  ///< the number of independent points that all points are worth
    double explained = 0.0;    ///< the share of the variance of y that the line accounts for
};

/// Fits a line by least squares. The points are in the order of x and about evenly spaced.
/// Residuals are taken to be correlated over at least `correlation` (in x), and over more if they
/// show it: up to the first zero of their autocorrelation. Returns nothing if less than three
/// independent points are left.
std::optional<FittedLine> fit_line(std::span<const geometry::Vec2> points, double correlation);

}  // namespace scree::engine

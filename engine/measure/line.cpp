#include "engine/measure/line.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace scree::engine {
namespace {

using geometry::Vec2;

/// The sum of the autocorrelation over all lags, both signs, up to its first zero. It is the number
/// of neighbouring points that are worth one independent point. If points are missing, the sum is
/// wrong by at most a few per cent.
double points_together(const std::vector<double>& residuals) {
    const auto lagged = [&](std::size_t lag) {
        double sum = 0.0;
        for (std::size_t k = lag; k < residuals.size(); ++k)
            sum += residuals[k] * residuals[k - lag];
        return sum;
    };
    const double variance = lagged(0);
    double together = 1.0;
    for (std::size_t lag = 1; lag < residuals.size(); ++lag) {
        const double covariance = lagged(lag);
        if (!(covariance > 0.0)) break;
        together += 2.0 * covariance / variance;
    }
    return together;
}

}  // namespace

std::optional<FittedLine> fit_line(std::span<const Vec2> points, double correlation) {
    if (points.size() < 3) return std::nullopt;
    const auto count = static_cast<double>(points.size());
    Vec2 mean;
    for (const Vec2 p : points) mean += p / count;
    double square = 0.0;
    double product = 0.0;
    for (const Vec2 p : points) {
        square += (p.x - mean.x) * (p.x - mean.x);
        product += (p.x - mean.x) * (p.y - mean.y);
    }
    if (!(square > 0.0)) return std::nullopt;

    FittedLine line;
    line.slope = product / square;
    std::vector<double> residuals;
    double rest = 0.0;
    for (const Vec2 p : points) {
        residuals.push_back(p.y - mean.y - line.slope * (p.x - mean.x));
        rest += residuals.back() * residuals.back();
    }
    const double fitted = product * line.slope;
    line.explained = fitted > 0.0 ? fitted / (fitted + rest) : 0.0;
    const double spacing = (points.back().x - points.front().x) / (count - 1.0);
    double together = correlation / spacing;
    // The residuals of a perfect line are rounding, which may be correlated by chance.
    if (rest > 1e-24 * (fitted + rest)) together = std::max(together, points_together(residuals));
    line.independent = count / together;
    if (line.independent < 3.0) return std::nullopt;
    // Two of the independent residuals are used up by the line.
    line.slope_error = std::sqrt(rest / (line.independent - 2.0) / square);
    return line;
}

}  // namespace scree::engine

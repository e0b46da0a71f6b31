#include "engine/measure/over_time.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/measure/statistics.h"
#include "geometry/vec2.h"

namespace scree::engine {
namespace {

/// Whether a column is the direction of an axis, which is the same after half a turn.
bool is_axis(MeasureKind kind, const Column& column) {
    return (kind == MeasureKind::stress || kind == MeasureKind::fabric) && column.key == "angle";
}

/// Whether a column goes on for ever in what is steady otherwise.
bool is_way(const Column& column) { return column.key == "displacement" || column.key == "strain"; }

double wrapped(double degrees) { return degrees - 180.0 * std::ceil(degrees / 180.0 - 0.5); }

/// The mean direction of axes, in (-90, 90] degrees: each is taken as near to the others as it can
/// be. The direction to which they are near is that of the sum of unit vectors at twice the angles.
SeriesMean mean_of_axes(std::vector<double> degrees) {
    geometry::Vec2 sum;
    for (const double angle : degrees) {
        const double twice = angle * std::numbers::pi / 90.0;
        sum += geometry::Vec2{std::cos(twice), std::sin(twice)};
    }
    const double about = std::atan2(sum.y, sum.x) * 90.0 / std::numbers::pi;
    for (double& angle : degrees) angle = about + wrapped(angle - about);
    SeriesMean mean = mean_of_series(degrees);
    mean.mean = wrapped(mean.mean);
    return mean;
}

}  // namespace

Measurement mean_over_time(MeasureKind kind, std::span<const Column> columns,
                           const std::vector<std::vector<double>>& series) {
    Measurement result(kind, columns);
    MeanRows& over = result.over_time.emplace();
    std::string unsteady;
    for (std::size_t k = 0; k < columns.size(); ++k) {
        over.rows = std::max(over.rows, series[k].size());
        if (series[k].empty()) continue;
        const SeriesMean mean =
            is_axis(kind, columns[k]) ? mean_of_axes(series[k]) : mean_of_series(series[k]);
        result.set(columns[k].key, mean.mean, mean.error);
        if (!mean.steady || is_way(columns[k])) continue;
        over.steady = over.steady.value_or(true) && *mean.steady;
        if (!*mean.steady) unsteady += (unsteady.empty() ? "" : ", ") + std::string(columns[k].key);
    }
    if (over.rows == 0)
        result.note = "not measurable: there is nothing of it in its time";
    else if (!unsteady.empty())
        result.note = "not steady, or not long enough for an error: " + unsteady;
    return result;
}

void Moments::add(const Measurement& moment) {
    for (std::size_t k = 0; k < series_.size(); ++k)
        if (const auto& value = moment.quantities[k].value) series_[k].push_back(*value);
}

}  // namespace scree::engine

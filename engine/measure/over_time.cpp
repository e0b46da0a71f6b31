#include "engine/measure/over_time.h"

#include <algorithm>

#include "engine/measure/statistics.h"

namespace scree::engine {

Measurement mean_over_time(MeasureKind kind, std::span<const Column> columns,
                           const std::vector<std::vector<double>>& series) {
    Measurement result(kind, columns);
    Measurement::OverTime& over = result.over_time.emplace();
    std::string unsteady;
    for (std::size_t k = 0; k < columns.size(); ++k) {
        over.rows = std::max(over.rows, series[k].size());
        if (series[k].empty()) continue;
        const SeriesMean mean = mean_of_series(series[k]);
        result.set(columns[k].key, mean.mean, mean.error);
        if (!mean.steady) continue;
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

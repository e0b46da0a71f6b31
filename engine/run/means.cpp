#include "engine/run/means.h"

#include <algorithm>
#include <cmath>

#include "engine/measure/measure.h"
#include "engine/measure/over_time.h"
#include "engine/record/run_folder.h"
#include "engine/record/sums.h"

namespace scree::engine {
namespace {

CsvTable series_in(const std::filesystem::path& folder) {
    return parse_csv(SummedFolder(folder).text(RunFolder::series), folder / RunFolder::series);
}

std::string column_name(const MeasureSpec& spec, const Column& column) {
    std::string name = spec.name + "." + std::string(column.key);
    if (column.unit != "1") name += " [" + std::string(column.unit) + "]";
    return name;
}

bool is_within(const MeasureSpec& spec, double time) {
    return time >= spec.from.value_or(0.0) && (!spec.until || time <= *spec.until);
}

}  // namespace

SeriesRows::SeriesRows(const std::filesystem::path& folder)
    : table_(series_in(folder)), stage_(table_.column("stage")) {
    const auto time = table_.column("time [s]");
    for (std::size_t row = 0; time && row < table_.rows.size(); ++row)
        times_.push_back(table_.number(row, *time));
}

bool SeriesRows::is_in_stage(const MeasureSpec& spec, std::size_t row) const {
    if (!spec.stage || !stage_) return true;
    return table_.number(row, *stage_) == static_cast<double>(*spec.stage + 1);
}

bool SeriesRows::is_in_time(const MeasureSpec& spec, double time) const {
    if (!is_within(spec, time)) return false;
    if (times_.empty()) return true;
    const auto next = std::ranges::lower_bound(times_, time);
    const auto row = std::min(static_cast<std::size_t>(next - times_.begin()), times_.size() - 1);
    return is_in_stage(spec, row);
}

Measurement SeriesRows::mean_of(const MeasureSpec& spec) const {
    // What is a mean since the row before belongs to the time before the first row.
    const bool reaches_back = !spec.options.faces.empty() || spec.options.line.is_given();
    std::vector<std::vector<double>> series;
    for (const Column& column : columns_of(spec.kind)) {
        std::vector<double>& values = series.emplace_back();
        const auto place = table_.column(column_name(spec, column));
        for (std::size_t row = 0; place && row < times_.size(); ++row) {
            if (!is_within(spec, times_[row]) || !is_in_stage(spec, row)) continue;
            if (reaches_back && times_[row] <= spec.from.value_or(0.0)) continue;
            const double value = table_.number(row, *place);
            if (std::isfinite(value)) values.push_back(value);
        }
    }
    return mean_over_time(spec.kind, columns_of(spec.kind), series);
}

}  // namespace scree::engine

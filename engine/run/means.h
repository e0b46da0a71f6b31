#pragma once

#include <filesystem>
#include <optional>

#include "engine/files/csv_table.h"
#include "engine/measure/measurement.h"
#include "engine/scene/scene.h"

namespace scree::engine {

/// The rows that a run has left in series.csv, for means over time.
class SeriesRows {
public:
    /// Throws FileError.
    explicit SeriesRows(const std::filesystem::path& folder);

    /// The means of the columns of a measure over the rows of its time, with their errors
    /// (over_time.h).
    Measurement mean_of(const MeasureSpec& spec) const;

    /// Whether a moment belongs to the time of a measure. A moment between two rows is in the stage
    /// of the second.
    bool is_in_time(const MeasureSpec& spec, double time) const;

private:
    bool is_in_stage(const MeasureSpec& spec, std::size_t row) const;

    CsvTable table_;
    std::vector<double> times_;
    std::optional<std::size_t> stage_;  ///< the column
};

}  // namespace scree::engine

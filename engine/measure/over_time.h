#pragma once

#include <span>
#include <vector>

#include "engine/measure/measurement.h"

namespace scree::engine {

/// Makes the mean of a measurement over time, with errors and a note on what is not steady
/// (statistics.h). `series` has for each column the values that are known, in the order of time.
Measurement mean_over_time(MeasureKind kind, std::span<const Column> columns,
                           const std::vector<std::vector<double>>& series);

/// The numbers of a measurement at several moments.
class Moments {
public:
    explicit Moments(std::span<const Column> columns)
        : columns_(columns), series_(columns.size()) {}

    void add(const Measurement& moment);
    Measurement mean(MeasureKind kind) const { return mean_over_time(kind, columns_, series_); }

private:
    std::span<const Column> columns_;
    std::vector<std::vector<double>> series_;
};

}  // namespace scree::engine

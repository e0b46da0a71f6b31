#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/measure/kind.h"

/// The result of a measurement, ready for the columns of series.csv, an object in summary.json and
/// a table on the screen.
namespace scree::engine {

/// A number that a kind of measurement always has, known before anything is measured.
struct Column {
    std::string_view key;
    std::string_view unit;  ///< "1" for a mere number
    bool has_uncertainty = false;
};

struct Quantity {
    Column column;
    std::optional<double> value;        ///< finite; empty if it is not measurable
    std::optional<double> uncertainty;  ///< one standard error, in the same unit
};

/// Rows of numbers; the columns are the same for all measurements of a kind.
struct MeasuredRows {
    std::span<const Column> columns;
    std::vector<std::vector<std::optional<double>>> rows;  ///< empty if not measurable
};

/// The rows of series.csv that a mean over time is of, and whether they are steady, if that is
/// known.
struct MeanRows {
    std::size_t rows = 0;
    std::optional<bool> steady;
};

struct Measurement {
    /// The columns must outlive it: they are constants of the program.
    Measurement(MeasureKind kind_of, std::span<const Column> columns);

    /// Sets a number. A value that is not finite counts as not measurable. Throws std::out_of_range
    /// if the kind has no such key.
    void set(std::string_view key, double value, std::optional<double> uncertainty = {});
    /// Throws std::out_of_range if the kind has no such key.
    const Quantity& at(std::string_view key) const;

    MeasureKind kind;
    std::vector<Quantity> quantities;  ///< in the order of the columns
    /// Of a mean over time: each quantity is a mean then, and its uncertainty is that of the mean.
    std::optional<MeanRows> over_time;
    MeasuredRows slices;  ///< of a profile
    std::string note;     ///< for people: why a value is missing, what to mind
};

}  // namespace scree::engine

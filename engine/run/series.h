#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/frame/shape_book.h"
#include "engine/measure/measurement.h"
#include "engine/run/world.h"

/// The columns of series.csv: the energy ledger, contacts and balance of forces; pose, motion and
/// load of what is traced; and what the scene measures.
namespace scree::engine {

/// The names with their units, "time [s]" and so on, and a line end.
std::string series_header(const Scene& scene);

/// A column with a number of a wall or a grain that is traced.
struct TracedColumn {
    std::string name;  ///< of the wall, or of the group of the grain
    Column column;

    /// Its name in series.csv.
    std::string title() const;
};
std::vector<TracedColumn> traced_columns(const Scene& scene);
/// The current numbers of these columns.
std::vector<double> traced_values(const World& live);

/// The names of the columns with the scene's measurements, without those of uncertainties.
std::vector<std::string> measured_columns(const Scene& scene);

/// The current numbers, with as few digits as tell them from all others. A number is `nan` if it is
/// not measurable or belongs to a grain that is not there. `sums_before` are StepSums::numbers()
/// at the row before.
std::string series_row(const World& live, ShapeBook& shapes, std::span<const double> sums_before);

}  // namespace scree::engine

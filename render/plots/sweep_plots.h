#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/files/csv_table.h"
#include "render/plots/plot.h"

namespace scree::render {

/// Of the folder of a sweep, from its sweep.csv: a plot for each measurement (measure_NAME) and one
/// of the numbers that every run has (summary), of the runs that are done. The first parameter that
/// is a number runs along the axis, the others make curves; runs that differ in their seed alone
/// are averaged. Throws FileError.
std::vector<Plot> sweep_plots(const std::filesystem::path& folder);

/// The unit of a swept key; empty of mere numbers.
using UnitOf = std::function<std::string(const std::string& key)>;

/// The same of a table that was read. Throws std::invalid_argument for one that is no sweep's.
std::vector<Plot> sweep_plots(const engine::CsvTable& table, const std::string& title,
                              const UnitOf& unit_of);

}  // namespace scree::render

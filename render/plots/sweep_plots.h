#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/files/csv_table.h"
#include "render/plots/plot.h"

namespace scree::render {

/// The plots of the folder of a sweep, from its sweep.csv: for each measured shear flow mu and the
/// fraction over the inertial number (friction_NAME), one for each measurement (measure_NAME) and
/// one for the numbers that every run has (summary). They show the runs that are done. The first
/// parameter that is a number runs along the axis, the others make curves; runs that differ in
/// their seed alone are averaged. Throws FileError.
std::vector<Plot> sweep_plots(const std::filesystem::path& folder);

/// Returns the unit of a swept key; empty for mere numbers.
using UnitOf = std::function<std::string(const std::string& key)>;

/// The same plots from a table that was read. Throws std::invalid_argument for a table that is not
/// the table of a sweep.
std::vector<Plot> sweep_plots(const engine::CsvTable& table, const std::string& title,
                              const UnitOf& unit_of);

}  // namespace scree::render

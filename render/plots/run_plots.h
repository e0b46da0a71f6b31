#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "engine/files/csv_table.h"
#include "render/plots/plot.h"

namespace scree::render {

/// Of a run folder, from its series.csv: energy, contacts, unbalanced_force, a plot for each
/// measurement (measure_NAME) and for each thing that is traced (trace_NAME); from its frames, each
/// profile (profile_NAME). What has no value at any time is left out. Throws FileError and
/// Hdf5Error.
std::vector<Plot> run_plots(const std::filesystem::path& folder);

/// A quantity of a measurement in a table.
struct TableQuantity {
    std::string name;    ///< without that of the measurement
    std::string unit;    ///< empty of a mere number
    std::string column;  ///< as the table calls it
    std::optional<std::string> error;
};

/// What a table has of each measurement or trace, in the order of its columns.
using QuantityGroup = std::pair<std::string, std::vector<TableQuantity>>;
std::vector<QuantityGroup> quantity_groups(const engine::CsvTable& table);

/// Quantities of one unit share a panel; mere numbers do where their names begin with the same
/// word.
std::vector<std::vector<TableQuantity>> panels_of(const std::vector<TableQuantity>& quantities);

/// "angle (deg)": of the axis for quantities in one panel.
std::string panel_label(const std::vector<TableQuantity>& quantities);

}  // namespace scree::render

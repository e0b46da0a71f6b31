#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "engine/files/csv_table.h"
#include "render/plots/plot.h"

namespace scree::render {

/// The plots of a run folder, the main results first: those over strain (strain_plots.h); from its
/// frames one for each profile (profile_NAME) and rose (rose_NAME); from its series.csv one for
/// each measurement (measure_NAME) and each thing that is traced (trace_NAME), energy, contacts and
/// unbalanced_force. Quantities without a value at any time are left out. Throws FileError and
/// Hdf5Error.
std::vector<Plot> run_plots(const std::filesystem::path& folder);

/// A quantity of a measurement in a table.
struct TableQuantity {
    std::string name;    ///< without the name of the measurement
    std::string unit;    ///< empty for a mere number
    std::string column;  ///< as the table calls it
    std::optional<std::string> error;
};

/// A measurement or trace in a table, and its quantities in the order of the columns.
using QuantityGroup = std::pair<std::string, std::vector<TableQuantity>>;
std::vector<QuantityGroup> quantity_groups(const engine::CsvTable& table);

/// Groups quantities into panels: those of one unit share a panel; mere numbers do so where their
/// names begin with the same word.
std::vector<std::vector<TableQuantity>> panels_of(const std::vector<TableQuantity>& quantities);

/// The label of the axis for the quantities of one panel, such as "angle (deg)".
std::string panel_label(const std::vector<TableQuantity>& quantities);

}  // namespace scree::render

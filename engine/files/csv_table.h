#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scree::engine {

/// A table as series.csv and sweep.csv hold it.
struct CsvTable {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;  ///< each as long as the header

    std::optional<std::size_t> column(const std::string& name) const;
    /// Returns the number in a cell, or NaN if the cell does not hold one.
    double number(std::size_t row, std::size_t column) const;
};

/// Reads a table from the text of a file (RFC 4180). A last line without a line end is left out,
/// because it may still be being written. The path is for messages. Throws FileError.
CsvTable parse_csv(const std::string& text, const std::filesystem::path& path);

/// Returns a text as a cell of a table, in quotes if it needs them.
std::string csv_cell(const std::string& text);

/// A name with its unit in brackets, such as "kinetic [J]".
struct NamedUnit {
    std::string name;
    std::string unit;  ///< empty for a dimensionless number
};
NamedUnit split_unit(const std::string& header);

}  // namespace scree::engine

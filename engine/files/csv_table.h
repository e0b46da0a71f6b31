#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scree::engine {

/// What series.csv and sweep.csv hold.
struct CsvTable {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;  ///< each as long as the header

    std::optional<std::size_t> column(const std::string& name) const;
    /// NaN where there is none.
    double number(std::size_t row, std::size_t column) const;
};

/// Reads a table (RFC 4180). A last line without an end is left out: somebody is writing it. Throws
/// FileError.
CsvTable read_csv(const std::filesystem::path& path);

/// A text as a cell of a table: in quotes where it needs them.
std::string csv_cell(const std::string& text);

/// A name with its unit in brackets, as "kinetic [J]".
struct NamedUnit {
    std::string name;
    std::string unit;  ///< empty of a mere number
};
NamedUnit split_unit(const std::string& header);

}  // namespace scree::engine

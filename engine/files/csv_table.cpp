#include "engine/files/csv_table.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "engine/files/file_error.h"

namespace scree::engine {
namespace {

/// Splits a text into rows, and leaves out a last row that has no line end.
std::vector<std::vector<std::string>> parse(const std::string& text) {
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row(1);
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"') {
            row.back() += text[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (quoted || (c != ',' && c != '\n')) {
            row.back() += c;
        } else if (c == ',') {
            row.emplace_back();
        } else {
            rows.push_back(std::move(row));
            row.assign(1, "");
        }
    }
    return rows;
}

}  // namespace

std::optional<std::size_t> CsvTable::column(const std::string& name) const {
    const auto found = std::ranges::find(header, name);
    if (found == header.end()) return {};
    return static_cast<std::size_t>(found - header.begin());
}

double CsvTable::number(std::size_t row, std::size_t column) const {
    const std::string& cell = rows[row][column];
    double value = 0.0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool whole = error == std::errc{} && end == cell.data() + cell.size();
    return whole ? value : std::numeric_limits<double>::quiet_NaN();
}

CsvTable parse_csv(const std::string& text, const std::filesystem::path& path) {
    CsvTable table;
    table.rows = parse(text);
    if (table.rows.empty())
        throw FileError(FileError::Kind::damaged, path, "damaged: it has no header");
    table.header = std::move(table.rows.front());
    table.rows.erase(table.rows.begin());
    for (std::size_t k = 0; k < table.rows.size(); ++k)
        if (table.rows[k].size() != table.header.size())
            throw FileError(FileError::Kind::damaged, path,
                            "damaged: row " + std::to_string(k + 1) + " has " +
                                std::to_string(table.rows[k].size()) + " cells, the header " +
                                std::to_string(table.header.size()));
    return table;
}

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += c;
        quoted += c;
    }
    return quoted + '"';
}

NamedUnit split_unit(const std::string& header) {
    const auto bracket = header.rfind(" [");
    if (bracket == std::string::npos || !header.ends_with(']')) return {header, ""};
    return {header.substr(0, bracket), header.substr(bracket + 2, header.size() - bracket - 3)};
}

}  // namespace scree::engine

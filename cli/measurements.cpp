#include "cli/measurements.h"

#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

#include "cli/terminal.h"

namespace scree::cli {
namespace {

constexpr int shown_digits = 6;

/// A row of a table: measurement, quantity, value, uncertainty, unit.
using Row = std::vector<std::string>;

std::string rounded(double number, int digits) {
    std::ostringstream text;
    text << std::setprecision(digits) << number;
    return text.str();
}

Row row_of(const std::string& name, const engine::Quantity& quantity) {
    return {name, std::string(quantity.column.key),
            quantity.value ? rounded(*quantity.value, shown_digits) : "not measurable",
            quantity.uncertainty ? "+- " + rounded(*quantity.uncertainty, 2) : "",
            quantity.column.unit == "1" ? "" : std::string(quantity.column.unit)};
}

void print_quantity(std::ostream& out, const engine::Quantity& quantity) {
    if (!quantity.value) {
        out << "not measurable";
        return;
    }
    out << *quantity.value;
    if (quantity.uncertainty) out << " +- " << std::setprecision(2) << *quantity.uncertainty;
    out << std::setprecision(shown_digits);
    if (quantity.column.unit != "1") out << ' ' << quantity.column.unit;
}

/// Prints the slices of profiles, one in each row.
void print_slices(std::ostream& out, std::span<const engine::NamedMeasurement> measurements) {
    for (const auto& [name, measurement] : measurements) {
        if (measurement.slices.rows.empty()) continue;
        out << name;
        for (const engine::Column& column : measurement.slices.columns) {
            out << ' ' << column.key;
            if (column.unit != "1") out << '[' << column.unit << ']';
        }
        out << '\n';
        for (const auto& row : measurement.slices.rows) {
            out << name;
            for (const std::optional<double>& value : row)
                out << ' ' << (value ? rounded(*value, shown_digits) : "nan");
            out << '\n';
        }
    }
}

}  // namespace

void print_measurements(std::ostream& out, std::span<const engine::NamedMeasurement> measurements) {
    out << std::setprecision(shown_digits);
    for (const auto& [name, measurement] : measurements) {
        for (const engine::Quantity& quantity : measurement.quantities) {
            out << name << '.' << quantity.column.key << " = ";
            print_quantity(out, quantity);
            out << '\n';
        }
        if (!measurement.note.empty()) out << name << ": " << measurement.note << '\n';
    }
}

void print_table(std::ostream& out, std::span<const engine::NamedMeasurement> measurements) {
    std::vector<Row> rows{{"measurement", "quantity", "value", "uncertainty", "unit"}};
    for (const auto& [name, measurement] : measurements)
        for (const engine::Quantity& quantity : measurement.quantities)
            rows.push_back(row_of(name, quantity));
    print_aligned(out, rows);
    print_slices(out, measurements);
    for (const auto& [name, measurement] : measurements)
        if (!measurement.note.empty()) out << name << ": " << measurement.note << '\n';
}

}  // namespace scree::cli

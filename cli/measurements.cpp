#include "cli/measurements.h"

#include <cmath>
#include <iomanip>

namespace scree::cli {
namespace {

constexpr int shown_digits = 6;

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

}  // namespace scree::cli

#include "engine/measure/measurement.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace scree::engine {

Measurement::Measurement(MeasureKind kind_of, std::span<const Column> columns) : kind(kind_of) {
    quantities.reserve(columns.size());
    for (const Column& column : columns) quantities.push_back({column, {}, {}});
}

const Quantity& Measurement::at(std::string_view key) const {
    const auto found = std::ranges::find_if(
        quantities, [&](const Quantity& quantity) { return quantity.column.key == key; });
    if (found == quantities.end())
        throw std::out_of_range(std::string(name_of(kind)) + " has no " + std::string(key));
    return *found;
}

void Measurement::set(std::string_view key, double value, std::optional<double> uncertainty) {
    const auto place = static_cast<std::size_t>(&at(key) - quantities.data());
    Quantity& quantity = quantities[place];
    if (!std::isfinite(value)) return;
    quantity.value = value;
    if (uncertainty && std::isfinite(*uncertainty)) quantity.uncertainty = uncertainty;
}

}  // namespace scree::engine

#pragma once

#include <ostream>
#include <span>

#include "engine/run/measures.h"

namespace scree::cli {

/// A line for every number, with its uncertainty and unit, for people and for grep.
void print_measurements(std::ostream& out, std::span<const engine::NamedMeasurement> measurements);

/// The same with columns, for people.
void print_table(std::ostream& out, std::span<const engine::NamedMeasurement> measurements);

}  // namespace scree::cli

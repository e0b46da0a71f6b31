#pragma once

#include <ostream>
#include <span>

#include "engine/run/measures.h"

namespace scree::cli {

/// Prints a line for every number, with its uncertainty and unit, for people and for grep.
void print_measurements(std::ostream& out, std::span<const engine::NamedMeasurement> measurements);

/// Prints the same numbers as a table with columns, for people.
void print_table(std::ostream& out, std::span<const engine::NamedMeasurement> measurements);

}  // namespace scree::cli

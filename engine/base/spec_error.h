#pragma once

#include <span>
#include <string>
#include <vector>

namespace scree::engine {

/// What is wrong with a part of a scene: the key as scene files spell it ("corners"), and the
/// sentence that follows it ("must be from 3 to 1000, not 0").
struct SpecError {
    std::string key;
    std::string message;
};

using SpecErrors = std::vector<SpecError>;

/// Throws std::invalid_argument with the first error, if there is one, as "where: key message".
void throw_first(const std::string& where, std::span<const SpecError> errors);

/// Writes a number in the fewest digits that distinguish it from every other number.
std::string number_text(double number);
/// The same with six significant digits, for times that are multiples of a time step.
std::string short_text(double number);
/// The same of a point: "(0.1, 2.5)".
std::string point_text(double x, double y);

/// Adds an error unless low <= value <= high. NaN is an error too.
void require_between(SpecErrors& errors, const char* key, double value, double low, double high);

}  // namespace scree::engine

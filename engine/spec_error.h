#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace scree::engine {

/// What is wrong with a part of a scene: the key as scene files spell it ("corners"), and a
/// sentence that follows it ("must be at least 3, not 0").
struct SpecError {
    std::string key;
    std::string message;
};

using SpecErrors = std::vector<SpecError>;

/// Throws std::invalid_argument with the first error, if there is one, as "where: key message".
void throw_first(const std::string& where, std::span<const SpecError> errors);

}  // namespace scree::engine

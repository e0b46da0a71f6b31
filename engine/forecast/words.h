#pragma once

#include <cstdio>
#include <string>

/// Numbers and names in the sentences of warnings.
namespace scree::engine {

/// A number in three digits.
inline std::string three_digits(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", number);
    return text;
}

inline std::string quoted(const std::string& name) { return "`" + name + "`"; }

}  // namespace scree::engine

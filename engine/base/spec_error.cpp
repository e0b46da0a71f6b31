#include "engine/base/spec_error.h"

#include <array>
#include <charconv>
#include <stdexcept>

namespace scree::engine {

void throw_first(const std::string& where, std::span<const SpecError> errors) {
    if (errors.empty()) return;
    throw std::invalid_argument(where + ": " + errors[0].key + " " + errors[0].message);
}

std::string number_text(double number) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    return {text.data(), end};
}

std::string short_text(double number) {
    std::array<char, 32> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, 6)
            .ptr;
    return {text.data(), end};
}

std::string point_text(double x, double y) {
    return "(" + number_text(x) + ", " + number_text(y) + ")";
}

void require_between(SpecErrors& errors, const char* key, double value, double low, double high) {
    if (value >= low && value <= high) return;
    errors.push_back({key, "must be from " + number_text(low) + " to " + number_text(high) +
                               ", not " + number_text(value)});
}

}  // namespace scree::engine

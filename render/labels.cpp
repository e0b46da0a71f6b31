#include "render/labels.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace scree::render {

ScaledUnit scaled_unit(std::string_view unit, double largest) {
    // A kilogram has its prefix already, and what is by a unit would need the opposite one.
    const bool takes_prefix = !unit.empty() && !unit.starts_with("kg") && !unit.starts_with("1/");
    if (!takes_prefix || !(largest > 0.0) || !std::isfinite(largest)) {
        return {std::string(unit), 1.0};
    }
    const int order = unit.starts_with("m2") ? 2 : 1;  // the prefix of a square is squared too
    static constexpr std::array<std::string_view, 9> prefixes{"p", "n", "\u00b5", "m", "",
                                                              "k", "M", "G",      "T"};
    constexpr int plain = 4;
    // Rounding may have left a power of ten slightly too small.
    const int power =
        static_cast<int>(std::floor(std::log10(largest * (1.0 + 1e-9)) / (3.0 * order)));
    const int index = std::clamp(plain + power, 0, static_cast<int>(prefixes.size()) - 1);
    return {std::string(prefixes[static_cast<std::size_t>(index)]) + std::string(unit),
            std::pow(10.0, -3 * order * (index - plain))};
}

double round_below(double most) {
    const double ten = std::pow(10.0, std::floor(std::log10(most)));
    for (const double digit : {5.0, 2.0}) {
        if (digit * ten <= most * (1.0 + 1e-9)) return digit * ten;
    }
    return ten;
}

std::string short_number(double value) {
    // printf would follow the language of the user.
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value + 0.0,
                                   std::chars_format::general, 4)
                         .ptr;
    std::string number(text.data(), end);
    if (number.front() == '-') number.replace(0, 1, "\u2212");
    return number;
}

std::string with_unit(double value, std::string_view unit) {
    const ScaledUnit scaled = scaled_unit(unit, std::abs(value));
    return short_number(value * scaled.factor) + " " + scaled.text;
}

std::vector<double> ticks(double low, double high, int most, double smallest_step) {
    const double least = std::max((high - low) / most, smallest_step);
    const double ten = std::pow(10.0, std::floor(std::log10(least)));
    double step = 10.0 * ten;
    for (const double digit : {5.0, 2.0, 1.0}) {
        if (digit * ten >= least * (1.0 - 1e-9)) step = digit * ten;
    }
    std::vector<double> values;
    const double first = std::ceil(low / step - 1e-9);
    for (int k = 0; k <= most && (first + k) * step <= high + 1e-9 * step; ++k) {
        values.push_back((first + k) * step);
    }
    return values;
}

}  // namespace scree::render

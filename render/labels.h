#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scree::render {

/// A unit with the prefix that keeps numbers short: shown value = factor * value.
struct ScaledUnit {
    std::string text;  ///< "mm/s"; empty for plain numbers
    double factor = 1.0;
};

/// The unit with the prefix that suits values up to `largest`. Plain numbers, without a unit, are
/// not scaled.
ScaledUnit scaled_unit(std::string_view unit, double largest);

/// The largest number of the form 1, 2 or 5 times a power of ten that is not above `most`, which
/// must be positive.
double round_below(double most);

/// A number as a text with up to four digits, as short as possible.
std::string short_number(double value);

/// A value with its unit and the prefix that suits it: "2 mm", "50 kN".
std::string with_unit(double value, std::string_view unit);

/// Round numbers from `low` to `high`, which must be larger. There are at most `most` steps between
/// them, none smaller than `smallest_step`.
std::vector<double> ticks(double low, double high, int most, double smallest_step = 0.0);

}  // namespace scree::render

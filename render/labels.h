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

/// For values up to `largest`. A plain number (no unit) keeps its size.
ScaledUnit scaled_unit(std::string_view unit, double largest);

/// The largest of 1, 2, 5 times a power of ten that is not above `most`, which must be positive.
double round_below(double most);

/// A number as short as it can be said in four digits.
std::string short_number(double value);

/// With the unit, and a prefix to it: "2 mm", "50 kN".
std::string with_unit(double value, std::string_view unit);

/// Round numbers from `low` up to `high`, which is larger: as many as `most` steps give, none
/// smaller than `smallest_step`.
std::vector<double> ticks(double low, double high, int most, double smallest_step = 0.0);

}  // namespace scree::render

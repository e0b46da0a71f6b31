#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "engine/base/generator.h"
#include "engine/base/spec_error.h"

/// How large the grains of a group are: equivalent diameters (of the disc with the same area), in
/// m. No field but `fraction` and `exponent` has a default that a scene could use.
namespace scree::engine {

/// All grains have the same size.
struct MonoSize {
    double value = 0.0;  ///< m
};

/// The grains have two sizes.
struct BidisperseSize {
    double small = 0.0;  ///< m
    double large = 0.0;  ///< m
    /// The share of the large grains in the area of all grains: 0 to 1.
    double fraction = 0.5;
};

/// Every class of equal width has the same number of grains.
struct UniformSize {
    double min = 0.0;  ///< m
    double max = 0.0;  ///< m
};

/// Every class of equal width has the same area of grains, which papers call uniform in volume: the
/// number of grains falls with the square of their size.
struct UniformAreaSize {
    double min = 0.0;  ///< m
    double max = 0.0;  ///< m
};

/// The number of grains falls with this power of their size.
struct PowerLawSize {
    double min = 0.0;       ///< m
    double max = 0.0;       ///< m
    double exponent = 3.0;  ///< -10 to 10; 0 is UniformSize, 2 is UniformAreaSize
};

using SizeSpec = std::variant<MonoSize, BidisperseSize, UniformSize, UniformAreaSize, PowerLawSize>;

/// Sizes outside of these bounds are taken for a slip, such as a wrong unit or one zero too many.
inline constexpr double smallest_size = 1e-9;  ///< m
inline constexpr double largest_size = 1e6;    ///< m
inline constexpr double largest_size_exponent = 10.0;

/// Returns everything that is wrong with the sizes, by key: value, small, large, fraction, min,
/// max, exponent.
SpecErrors find_errors(const SizeSpec& spec);

/// The size that the share u of the grains does not reach: 0 <= u <= 1.
double size_quantile(const SizeSpec& spec, double u);

/// Draws the sizes of a group, in random order. The quantiles are evenly spread (systematic
/// sampling), so that a group holds its few large grains however small it is. Requires a spec
/// without errors.
std::vector<double> draw_sizes(const SizeSpec& spec, std::size_t count, Generator& generator);

}  // namespace scree::engine

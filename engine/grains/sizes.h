#pragma once

#include <cstddef>
#include <cstdint>
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

/// The grains below a size d have the share (d^n - min^n) / (max^n - min^n) of the area of all: the
/// curve of Fuller and Thompson (1907), with the smallest size of Dinger and Funk.
struct FullerSize {
    double min = 0.0;       ///< m
    double max = 0.0;       ///< m
    double exponent = 0.5;  ///< n, least_fuller_exponent to largest_fuller_exponent
};

/// The logarithm of the size is normally distributed among the grains.
struct LognormalSize {
    double median = 0.0;  ///< m
    double spread = 0.0;  ///< standard deviation of the natural logarithm
    double cut = 3.0;     ///< there are no grains beyond this many standard deviations
};

/// What a sieve analysis says. Between two openings the share rises with the logarithm of the size,
/// as a straight line in the usual diagram.
struct SieveSize {
    std::vector<double> openings;  ///< m, rising
    std::vector<double> passing;   ///< per cent of the mass that passes each: from 0 to 100
};

/// Measured sizes, each for as many grains as any other.
struct ListSize {
    std::vector<double> values;  ///< m
};

using SizeSpec = std::variant<MonoSize, BidisperseSize, UniformSize, UniformAreaSize, PowerLawSize,
                              FullerSize, LognormalSize, SieveSize, ListSize>;

/// Sizes outside of these bounds are taken for a slip, such as a wrong unit or one zero too many.
inline constexpr double smallest_size = 1e-9;  ///< m
inline constexpr double largest_size = 1e6;    ///< m
inline constexpr double largest_size_exponent = 10.0;
inline constexpr double least_fuller_exponent = 0.05;
inline constexpr double largest_fuller_exponent = 3.0;
inline constexpr double largest_spread = 2.0;
inline constexpr double least_cut = 0.5;
inline constexpr double largest_cut = 5.0;
inline constexpr std::size_t most_sieves = 1000;
inline constexpr std::size_t most_listed_sizes = 1'000'000;

/// Returns everything that is wrong with the sizes, by key: value, small, large, fraction, min,
/// max, exponent, median, spread, cut, openings, passing, values.
SpecErrors find_errors(const SizeSpec& spec);

/// What a share of the grains means: one of their number, or of their area and so of their mass.
enum class ShareOf : std::uint8_t { number, area };

/// The sizes of a distribution by shares.
class SizeQuantiles {
public:
    /// Requires a spec without errors. It must outlive this object.
    explicit SizeQuantiles(const SizeSpec& spec, ShareOf of = ShareOf::number);

    /// The size that the share u of the grains does not reach: 0 <= u <= 1.
    double operator()(double u) const;

private:
    const SizeSpec& spec_;
    ShareOf of_;
    /// Of a sieve analysis or of a list: the sizes in their order, and the shares up to each.
    std::vector<double> sizes_;
    std::vector<double> shares_;
    double low_ = 0.0;   ///< of a lognormal distribution: the share below its lower end,
    double high_ = 1.0;  ///< and that below its upper end, as if it had none
};

/// The same, of the number of grains.
double size_quantile(const SizeSpec& spec, double u);

/// Draws the sizes of a group, in random order. The quantiles are evenly spread (systematic
/// sampling), so that a group holds its few large grains however small it is. Requires a spec
/// without errors.
std::vector<double> draw_sizes(const SizeSpec& spec, std::size_t count, Generator& generator);

}  // namespace scree::engine

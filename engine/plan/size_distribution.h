#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <variant>
#include <vector>

namespace scree::engine {

/// The moments of a part of the grains: [0] is its share of all grains, [k] the mean over *all*
/// grains of (radius / largest radius)^k, to which grains outside the part add nothing. Radii are
/// in units of the largest, so that nothing overflows.
using SizeMoments = std::array<double, 4>;

/// The sizes of the grains in the form that the planner of the grid (plan.h) needs: by the radii of
/// their bounding circles, in any unit.
class SizeDistribution {
public:
    /// A density proportional to r^exponent between the two radii. Throws std::invalid_argument if
    /// there is no such distribution.
    static SizeDistribution power_law(double exponent, double smallest, double largest);
    /// The distribution of existing grains, in any order. Throws std::invalid_argument for an empty
    /// list, and names the first radius that is not a positive number.
    static SizeDistribution of_radii(std::span<const double> radii);

    double smallest() const { return smallest_; }
    double largest() const { return largest_; }
    double ratio() const { return largest_ / smallest_; }
    /// The moments of the radii r with low < r <= high.
    SizeMoments between(double low, double high) const;
    /// The first of these moments: the share of the grains.
    double share(double low, double high) const;
    /// The largest radius that occurs and is at most `radius`, which must not be below smallest().
    double at_or_below(double radius) const;

private:
    struct PowerLaw {
        double exponent = 0.0;
        double unit = 1.0;   ///< a length in which no power overflows
        double total = 1.0;  ///< the integral of r^exponent, in this unit
    };
    /// Every radius once, in rising order, with the moments of all grains up to it.
    struct Sample {
        std::vector<double> radii;
        std::vector<SizeMoments> up_to;
    };

    SizeDistribution(double smallest, double largest, std::variant<PowerLaw, Sample> law)
        : smallest_(smallest), largest_(largest), law_(std::move(law)) {}
    /// Computes the first `count` moments.
    SizeMoments of(const PowerLaw& law, double low, double high, std::size_t count) const;
    static SizeMoments of(const Sample& sample, double low, double high);

    double smallest_;
    double largest_;
    std::variant<PowerLaw, Sample> law_;
};

/// A larger ratio means a wrong unit: from a grain of sand to a mountain it is 1e8.
inline constexpr double largest_radius_ratio = 1e15;
inline constexpr double largest_power_law_exponent = 100.0;
/// The largest difference, in powers of ten, between the numbers of grains at the two ends of a
/// power law.
inline constexpr double most_decades_of_numbers = 100.0;

}  // namespace scree::engine

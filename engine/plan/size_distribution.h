#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <variant>
#include <vector>

namespace scree::engine {

/// Of a part of the grains: [0] its share of all grains, [k] the mean over *all* grains of
/// (radius / largest radius)^k, to which grains outside the part add nothing. In units of the
/// largest radius, so that nothing overflows.
using SizeMoments = std::array<double, 4>;

/// How large the grains are, as the planner of the grid (plan.h) needs it: by the radii of their
/// bounding circles, in any unit.
class SizeDistribution {
public:
    /// Density proportional to r^exponent between the two radii. Throws std::invalid_argument for
    /// what is no such distribution.
    static SizeDistribution power_law(double exponent, double smallest, double largest);
    /// Grains that there are; in any order. Throws std::invalid_argument for none, and names the
    /// first radius that is none.
    static SizeDistribution of_radii(std::span<const double> radii);

    double smallest() const { return smallest_; }
    double largest() const { return largest_; }
    double ratio() const { return largest_ / smallest_; }
    /// Of the radii r with low < r <= high.
    SizeMoments between(double low, double high) const;
    /// The first of these moments.
    double share(double low, double high) const;
    /// The largest radius that occurs and is not above this one; `radius` >= smallest().
    double at_or_below(double radius) const;

private:
    struct PowerLaw {
        double exponent = 0.0;
        double unit = 1.0;   ///< a length in which no power overflows
        double total = 1.0;  ///< the integral of r^exponent, in this unit
    };
    /// Every radius once, in order, with the moments of all up to it.
    struct Sample {
        std::vector<double> radii;
        std::vector<SizeMoments> up_to;
    };

    SizeDistribution(double smallest, double largest, std::variant<PowerLaw, Sample> law)
        : smallest_(smallest), largest_(largest), law_(std::move(law)) {}
    /// The first `count` moments.
    SizeMoments of(const PowerLaw& law, double low, double high, std::size_t count) const;
    static SizeMoments of(const Sample& sample, double low, double high);

    double smallest_;
    double largest_;
    std::variant<PowerLaw, Sample> law_;
};

/// Beyond it a wrong unit is meant: a grain of sand to a mountain is 1e8.
inline constexpr double largest_radius_ratio = 1e15;
inline constexpr double largest_power_law_exponent = 100.0;
/// By so many powers of ten, grains at one end of a power law may outnumber those at the other.
inline constexpr double most_decades_of_numbers = 100.0;

}  // namespace scree::engine

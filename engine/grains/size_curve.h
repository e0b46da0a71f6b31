#pragma once

#include <array>
#include <span>

#include "engine/grains/sizes.h"

/// Size curves as laboratories draw them: the share of the area, and so of the mass, of all grains
/// that is below a size.
namespace scree::engine {

/// The shares of the area at which a curve is told, as D10, D50 and so on.
inline constexpr std::array<double, 5> told_shares = {0.1, 0.3, 0.5, 0.6, 0.9};

/// The curve that a group of grains was asked for, and that of its grains.
struct SizeCurve {
    std::array<double, told_shares.size()> asked{};    ///< m, at `told_shares`
    std::array<double, told_shares.size()> sampled{};  ///< m, likewise
    /// The largest difference of the two in the share below a size (Kolmogorov's distance): of the
    /// area, and of the number of grains.
    double distance = 0.0;
    double distance_of_numbers = 0.0;
};

/// Compares the equivalent diameters of grains (m) with what was asked for, times `scale`. There
/// must be at least one grain.
SizeCurve compare_sizes(const SizeSpec& spec, std::span<const double> sizes, double scale = 1.0);

}  // namespace scree::engine

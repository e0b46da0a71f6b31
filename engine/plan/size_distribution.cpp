#include "engine/plan/size_distribution.h"

#include <algorithm>
#include <boost/sort/spreadsort/spreadsort.hpp>
#include <cmath>
#include <stdexcept>
#include <string>

#include "engine/base/spec_error.h"

namespace scree::engine {
namespace {

/// The integral of (x / unit)^(power - 1) dx / unit. It is never computed as the difference of two
/// nearly equal numbers, and is accurate for a power near 0.
double integral(double power, double low, double high, double unit) {
    const double width = std::log1p((high - low) / low);
    if (power == 0.0) return width;
    if (power > 0.0) return std::pow(high / unit, power) * -std::expm1(-power * width) / power;
    return std::pow(low / unit, power) * std::expm1(power * width) / power;
}

bool is_length(double value) { return value > 0.0 && std::isfinite(value); }

void check_ratio(double smallest, double largest) {
    if (largest / smallest <= largest_radius_ratio) return;
    throw std::invalid_argument(
        "the largest radius must be at most " + number_text(largest_radius_ratio) +
        " times the smallest, not from " + number_text(smallest) + " to " + number_text(largest));
}

}  // namespace

SizeDistribution SizeDistribution::power_law(double exponent, double smallest, double largest) {
    if (!(std::abs(exponent) <= largest_power_law_exponent))
        throw std::invalid_argument(
            "the exponent must be from " + number_text(-largest_power_law_exponent) + " to " +
            number_text(largest_power_law_exponent) + ", not " + number_text(exponent));
    if (!is_length(smallest) || !is_length(largest) || smallest > largest)
        throw std::invalid_argument(
            "the radii must be positive, the largest not below the smallest: not from " +
            number_text(smallest) + " to " + number_text(largest));
    check_ratio(smallest, largest);
    if (smallest == largest) return of_radii(std::span(&smallest, 1));

    if (std::abs(exponent + 1.0) * std::log10(largest / smallest) > most_decades_of_numbers)
        throw std::invalid_argument("with an exponent of " + number_text(exponent) +
                                    " there are no grains at the other end of a range from " +
                                    number_text(smallest) + " to " + number_text(largest) +
                                    ": make the range smaller");
    PowerLaw law{exponent, exponent + 1.0 > 0.0 ? largest : smallest, 1.0};
    law.total = integral(exponent + 1.0, smallest, largest, law.unit);
    return {smallest, largest, law};
}

SizeDistribution SizeDistribution::of_radii(std::span<const double> radii) {
    if (radii.empty()) throw std::invalid_argument("there are no grains to plan for");
    const auto bad = std::ranges::find_if_not(radii, is_length);
    if (bad != radii.end())
        throw std::invalid_argument("the radius of grain " + std::to_string(bad - radii.begin()) +
                                    " must be a positive number, not " + number_text(*bad));
    std::vector<double> sorted(radii.begin(), radii.end());
    boost::sort::spreadsort::spreadsort(sorted.begin(), sorted.end());
    const double largest = sorted.back();
    check_ratio(sorted.front(), largest);

    Sample sample;
    const double one = 1.0 / static_cast<double>(sorted.size());
    SizeMoments sum{};
    for (std::size_t k = 0; k < sorted.size(); ++k) {
        const double r = sorted[k] / largest;
        sum = {static_cast<double>(k + 1) * one, sum[1] + one * r, sum[2] + one * r * r,
               sum[3] + one * r * r * r};
        if (k + 1 < sorted.size() && sorted[k + 1] == sorted[k]) continue;
        sample.radii.push_back(sorted[k]);
        sample.up_to.push_back(sum);
    }
    sample.up_to.back()[0] = 1.0;
    return {sorted.front(), largest, std::move(sample)};
}

SizeMoments SizeDistribution::between(double low, double high) const {
    if (const auto* sample = std::get_if<Sample>(&law_)) return of(*sample, low, high);
    return of(std::get<PowerLaw>(law_), low, high, 4);
}

double SizeDistribution::share(double low, double high) const {
    if (const auto* sample = std::get_if<Sample>(&law_)) return of(*sample, low, high)[0];
    return of(std::get<PowerLaw>(law_), low, high, 1)[0];
}

SizeMoments SizeDistribution::of(const PowerLaw& law, double low, double high,
                                 std::size_t count) const {
    low = std::clamp(low, smallest_, largest_);
    high = std::clamp(high, smallest_, largest_);
    SizeMoments moments{};
    if (!(low < high)) return moments;
    double scale = 1.0 / law.total;
    for (std::size_t k = 0; k < count; ++k) {
        const double power = law.exponent + 1.0 + static_cast<double>(k);
        moments[k] = scale * integral(power, low, high, law.unit);
        scale *= law.unit / largest_;
    }
    return moments;
}

SizeMoments SizeDistribution::of(const Sample& sample, double low, double high) {
    const auto up_to = [&](double radius) {
        const auto end = std::ranges::upper_bound(sample.radii, radius);
        return end == sample.radii.begin()
                   ? SizeMoments{}
                   : sample.up_to[static_cast<std::size_t>(end - sample.radii.begin()) - 1];
    };
    SizeMoments moments = up_to(high);
    const SizeMoments below = up_to(low);
    for (std::size_t k = 0; k < moments.size(); ++k) moments[k] -= below[k];
    return moments;
}

double SizeDistribution::at_or_below(double radius) const {
    const auto* sample = std::get_if<Sample>(&law_);
    if (sample == nullptr) return std::min(radius, largest_);
    return *(std::ranges::upper_bound(sample->radii, radius) - 1);
}

}  // namespace scree::engine

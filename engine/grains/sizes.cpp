#include "engine/grains/sizes.h"

#include <algorithm>
#include <cmath>

#include "engine/base/elementary.h"

namespace scree::engine {
namespace {

void require_size(SpecErrors& errors, const char* key, double value) {
    require_between(errors, key, value, smallest_size, largest_size);
}

template <class Range>
SpecErrors errors_of_range(const Range& size) {
    SpecErrors errors;
    require_size(errors, "min", size.min);
    require_size(errors, "max", size.max);
    if (errors.empty() && size.min > size.max)
        errors.push_back(
            {"min", "is " + number_text(size.min) + ", more than max = " + number_text(size.max)});
    return errors;
}

SpecErrors errors_of(const MonoSize& size) {
    SpecErrors errors;
    require_size(errors, "value", size.value);
    return errors;
}

SpecErrors errors_of(const BidisperseSize& size) {
    SpecErrors errors;
    require_size(errors, "small", size.small);
    require_size(errors, "large", size.large);
    if (errors.empty() && size.small > size.large)
        errors.push_back({"small", "is " + number_text(size.small) +
                                       ", more than large = " + number_text(size.large)});
    require_between(errors, "fraction", size.fraction, 0.0, 1.0);
    return errors;
}

SpecErrors errors_of(const UniformSize& size) { return errors_of_range(size); }
SpecErrors errors_of(const UniformAreaSize& size) { return errors_of_range(size); }

SpecErrors errors_of(const PowerLawSize& size) {
    SpecErrors errors = errors_of_range(size);
    require_between(errors, "exponent", size.exponent, -largest_size_exponent,
                    largest_size_exponent);
    return errors;
}

SpecErrors errors_of(const FullerSize& size) {
    SpecErrors errors = errors_of_range(size);
    require_between(errors, "exponent", size.exponent, least_fuller_exponent,
                    largest_fuller_exponent);
    return errors;
}

SpecErrors errors_of(const LognormalSize& size) {
    SpecErrors errors;
    require_size(errors, "median", size.median);
    require_between(errors, "spread", size.spread, 0.0, largest_spread);
    require_between(errors, "cut", size.cut, least_cut, largest_cut);
    return errors;
}

/// Reports the first entry that is no size.
void require_sizes(SpecErrors& errors, const char* key, const std::vector<double>& sizes) {
    for (std::size_t k = 0; k < sizes.size() && errors.empty(); ++k) {
        require_size(errors, key, sizes[k]);
        if (!errors.empty())
            errors.back().message = "(entry " + std::to_string(k) + ") " + errors.back().message;
    }
}

SpecErrors errors_of(const SieveSize& size) {
    SpecErrors errors;
    require_sizes(errors, "openings", size.openings);
    if (!errors.empty()) return errors;
    if (size.openings.size() < 2)
        return {{"openings",
                 "must have two entries at least, the first for 0 % that pass and the "
                 "last for 100 %"}};
    if (size.passing.size() != size.openings.size())
        return {{"passing", "has " + std::to_string(size.passing.size()) + " entries for " +
                                std::to_string(size.openings.size()) + " openings"}};
    for (std::size_t k = 1; k < size.openings.size(); ++k) {
        const std::string entry = "(entry " + std::to_string(k) + ") ";
        if (!(size.openings[k] > size.openings[k - 1]))
            return {{"openings", entry + "must be wider than the one before"}};
        if (!(size.passing[k] >= size.passing[k - 1]))
            return {{"passing", entry +
                                    "must not be less than the one before: a wider opening lets "
                                    "pass what a narrower one does"}};
    }
    if (size.passing.front() != 0.0)
        errors.push_back({"passing",
                          "must begin with 0: give the opening through which nothing "
                          "passes"});
    if (size.passing.back() != 100.0)
        errors.push_back({"passing", "must end with 100: give the opening through which all pass"});
    return errors;
}

SpecErrors errors_of(const ListSize& size) {
    SpecErrors errors;
    if (size.values.empty()) errors.push_back({"values", "is empty: give at least one size"});
    require_sizes(errors, "values", size.values);
    return errors;
}

double quantile(const MonoSize& size, double) { return size.value; }

double quantile(const BidisperseSize& size, double u) {
    // The area of a grain goes with the square of its size, so numbers go with area over square.
    const double large = size.fraction / (size.large * size.large);
    const double small = (1.0 - size.fraction) / (size.small * size.small);
    const double share = small / (small + large);
    return u < share || large == 0.0 ? size.small : size.large;
}

double quantile(const UniformSize& size, double u) { return size.min + u * (size.max - size.min); }

// Density proportional to d^-2: one over the size is uniform.
double quantile(const UniformAreaSize& size, double u) {
    return 1.0 / (1.0 / size.min - u * (1.0 / size.min - 1.0 / size.max));
}

// Density proportional to d^-exponent. With a = 1 - exponent, d^a is uniform; written so that
// nothing is lost where a is near 0, and log d is uniform.
double quantile(const PowerLawSize& size, double u) {
    const double a = 1.0 - size.exponent;
    const double log_ratio = logarithm(size.max / size.min);
    if (a == 0.0) return size.min * exponential(u * log_ratio);
    const double grown = u * exponential_minus_one(a * log_ratio);
    // If a < 0 and u = 1 over many decades, 1 + grown may round to zero.
    if (grown <= -1.0) return size.max;
    return size.min * exponential(std::min(logarithm_of_one_plus(grown) / a, log_ratio));
}

double quantile(const FullerSize& size, double u) {
    return quantile(PowerLawSize{size.min, size.max, 3.0 - size.exponent}, u);
}

double area_quantile(const MonoSize& size, double) { return size.value; }
double area_quantile(const BidisperseSize& size, double u) {
    return u < 1.0 - size.fraction ? size.small : size.large;
}
// The area of a grain goes with the square of its size.
double area_quantile(const UniformSize& size, double u) {
    return quantile(PowerLawSize{size.min, size.max, -2.0}, u);
}
double area_quantile(const UniformAreaSize& size, double u) {
    return size.min + u * (size.max - size.min);
}
double area_quantile(const PowerLawSize& size, double u) {
    return quantile(PowerLawSize{size.min, size.max, size.exponent - 2.0}, u);
}
double area_quantile(const FullerSize& size, double u) {
    return quantile(PowerLawSize{size.min, size.max, 1.0 - size.exponent}, u);
}

/// How far the mean of the logarithm moves when a lognormal distribution is that of the area, in
/// standard deviations.
double shift_of(const LognormalSize& size, ShareOf of) {
    return of == ShareOf::area ? 2.0 * size.spread : 0.0;
}

/// The share of a normal distribution below z, by halving, since there is no hurry.
double normal_share(double z) {
    double low = 1e-300;
    double high = 1.0;
    for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        (normal_quantile(middle) < z ? low : high) = middle;
    }
    return low;
}

struct Bounds {
    double low;
    double high;
};
Bounds bounds(const MonoSize& size) { return {size.value, size.value}; }
Bounds bounds(const BidisperseSize& size) { return {size.small, size.large}; }
template <class Range>
Bounds bounds(const Range& size) {
    return {size.min, size.max};
}

/// The class of a table of shares that u falls into, and where in it, from 0 to 1.
struct InClass {
    std::size_t number;
    double share;
};
InClass class_of(const std::vector<double>& shares, double u) {
    const double place = u * shares.back();
    const auto above = std::ranges::upper_bound(shares, place);
    std::size_t number = above == shares.end() ? shares.size() - 1
                                               : static_cast<std::size_t>(above - shares.begin());
    const auto width = [&](std::size_t k) { return shares[k] - (k == 0 ? 0.0 : shares[k - 1]); };
    while (number > 0 && !(width(number) > 0.0)) --number;
    const double before = number == 0 ? 0.0 : shares[number - 1];
    return {number, std::clamp((place - before) / width(number), 0.0, 1.0)};
}

}  // namespace

SpecErrors find_errors(const SizeSpec& spec) {
    return std::visit([](const auto& size) { return errors_of(size); }, spec);
}

SizeQuantiles::SizeQuantiles(const SizeSpec& spec, ShareOf of) : spec_(spec), of_(of) {
    if (const auto* lognormal = std::get_if<LognormalSize>(&spec)) {
        const double shift = shift_of(*lognormal, of);
        low_ = normal_share(-lognormal->cut - shift);
        high_ = normal_share(lognormal->cut - shift);
    } else if (const auto* sieve = std::get_if<SieveSize>(&spec)) {
        sizes_ = sieve->openings;
        double sum = 0.0;
        for (std::size_t k = 0; k + 1 < sizes_.size(); ++k) {
            const double area = sieve->passing[k + 1] - sieve->passing[k];
            const double a = sizes_[k];
            const double b = sizes_[k + 1];
            // The area per logarithm of the size is constant, so numbers go with d^-3.
            const double number = 0.5 * area * (1.0 / (a * a) - 1.0 / (b * b)) / logarithm(b / a);
            shares_.push_back(sum += of == ShareOf::area ? area : number);
        }
    } else if (const auto* list = std::get_if<ListSize>(&spec)) {
        sizes_ = list->values;
        std::ranges::sort(sizes_);
        double sum = 0.0;
        for (const double size : sizes_)
            shares_.push_back(sum += of == ShareOf::area ? size * size : 1.0);
    }
}

double SizeQuantiles::operator()(double u) const {
    if (const auto* lognormal = std::get_if<LognormalSize>(&spec_)) {
        const double share = low_ + u * (high_ - low_);
        const double z = std::clamp(normal_quantile(share) + shift_of(*lognormal, of_),
                                    -lognormal->cut, lognormal->cut);
        return lognormal->median * exponential(lognormal->spread * z);
    }
    if (std::holds_alternative<ListSize>(spec_)) return sizes_[class_of(shares_, u).number];
    if (std::holds_alternative<SieveSize>(spec_)) {
        const auto [number, share] = class_of(shares_, u);
        const PowerLawSize in_class{sizes_[number], sizes_[number + 1],
                                    of_ == ShareOf::area ? 1.0 : 3.0};
        return std::clamp(quantile(in_class, share), in_class.min, in_class.max);
    }
    return std::visit(
        [&](const auto& size) {
            if constexpr (requires { quantile(size, u); }) {
                const auto [low, high] = bounds(size);
                const double d = of_ == ShareOf::area ? area_quantile(size, u) : quantile(size, u);
                return std::clamp(d, low, high);  // against rounding
            } else {
                return 0.0;  // these kinds are above
            }
        },
        spec_);
}

double size_quantile(const SizeSpec& spec, double u) { return SizeQuantiles(spec)(u); }

std::vector<double> draw_sizes(const SizeSpec& spec, std::size_t count, Generator& generator) {
    std::vector<double> sizes(count);
    const double offset = generator.unit();
    const SizeQuantiles quantile_of(spec);
    for (std::size_t k = 0; k < count; ++k)
        sizes[k] = quantile_of((static_cast<double>(k) + offset) / static_cast<double>(count));
    // This is the shuffle of Fisher and Yates, because that of the standard library may differ
    // between platforms.
    for (std::size_t k = count; k > 1; --k) std::swap(sizes[k - 1], sizes[generator.below(k)]);
    return sizes;
}

}  // namespace scree::engine

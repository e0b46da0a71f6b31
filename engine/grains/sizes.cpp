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

}  // namespace

SpecErrors find_errors(const SizeSpec& spec) {
    return std::visit([](const auto& size) { return errors_of(size); }, spec);
}

double size_quantile(const SizeSpec& spec, double u) {
    return std::visit(
        [u](const auto& size) {
            const auto [low, high] = bounds(size);
            return std::clamp(quantile(size, u), low, high);  // against rounding
        },
        spec);
}

std::vector<double> draw_sizes(const SizeSpec& spec, std::size_t count, Generator& generator) {
    std::vector<double> sizes(count);
    const double offset = generator.unit();
    for (std::size_t k = 0; k < count; ++k)
        sizes[k] =
            size_quantile(spec, (static_cast<double>(k) + offset) / static_cast<double>(count));
    // This is the shuffle of Fisher and Yates, because that of the standard library may differ
    // between platforms.
    for (std::size_t k = count; k > 1; --k) std::swap(sizes[k - 1], sizes[generator.below(k)]);
    return sizes;
}

}  // namespace scree::engine

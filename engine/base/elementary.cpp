#include "engine/base/elementary.h"

#include <cmath>
#include <numbers>

namespace scree::engine {
namespace {

// ln 2 in two parts, the first of 32 bits, so that its product with an exponent is exact.
constexpr double ln2_high = 0x1.62e42feep-1;
constexpr double ln2_low = 0x1.a39ef35793c76p-33;

}  // namespace

double exponential(double x) {
    constexpr double to_integer = 0x1.8p52;  // adding it rounds to the nearest integer
    const double power = (x * std::numbers::log2e + to_integer) - to_integer;
    const double r = (x - power * ln2_high) - power * ln2_low;
    // Taylor's series: the first term left out is below 5e-18 at r = ln 2 / 2.
    double series = 1.0;
    for (int k = 13; k >= 2; --k) series = 1.0 + series * r / k;
    return std::ldexp(1.0 + r * series, static_cast<int>(power));
}

// Kahan's method: what is lost by rounding e^x to a number near 1 is lost in its logarithm too.
double exponential_minus_one(double x) {
    const double power = exponential(x);
    if (power == 1.0) return x;
    if (std::abs(x) > 1.0) return power - 1.0;
    return (power - 1.0) * x / logarithm(power);
}

double logarithm(double x) {
    int power = 0;
    double m = std::frexp(x, &power);  // 1/2 <= m < 1
    if (m < 0.5 * std::numbers::sqrt2) {
        m *= 2.0;
        --power;
    }
    // log m = 2 artanh s, with |s| below 0.172: the first term left out is below 1e-18 of it.
    const double s = (m - 1.0) / (m + 1.0);
    const double z = s * s;
    double series = 1.0 / 23.0;
    for (int k = 21; k >= 3; k -= 2) series = 1.0 / k + z * series;
    const double log_m = 2.0 * s + 2.0 * s * (z * series);
    return power * ln2_high + (log_m + power * ln2_low);
}

double logarithm_of_one_plus(double x) {
    const double y = 1.0 + x;
    if (y == 1.0) return x;
    if (std::abs(x) > 1.0) return logarithm(y);
    return logarithm(y) * x / (y - 1.0);
}

}  // namespace scree::engine

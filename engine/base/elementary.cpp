#include "engine/base/elementary.h"

#include <array>
#include <cmath>
#include <cstddef>
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

namespace {

/// A polynomial over another one, by the rule of Horner; coefficients from the highest power down.
template <std::size_t N>
double rational(const std::array<double, N>& above, const std::array<double, N>& below, double x) {
    double numerator = above[0];
    double denominator = below[0];
    for (std::size_t k = 1; k < N; ++k) {
        numerator = numerator * x + above[k];
        denominator = denominator * x + below[k];
    }
    return numerator / denominator;
}

}  // namespace

double normal_quantile(double u) {
    constexpr std::array middle_above{2.5090809287301226727e+3, 3.3430575583588128105e+4,
                                      6.7265770927008700853e+4, 4.5921953931549871457e+4,
                                      1.3731693765509461125e+4, 1.9715909503065514427e+3,
                                      1.3314166789178437745e+2, 3.3871328727963666080e+0};
    constexpr std::array middle_below{5.2264952788528545610e+3, 2.8729085735721942674e+4,
                                      3.9307895800092710610e+4, 2.1213794301586595867e+4,
                                      5.3941960214247511077e+3, 6.8718700749205790830e+2,
                                      4.2313330701600911252e+1, 1.0};
    constexpr std::array near_above{7.74545014278341407640e-4, 2.27238449892691845833e-2,
                                    2.41780725177450611770e-1, 1.27045825245236838258e+0,
                                    3.64784832476320460504e+0, 5.76949722146069140550e+0,
                                    4.63033784615654529590e+0, 1.42343711074968357734e+0};
    constexpr std::array near_below{1.05075007164441684324e-9, 5.47593808499534494600e-4,
                                    1.51986665636164571966e-2, 1.48103976427480074590e-1,
                                    6.89767334985100004550e-1, 1.67638483018380384940e+0,
                                    2.05319162663775882187e+0, 1.0};
    constexpr std::array far_above{2.01033439929228813265e-7, 2.71155556874348757815e-5,
                                   1.24266094738807843860e-3, 2.65321895265761230930e-2,
                                   2.96560571828504891230e-1, 1.78482653991729133580e+0,
                                   5.46378491116411436990e+0, 6.65790464350110377720e+0};
    constexpr std::array far_below{2.04426310338993978564e-15, 1.42151175831644588870e-7,
                                   1.84631831751005468180e-5,  7.86869131145613259100e-4,
                                   1.48753612908506148525e-2,  1.36929880922735805310e-1,
                                   5.99832206555887937690e-1,  1.0};
    const double q = u - 0.5;
    if (std::abs(q) <= 0.425) return q * rational(middle_above, middle_below, 0.180625 - q * q);
    const double tail = std::sqrt(-logarithm(q < 0.0 ? u : 1.0 - u));
    const double z = tail <= 5.0 ? rational(near_above, near_below, tail - 1.6)
                                 : rational(far_above, far_below, tail - 5.0);
    return q < 0.0 ? -z : z;
}

}  // namespace scree::engine

#include "geometry/trigonometry.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "geometry/wide/wide.h"

namespace scree::geometry {
namespace {

constexpr double two_over_pi = 0.63661977236758134308;
constexpr double two_pi = 6.28318530717958647693;

// pi/2 in three parts of at most 33 bits, so that the products with a quadrant number below 2^20
// are exact (Cody and Waite's reduction).
constexpr double half_pi_1 = 0x1.921fb544p+0;
constexpr double half_pi_2 = 0x1.0b4611a6p-34;
constexpr double half_pi_3 = 0x1.3198a2e037073p-69;

// The quadrant number must stay exact, and its product with half_pi_1 too.
constexpr double largest_reduced_angle = 1e6;

// Taylor series: the first term left out is below 1e-19 at pi/4.
SCREE_WIDE inline double sine_series(double x) {
    const double z = x * x;
    double s = 1.0 / 355687428096000.0;
    s = s * z - 1.0 / 1307674368000.0;
    s = s * z + 1.0 / 6227020800.0;
    s = s * z - 1.0 / 39916800.0;
    s = s * z + 1.0 / 362880.0;
    s = s * z - 1.0 / 5040.0;
    s = s * z + 1.0 / 120.0;
    s = s * z - 1.0 / 6.0;
    return x + x * (z * s);
}

SCREE_WIDE inline double cosine_series(double x) {
    const double z = x * x;
    double c = 1.0 / 20922789888000.0;
    c = c * z - 1.0 / 87178291200.0;
    c = c * z + 1.0 / 479001600.0;
    c = c * z - 1.0 / 3628800.0;
    c = c * z + 1.0 / 40320.0;
    c = c * z - 1.0 / 720.0;
    c = c * z + 1.0 / 24.0;
    // 1 - z/2 is rounded; its error is added to the rest of the series.
    const double half = 0.5 * z;
    const double head = 1.0 - half;
    return head + (((1.0 - head) - half) + z * z * c);
}

/// Sine and cosine of an angle that is at most `largest_reduced_angle`.
SCREE_WIDE inline SineCosine reduced_sine_cosine(double angle) {
    // Adding this rounds to the nearest integer, and leaves it in the lowest bits.
    constexpr double to_integer = 0x1.8p52;
    const double rounded = angle * two_over_pi + to_integer;
    const double quadrant = rounded - to_integer;
    const double x = ((angle - quadrant * half_pi_1) - quadrant * half_pi_2) - quadrant * half_pi_3;
    const auto s = std::bit_cast<std::uint64_t>(sine_series(x));
    const auto c = std::bit_cast<std::uint64_t>(cosine_series(x));
    // The quadrant cannot be predicted, so there is no branch on it: in odd quadrants sine and
    // cosine are exchanged, and the sign is the highest bit.
    const auto q = std::bit_cast<std::uint64_t>(rounded);
    const std::uint64_t exchanged = (s ^ c) & (0 - (q & 1));
    const std::uint64_t sine_sign = (q & 2) << 62;
    const std::uint64_t cosine_sign = ((q + 1) & 2) << 62;
    return {std::bit_cast<double>(s ^ exchanged ^ sine_sign),
            std::bit_cast<double>(c ^ exchanged ^ cosine_sign)};
}

}  // namespace

SineCosine sine_cosine(double angle) {
    if (std::abs(angle) > largest_reduced_angle) angle = std::fmod(angle, two_pi);
    return reduced_sine_cosine(angle);
}

void sines_and_cosines(std::span<const double> angles, std::span<double> sines,
                       std::span<double> cosines) {
    const std::size_t count = angles.size();
    const double* const angle = angles.data();
    double* const sine = sines.data();
    double* const cosine = cosines.data();
    run_wide([=]() SCREE_WIDE {
#pragma omp simd
        for (std::size_t i = 0; i < count; ++i) {
            const auto [s, c] = reduced_sine_cosine(angle[i]);
            sine[i] = s;
            cosine[i] = c;
        }
    });
    for (std::size_t i = 0; i < count; ++i) {
        if (!(std::abs(angle[i]) > largest_reduced_angle)) continue;
        const auto [s, c] = sine_cosine(angle[i]);
        sine[i] = s;
        cosine[i] = c;
    }
}

double arc_tangent(double y, double x) {
    const double radius = std::sqrt(x * x + y * y);
    if (radius == 0.0) return 0.0;
    // tan(a/2) = y / (r + x) = (r - x) / y; then two more halvings bring it below tan(pi/16) < 0.2,
    // or from the left half plane, where the cotangent is taken, pi minus the same.
    const bool left = x < 0.0;
    double t = y / (radius + std::abs(x));
    t = t / (1.0 + std::sqrt(1.0 + t * t));
    t = t / (1.0 + std::sqrt(1.0 + t * t));
    const double z = t * t;
    double series = 1.0 / 21.0;
    for (int k = 19; k >= 3; k -= 2) series = 1.0 / k - z * series;
    const double angle = 8.0 * (t - t * (z * series));
    constexpr double pi = 3.14159265358979323846;
    return left ? pi - angle : angle;
}

}  // namespace scree::geometry

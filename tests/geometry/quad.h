#pragma once

#include <cmath>

#include "tests/geometry/oracle.h"

/// Angles in numbers of 113 bits, without libquadmath, which clang does not find.
namespace scree::tests {

/// pi to 33 digits: the three doubles that follow each other in its expansion.
inline const Quad quad_pi = static_cast<Quad>(3.141592653589793116) +
                            static_cast<Quad>(1.2246467991473532072e-16) +
                            static_cast<Quad>(-2.9947698097183396659e-33);

inline Quad quad_abs(Quad x) { return x < 0 ? -x : x; }

struct QuadSineCosine {
    Quad sine;
    Quad cosine;
};

/// Sine and cosine by the Taylor series; good to 1e-28 for |angle| < 1e6.
inline QuadSineCosine quad_sine_cosine(Quad angle) {
    const Quad half_pi = quad_pi / 2;
    const long long quadrant = std::llround(static_cast<double>(angle / half_pi));
    const Quad x = angle - static_cast<Quad>(quadrant) * half_pi;
    Quad term = 1;
    Quad sine = 0;
    Quad cosine = 0;
    for (int k = 0; k < 32; ++k) {
        // The signs go + + - - over 1, x, x^2/2, x^3/6 and so on.
        (k % 2 == 0 ? cosine : sine) += k % 4 < 2 ? term : -term;
        term *= x / static_cast<Quad>(k + 1);
    }
    switch (quadrant & 3) {
        case 0:
            return {sine, cosine};
        case 1:
            return {cosine, -sine};
        case 2:
            return {-sine, -cosine};
        default:
            return {-cosine, sine};
    }
}

/// The angle of (x, y) in (-pi, pi]: a guess with 53 bits, and the arc sine of what is left.
inline Quad quad_angle(Quad y, Quad x) {
    const Quad radius = square_root(x * x + y * y);
    if (!(radius > 0)) return 0;
    const Quad guess = std::atan2(static_cast<double>(y / radius), static_cast<double>(x / radius));
    const auto [s, c] = quad_sine_cosine(guess);
    const Quad rest = (c * y - s * x) / radius;
    return guess + rest + rest * rest * rest / 6;
}

}  // namespace scree::tests

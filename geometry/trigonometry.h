#pragma once

#include <span>

namespace scree::geometry {

struct SineCosine {
    double sine = 0.0;
    double cosine = 1.0;
};

/// Sine and cosine from additions and multiplications alone, so that every processor gives the same
/// bits (those of the C library run other code where FMA is available). The error is below 1 ulp of
/// 1 for |angle| < 1e5 and grows with the angle beyond; any finite angle gives a finite answer.
SineCosine sine_cosine(double angle);

/// Computes the same bits for many angles, several at once. The three spans must have the same
/// size.
void sines_and_cosines(std::span<const double> angles, std::span<double> sines,
                       std::span<double> cosines);

/// Returns the angle of the vector (x, y) for y >= 0, in [0, pi], by + - * / sqrt alone. (0, 0)
/// gives 0.
double arc_tangent(double y, double x);

}  // namespace scree::geometry

#pragma once

/// Exponential and logarithm from + - * / alone, so that every processor gives the same bits (those
/// of the C library run other code where FMA is available). The results are good to a few units in
/// the last place.
namespace scree::engine {

/// e^x, for |x| <= 700.
double exponential(double x);
/// e^x - 1, for |x| <= 700. It keeps its digits near 0.
double exponential_minus_one(double x);
/// The natural logarithm of x, for 1e-300 <= x <= 1e300.
double logarithm(double x);
/// log(1 + x), for -1 < x <= 1e300. It keeps its digits near 0.
double logarithm_of_one_plus(double x);

}  // namespace scree::engine

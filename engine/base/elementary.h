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

/// The number that a normally distributed one with mean 0 and variance 1 falls below with the
/// probability u, for 1e-300 <= u < 1 (Wichura, algorithm AS 241, Applied Statistics 37, 1988).
double normal_quantile(double u);

}  // namespace scree::engine

#pragma once

#include <algorithm>
#include <cmath>

namespace scree::engine {

/// The cubic B-spline along one axis (Monaghan and Lattanzio 1985), whose knots are `width` apart.
/// It is never negative, smooth up to its second derivative and zero beyond two widths, and its
/// integral is 1. In the plane the kernel is the product of one along x and one along y, so that
/// its integral over any rectangle is a product of two polynomials.
class Kernel {
public:
    explicit Kernel(double width) : width_(width) {}

    double width() const { return width_; }
    /// Where it ends, m.
    double reach() const { return 2.0 * width_; }

    /// Its value at a place, 1/m.
    double operator()(double x) const {
        const double t = std::min(std::abs(x) / width_, 2.0);
        const double far = 2.0 - t;
        const double value = t < 1.0 ? 2.0 / 3.0 - t * t + 0.5 * t * t * t : far * far * far / 6.0;
        return value / width_;
    }
    /// Its integral up to a place, from 0 to 1.
    double below(double x) const {
        const double t = std::clamp(x / width_, -2.0, 2.0);
        const double s = std::abs(t);
        const double far = (2.0 - s) * (2.0 - s);
        const double beyond =  // the integral from s on
            s < 1.0 ? 0.5 - s * (2.0 / 3.0 - s * s * (1.0 / 3.0 - s / 8.0)) : far * far / 24.0;
        return t < 0.0 ? beyond : 1.0 - beyond;
    }

private:
    double width_;
};

}  // namespace scree::engine

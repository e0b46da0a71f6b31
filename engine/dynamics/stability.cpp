#include "engine/dynamics/stability.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace scree::engine {

double StableLimit::share(const ContactRates& rates, double dt) const {
    const double square = rates.square_frequency * dt * dt;
    return std::max(square / (stiff * stiff) + rates.drag * dt / drag,
                    square / (undamped * undamped));
}

StableLimit stable_limit_of(IntegratorKind integrator) {
    switch (integrator) {
        case IntegratorKind::verlet:
            return {2.0, 2.0, 1.0};
        case IntegratorKind::gear3:
            return {1.41, 1.41, 0.55};
        case IntegratorKind::gear4:
            return {0.23, 1.04, 0.30};
        case IntegratorKind::gear5:
            break;
    }
    return {0.31, 0.80, 0.164};
}

void MotionMatrix::add(double weight, geometry::Vec2 along, double turn) {
    xx_ += weight * along.x * along.x;
    xy_ += weight * along.x * along.y;
    yy_ += weight * along.y * along.y;
    xt_ += weight * along.x * turn;
    yt_ += weight * along.y * turn;
    tt_ += weight * turn * turn;
}

double MotionMatrix::largest_eigenvalue() const {
    // The eigenvalues are m + 2 p cos(phi) for three angles, so that none is above m + 2 p. From
    // there Newton's method comes down to the largest root of the characteristic polynomial and
    // never passes it. Ten rounds halve the distance ten times even where two roots coincide.
    const double mean = (xx_ + yy_ + tt_) / 3.0;
    const double x = xx_ - mean, y = yy_ - mean, t = tt_ - mean;
    const double mixed = xy_ * xy_ + xt_ * xt_ + yt_ * yt_;
    const double square = (x * x + y * y + t * t + 2.0 * mixed) / 6.0;
    const double determinant =
        x * (y * t - yt_ * yt_) - xy_ * (xy_ * t - yt_ * xt_) + xt_ * (xy_ * yt_ - y * xt_);
    // The polynomial of the matrix without its mean: z^3 - 3 p^2 z - determinant.
    double z = 2.0 * std::sqrt(square);
    for (int round = 0; round < 10; ++round) {
        const double slope = 3.0 * (z * z - square);
        if (!(slope > 0.0)) break;
        z -= std::max(0.0, (z * z - 3.0 * square) * z - determinant) / slope;
    }
    return mean + z;
}

std::string Stability::sentence(double dt) const {
    std::ostringstream text;
    text << "at t = " << static_cast<double>(step) * dt << " s the contacts of grain " << grain
         << " were so stiff and so strongly damped that the time step used " << share
         << " of the limit of stability: take a time step below " << near_share / share * dt
         << " s, or less damping";
    return text.str();
}

}  // namespace scree::engine

#include "engine/laws/material.h"

#include <algorithm>
#include <numbers>

#include "geometry/trigonometry.h"

namespace scree::engine {
namespace {

/// e^x for x from -8 to 0, by multiplications alone, because the C library's differs between
/// processors and the result is part of a run's state. It is Taylor's series at x / 64, then
/// squared.
double exponential(double x) {
    const double y = x / 64.0;
    double sum = 1.0;
    for (int k = 12; k >= 1; --k) sum = 1.0 + sum * y / k;
    for (int squarings = 0; squarings < 6; ++squarings) sum *= sum;
    return sum;
}

/// Restitution and damping ratio zeta of the clipped linear spring and dashpot. The contact ends
/// when its force vanishes, which with zeta = cos(phi) is after a phase of 2 phi: e = exp(-2 phi
/// cot phi), for zeta < 1 / sqrt 2 (docs/physics.md, "Restitution"). Beyond zeta = 1 the same holds
/// with zeta = cosh(phi) and e = exp(-2 phi coth phi) (Schwager and Poeschel 2007, Granular Matter
/// 9, 465).
struct Rebound {
    double restitution;
    double zeta;
};

Rebound underdamped(double phi) {
    const auto [sine, cosine] = geometry::sine_cosine(phi);
    return {exponential(-2.0 * phi * cosine / sine), cosine};
}

Rebound overdamped(double phi) {
    const double shrunk = exponential(-phi);
    const double cosh = 0.5 * (1.0 / shrunk + shrunk);
    const double sinh = 0.5 * (1.0 / shrunk - shrunk);
    return {exponential(-2.0 * phi * cosh / sinh), cosh};
}

}  // namespace

ContactParameters mixed(const Material& a, const Material& b) {
    ContactParameters parameters;
    parameters.stiffness = 2.0 * a.stiffness * b.stiffness / (a.stiffness + b.stiffness);
    parameters.friction = std::min(a.friction, b.friction);
    parameters.damping = 0.5 * (a.damping + b.damping);
    parameters.cohesion = std::min(a.cohesion, b.cohesion);
    return parameters;
}

double damping_for_restitution(double restitution) {
    if (restitution >= 1.0) return 0.0;
    const double wanted = std::max(restitution, smallest_restitution);
    const bool under = wanted > exponential(-2.0);  // the restitution at zeta = 1, where phi = 0
    double less = 0.0;
    double more = under ? 0.5 * std::numbers::pi : 4.0;  // 4 is enough for a restitution of 3e-4
    for (int halvings = 0; halvings < 60; ++halvings) {
        const double middle = 0.5 * (less + more);
        const double reached = (under ? underdamped(middle) : overdamped(middle)).restitution;
        ((reached < wanted) == under ? less : more) = middle;
    }
    const double phi = 0.5 * (less + more);
    return 2.0 * (under ? underdamped(phi) : overdamped(phi)).zeta;
}

ContactTable::ContactTable(const std::vector<Material>& materials)
    : size_(materials.size()), rows_(size_ * size_) {
    for (std::size_t a = 0; a < size_; ++a)
        for (std::size_t b = 0; b < size_; ++b)
            rows_[a * size_ + b] = mixed(materials[a], materials[b]);
}

void ContactTable::set(std::size_t a, std::size_t b, const ContactParameters& parameters) {
    rows_[a * size_ + b] = parameters;
    rows_[b * size_ + a] = parameters;
}

}  // namespace scree::engine

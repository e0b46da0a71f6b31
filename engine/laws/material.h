#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "geometry/wide/wide_real.h"

namespace scree::engine {

/// What a grain or wall is made of. Units: SI in two dimensions.
struct Material {
    std::string name;
    double density = 0.0;    ///< kg/m2
    double stiffness = 0.0;  ///< N/m
    double friction = 0.0;
    double damping = 0.0;   ///< gamma, a number
    double cohesion = 0.0;  ///< N/m
};

/// The parameters of a contact between two materials; of several contacts side by side if T holds
/// several numbers.
template <class T>
struct ParametersOf {
    T stiffness{};
    T friction{};
    T damping{};
    T cohesion{};
    T tangential_ratio = geometry::every_element<T>(2.0 / 7.0);  ///< over the normal stiffness
    T tangential_damping =
        geometry::every_element<T>(0.125);  ///< zeta_t, the damping ratio of the friction spring
    SCREE_WIDE T tangential_stiffness() const { return tangential_ratio * stiffness; }
    friend bool operator==(const ParametersOf&, const ParametersOf&) = default;
};
using ContactParameters = ParametersOf<double>;

/// Returns the parameters of a contact: the harmonic mean of the stiffnesses (which must not both
/// be zero), the smaller friction and cohesion, and the mean damping.
ContactParameters mixed(const Material& a, const Material& b);

/// Below this, damping_for_restitution() would ask for so much damping that the time step suffers
/// without a visible difference: gamma is 9.6 here, and grows as 1 / sqrt(restitution).
inline constexpr double smallest_restitution = 0.01;

/// Returns the gamma that gives this restitution to face-on equal squares under the `area` law,
/// where the damping ratio is gamma / 2 and the force is clipped at zero (docs/physics.md,
/// "Restitution"). It is 0 for a restitution of 1. Anything below `smallest_restitution` gets the
/// gamma of that.
double damping_for_restitution(double restitution);

/// The parameters for every pair of materials.
class ContactTable {
public:
    explicit ContactTable(const std::vector<Material>& materials);

    const ContactParameters& at(std::size_t a, std::size_t b) const { return rows_[a * size_ + b]; }
    void set(std::size_t a, std::size_t b, const ContactParameters& parameters);
    std::size_t materials() const { return size_; }
    friend bool operator==(const ContactTable&, const ContactTable&) = default;

private:
    std::size_t size_;
    std::vector<ContactParameters> rows_;
};

}  // namespace scree::engine

#pragma once

namespace scree::engine {

/// Where the energy of a run is, and where it went (J in two dimensions, which is per metre of
/// depth).
struct Ledger {
    double kinetic = 0.0;
    double gravity = 0.0;             ///< potential energy, zero at the origin
    double elastic_normal = 0.0;      ///< `energy`: the potential; `area`: minus the work integral
    double elastic_tangential = 0.0;  ///< stored in the friction springs
    double normal_damping = 0.0;      ///< dissipated, as are the next two
    double tangential_damping = 0.0;
    double sliding = 0.0;
    double wall_work = 0.0;  ///< done by walls on grains
    double added = 0.0;      ///< brought by added grains, less what removed grains took away

    double mechanical() const { return kinetic + gravity + elastic_normal + elastic_tangential; }
    double dissipated() const { return normal_damping + tangential_damping + sliding; }
    /// The energy that the other terms do not explain: the error of the integration.
    double residual() const { return mechanical() + dissipated() - wall_work - added; }
};

}  // namespace scree::engine

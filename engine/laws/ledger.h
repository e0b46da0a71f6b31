#pragma once

#include <array>
#include <bit>
#include <cstddef>

namespace scree::engine {

/// Where the energy of a run is, and where it went (J in two dimensions, which is per metre of
/// depth).
struct Ledger {
    double kinetic = 0.0;
    double gravity = 0.0;             ///< potential energy, zero at the origin
    double elastic_normal = 0.0;      ///< the potential, or for `area` that of an elastic bed
    double elastic_tangential = 0.0;  ///< stored in the friction springs
    double normal_damping = 0.0;      ///< dissipated, as are the next two
    double tangential_damping = 0.0;
    double sliding = 0.0;
    double wall_work = 0.0;  ///< done by walls on grains
    double added = 0.0;      ///< brought by added grains, less what removed grains took away
    /// Made by the elastic force of `area`, which has no potential between grains: the work it has
    /// done, and what is stored. It is negative if the force has lost energy.
    double law_gain = 0.0;

    // Of walls under load.
    double wall_kinetic = 0.0;  ///< of their free motion
    double load_work = 0.0;     ///< done by the loads, and by gravity on the walls
    double wall_damping = 0.0;  ///< dissipated by the dampers of walls
    double limiter = 0.0;       ///< taken by the limits of their speed and by their stops

    double mechanical() const {
        return kinetic + gravity + elastic_normal + elastic_tangential + wall_kinetic;
    }
    double dissipated() const {
        return normal_damping + tangential_damping + sliding + wall_damping + limiter;
    }
    /// The energy that the other terms do not explain: the error of the integration.
    double residual() const {
        return mechanical() + dissipated() - wall_work - load_work - added - law_gain;
    }
};

/// What forces have turned over in a step, J: force times velocity times dt.
struct StepWork {
    double elastic = 0.0;  ///< of the elastic normal forces
    double normal_damping = 0.0;
    double tangential_damping = 0.0;
    double friction = 0.0;  ///< without its damping
    double walls = 0.0;     ///< done by walls on grains
    double wall_damping = 0.0;

    StepWork& operator+=(const StepWork& other) {
        elastic += other.elastic;
        normal_damping += other.normal_damping;
        tangential_damping += other.tangential_damping;
        friction += other.friction;
        walls += other.walls;
        wall_damping += other.wall_damping;
        return *this;
    }
};
inline constexpr std::size_t step_work_numbers = sizeof(StepWork) / sizeof(double);

/// All of it in a row.
inline std::array<double, step_work_numbers> numbers_of(const StepWork& work) {
    return std::bit_cast<std::array<double, step_work_numbers>>(work);
}

}  // namespace scree::engine

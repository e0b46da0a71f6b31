#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/hash.h"
#include "engine/dynamics/walls/wall.h"
#include "engine/laws/gear.h"

namespace scree::engine {

/// What the grains do to a wall.
struct WallPush {
    geometry::Vec2 force;
    double torque = 0.0;  ///< about the point that the wall turns about
};

/// How a load changes from one value to another.
struct LoadChange {
    double rise = 0.0;    ///< s, the time that the change takes
    bool linear = false;  ///< else smoothly
};

/// What happened to the energy of walls under load in a step, J.
struct LoadWork {
    double grains = 0.0;  ///< done by grains on the free motion of the walls, as predicted
    /// What they do because walls are a little faster or slower than predicted.
    double of_correction = 0.0;
    double load = 0.0;     ///< done by the loads, and by gravity on the walls
    double damping = 0.0;  ///< dissipated
    double limiter = 0.0;  ///< taken by the limit of speed and by the stops

    LoadWork& operator+=(const LoadWork& other);
};

/// How a wall under load moves freely: along its load, and if it is free to turn, in turning. Each
/// coordinate is integrated by the same scheme as those of the grains, and begins at zero with the
/// wall's present motion (docs/physics.md, "Walls under load").
class WallLoads {
public:
    WallLoads(IntegratorKind integrator, double dt) : gear_(gear_of(integrator)), dt_(dt) {}

    /// Adds the next wall, whose motion begins at this time.
    void add(const WallMotion& motion, double inertia_over_mass, double begins);
    /// Lets a wall move by the motion that it was given from this time on, with the velocity and
    /// the spin that it has. A load goes on from the force that acts now; a pressure acts on
    /// `length`.
    void begin(std::size_t wall, const WallMotion& motion, double now, geometry::Vec2 velocity,
               double spin, double length);
    /// Lets the force that acts on a wall be this one (N), from which its next motion goes on.
    void act(std::size_t wall, double force) { states_[wall].acting = force; }
    /// Gives a wall this motion, with nothing else changed: it must begin, or its numbers must be
    /// read. The square of its radius of gyration (m2) is about the point that it turns about.
    void assign(std::size_t wall, const WallMotion& motion, double inertia_over_mass);
    /// Lets a wall that has appeared move from rest, under a load that begins now.
    void appear(std::size_t wall, const WallMotion& motion, double now);
    /// Stops a wall that has gone.
    void stop(std::size_t wall);
    bool any() const { return loaded_ > 0; }

    // The free motion of a wall, which is zero for walls without a load.
    double way(std::size_t wall) const { return way_.derivative(0)[wall]; }  ///< m
    double speed(std::size_t wall) const { return way_.derivative(1)[wall] / dt_; }
    double turn(std::size_t wall) const { return turn_.derivative(0)[wall]; }  ///< rad
    double spin(std::size_t wall) const { return turn_.derivative(1)[wall] / dt_; }
    double kinetic_energy(std::size_t wall) const;
    double inverse_mass(std::size_t wall) const { return states_[wall].inverse_mass; }
    double inverse_inertia(std::size_t wall) const { return states_[wall].inverse_inertia; }
    /// Whether the wall was held by one of its stops in the last step.
    bool is_at_stop(std::size_t wall) const { return states_[wall].at_stop; }

    /// The load that is asked for at this time: a pressure (N/m) or a force (N).
    double value(std::size_t wall, double time) const;
    /// The value that it goes to.
    double target(std::size_t wall) const { return states_[wall].to; }
    /// Whether it is still on its way there.
    bool is_changing(std::size_t wall, double time) const {
        return time - states_[wall].since < states_[wall].change.rise;
    }
    /// Lets the load go to a value from now on.
    void set_value(std::size_t wall, double value, double now, const LoadChange& change);
    /// The force of the load in the last step, N.
    double acting(std::size_t wall) const { return states_[wall].acting; }

    /// Moves all walls to the next step by Taylor's series.
    void predict();
    /// Corrects the motion of a wall by the forces on it: that of the grains, that of its load, and
    /// its weight. `time` is that at the end of the step.
    LoadWork correct(std::size_t wall, const WallMotion& motion, const WallPush& push,
                     double force_of_load, geometry::Vec2 gravity, double time);

    /// The numbers of a wall in a snapshot.
    static constexpr std::size_t numbers = 18;
    void write(std::size_t wall, std::vector<double>& to) const;
    /// The numbers must be finite.
    void read(std::size_t wall, const double* from);
    void add_to(Fnv1a& hash, std::size_t wall) const;

private:
    struct State {
        double from = 0.0;   ///< the load before its last change, in the unit of the load
        double to = 0.0;     ///< and after it
        double since = 0.0;  ///< s: when the change began
        LoadChange change;
        double acting = 0.0;  ///< N, in the last step

        // Constants of the present motion.
        double inverse_mass = 0.0;
        double inverse_inertia = 0.0;

        // Of this step only.
        double way_before = 0.0;
        double turn_before = 0.0;
        double kinetic_before = 0.0;
        bool at_stop = false;
    };

    void halt(Coordinate& coordinate, std::size_t wall, double value, double scaled_speed);

    const Gear& gear_;
    double dt_;
    std::size_t loaded_ = 0;
    std::vector<State> states_;
    Coordinate way_;
    Coordinate turn_;
};

}  // namespace scree::engine

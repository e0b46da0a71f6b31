#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/body.h"
#include "engine/base/hash.h"
#include "engine/base/workers.h"
#include "engine/dynamics/body_state.h"
#include "engine/dynamics/cell/flow.h"
#include "engine/dynamics/domain.h"
#include "engine/dynamics/snapshot.h"
#include "engine/laws/gear.h"

namespace scree::engine {

/// Grains are distributed to workers in blocks of this size, small enough that 200 grains keep two
/// workers busy.
inline constexpr std::size_t grain_block = 32;

/// The grains in the order of their ids and, before them in memory, the pieces of the walls: their
/// properties and their motion.
class Bodies {
public:
    Bodies(double dt, std::uint32_t derivatives)
        : dt_(dt),
          derivatives_(derivatives),
          x_(derivatives),
          y_(derivatives),
          angle_(derivatives) {}

    /// Makes room for the pieces of the walls. Must be called once, before grains are added.
    void make_pieces(std::size_t count);
    void set_piece(Body piece, const BodyProperties& properties) {
        properties_[piece] = properties;
    }

    /// Adds a grain with this acceleration, which the predictor needs from the first step on.
    /// Throws std::invalid_argument unless position, angle, velocity and spin are finite.
    GrainId add(const NewGrain& grain, double density, geometry::Vec2 acceleration);
    /// Removes the grains whose mark is not zero, all in one pass.
    void remove(std::span<const std::uint8_t> marks);

    std::size_t grain_count() const { return ids_.size(); }
    std::size_t piece_count() const { return kinematics_.walls(); }
    GrainId id_of(std::size_t grain) const { return ids_[grain]; }
    GrainId next_id() const { return next_id_; }
    /// Returns where the grain with this id is stored, or nothing if it is gone.
    std::optional<std::size_t> find(GrainId id) const;

    const geometry::Shape& shape(std::size_t grain) const { return *shapes_[grain]; }
    double mass(std::size_t grain) const { return mass_[grain]; }
    double inertia(std::size_t grain) const { return inertia_[grain]; }
    const double* masses() const { return mass_.data(); }
    const double* inertias() const { return inertia_.data(); }
    const BodyProperties& properties(Body body) const { return properties_[body]; }
    const BodyArray<BodyProperties>& properties() const { return properties_; }

    /// The predicted state, which is that of the last force evaluation.
    const Kinematics& kinematics(Body body) const { return kinematics_[body]; }
    const BodyArray<Kinematics>& kinematics() const { return kinematics_; }
    /// The corrected state. The position is wrapped: turns_put_back() periods were subtracted from
    /// it.
    geometry::Vec2 position(std::size_t grain) const {
        return {x_.derivative(0)[grain], y_.derivative(0)[grain]};
    }
    double angle(std::size_t grain) const { return angle_.derivative(0)[grain]; }
    geometry::Vec2 velocity(std::size_t grain) const {
        return geometry::Vec2{x_.derivative(1)[grain], y_.derivative(1)[grain]} / dt_;
    }
    double spin(std::size_t grain) const { return angle_.derivative(1)[grain] / dt_; }
    /// Returns where a grain would be if it had not been put back into a periodic domain.
    geometry::Vec2 unwrapped_position(std::size_t grain, const Period& period) const {
        return position(grain) + period.shift(turns_[static_cast<Body>(grain)]);
    }
    /// Returns by how many periods a body was put back so far.
    Turns turns_put_back(Body body) const { return turns_[body]; }
    /// Kinetic energy of a grain, J; in a deforming cell that of its motion relative to the flow.
    double kinetic_energy(std::size_t grain, const Domain& domain) const;
    /// Potential energy of a grain in this gravity, zero at the origin, J.
    double potential_energy(std::size_t grain, geometry::Vec2 gravity, const Period& period) const {
        return -mass_[grain] * dot(gravity, unwrapped_position(grain, period));
    }

    Coordinate& x() { return x_; }
    Coordinate& y() { return y_; }
    Coordinate& angles() { return angle_; }

    /// Moves a body to a new pose, and adds to its travel how far any of its points may have moved.
    void move(Body body, const geometry::Transform& pose, geometry::Vec2 velocity, double spin) {
        Kinematics& kinematics = kinematics_[body];
        const geometry::Vec2 moved = pose.position - kinematics.pose.position;
        const double turned = std::abs(pose.rotation.c - kinematics.pose.rotation.c) +
                              std::abs(pose.rotation.s - kinematics.pose.rotation.s);
        kinematics.travel +=
            std::abs(moved.x) + std::abs(moved.y) + properties_[body].ring.radius() * turned;
        kinematics.pose = pose;
        kinematics.velocity = velocity;
        kinematics.spin = spin;
    }
    /// Moves grains to where their coordinates are, as move() does; these are the sines and cosines
    /// of their angles. Returns the furthest that one of them has travelled since the last call of
    /// forget_travel().
    double place_grains(Range range, const double* sines, const double* cosines);
    /// Whether there are so many grains that what a step needs of them and of their contacts does
    /// not fit into the cache of a core, about 1.2 kB a grain. Then a step prefetches.
    bool outgrow_cache() const { return grain_count() > 10000; }
    /// Prefetches what a step needs of a grain, if there is one. (Inlining is forced, as in
    /// FeatureRing::fetch().)
    [[gnu::always_inline]] void fetch(std::size_t grain) const {
        if (grain >= grain_count()) return;
        __builtin_prefetch(&kinematics_[static_cast<Body>(grain)], 1);
        __builtin_prefetch(&properties_[static_cast<Body>(grain)]);
    }
    /// The same in a deforming cell, where only what grains move relative to its flow is travel,
    /// and what the flow does to the lines between them. Also sums what they carry of the stress,
    /// for each block of grains.
    double place_grains(Range range, const double* sines, const double* cosines, const Flow& flow);
    /// Returns the furthest that any body has travelled since the last call of forget_travel().
    double furthest_travel() const;
    void forget_travel();

    /// Puts bodies that have left a periodic domain back into it, and returns whether there were
    /// any. Afterwards turned() tells by how many periods each body was moved. All bodies must be
    /// within reach.
    bool wrap(const Period& period);
    /// The same in a deforming cell, with the derivatives of its matrix.
    bool wrap(const Period& period, std::span<const Gradient> derivatives);
    const BodyArray<Turns>& turned() const { return turned_; }
    /// Counts turns anew where the image one period up is now one that lies this many periods
    /// further to the left.
    void flip(std::int32_t widths);
    /// Changes the velocities of all grains by this gradient times their distance from the origin.
    void push(const Gradient& change, geometry::Vec2 origin);

    /// Calls task(body) for the pieces of the walls, then for the grains.
    template <class Task>
    void for_each(const Task& task) const {
        for (std::size_t k = 0; k < piece_count(); ++k) task(wall_body(k));
        for (std::size_t i = 0; i < grain_count(); ++i) task(static_cast<Body>(i));
    }

    void write(Snapshot& to) const;
    /// Throws std::invalid_argument if the snapshot cannot hold the bodies of a run with these
    /// grains.
    void check(const Snapshot& from, std::size_t grains, const Period& period) const;
    /// Reads the bodies from a snapshot. All grains that were here before are removed.
    void read(const Snapshot& from, std::span<const NewGrain> grains,
              std::span<const double> densities);
    void add_grains_to(Fnv1a& hash, const Period& period) const;
    void add_pieces_to(Fnv1a& hash) const;

private:
    std::array<const Coordinate*, 3> coordinates() const { return {&x_, &y_, &angle_}; }
    std::array<Coordinate*, 3> coordinates() { return {&x_, &y_, &angle_}; }
    void clear_grains();
    template <bool in_flow>
    double place_in_fours(Range range, const double* sines, const double* cosines, const Flow& flow,
                          StressSums* carried);
    StressSums carried_by(std::size_t grain, const Flow& flow) const;

    double dt_;
    std::uint32_t derivatives_;  ///< for each coordinate, including the position itself

    std::vector<GrainId> ids_;
    GrainId next_id_ = 0;
    std::vector<std::unique_ptr<const geometry::Shape>> shapes_;
    std::vector<double> mass_;
    std::vector<double> inertia_;
    BodyArray<BodyProperties> properties_;

    Coordinate x_;
    Coordinate y_;
    Coordinate angle_;
    BodyArray<Kinematics> kinematics_;
    BodyArray<Turns> turns_;   ///< that were subtracted from the positions
    BodyArray<Turns> turned_;  ///< the part of these that the last wrap() subtracted
};

}  // namespace scree::engine

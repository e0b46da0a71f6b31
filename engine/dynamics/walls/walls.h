#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/hash.h"
#include "engine/base/workers.h"
#include "engine/dynamics/bodies.h"
#include "engine/dynamics/domain.h"
#include "engine/dynamics/walls/periodic_walls.h"
#include "engine/dynamics/walls/wall.h"
#include "engine/dynamics/walls/wall_loads.h"

namespace scree::engine {

/// The walls of a run: where they are, when they are present, and which bodies are their pieces.
class Walls {
public:
    /// Makes the pieces of all walls as bodies. Throws std::invalid_argument for walls that are not
    /// valid.
    Walls(std::vector<Wall> walls, std::size_t materials, IntegratorKind integrator, double dt,
          const Domain& domain, Bodies& bodies);

    std::size_t count() const { return walls_.size(); }
    /// The walls as they were given.
    std::span<const Wall> all() const { return walls_; }
    const Wall& operator[](std::size_t wall) const { return walls_[wall]; }
    /// Returns the name that users know: "wall `floor`", or its number if it has no name.
    std::string name_of(std::size_t wall) const;

    std::size_t piece_count() const { return pieces_.size(); }
    /// Returns which bodies are the pieces of a wall: wall_body(first) and so on.
    Range pieces_of(std::size_t wall) const { return {first_piece_[wall], first_piece_[wall + 1]}; }
    std::size_t wall_of(Body piece) const { return pieces_[wall_index(piece)].wall; }
    /// Whether grains feel the piece together with others of its wall.
    bool is_grouped(Body piece) const { return pieces_[wall_index(piece)].grouped; }
    /// The directions of a periodic domain in which the piece has no ends.
    Spans spans_of(Body piece) const { return pieces_[wall_index(piece)].spans; }
    /// Twice the inradius of the thinnest piece that moves, m; infinite if none does.
    double smallest_thickness() const { return smallest_thickness_; }
    /// The piece as it was given.
    const WallPiece& given(Body piece) const;
    /// The piece as grains feel it. If it has no ends, it is longer than it was given. Its pose is
    /// in the kinematics of the body.
    const WallPiece& felt(Body piece) const;

    bool is_there(std::size_t wall, double time) const {
        return present_[wall] != 0 && walls_[wall].is_there(time);
    }
    /// Whether the wall was present when pass_gates() was last called.
    bool is_there(std::size_t wall) const { return there_[wall] != 0; }
    /// Whether pass_gates() would let a wall appear or disappear at this time.
    bool has_gate_to_pass(double time) const;
    /// Lets walls appear and disappear at the step that reaches their time, or because of
    /// set_present(). Walls under load that disappear lose their motion. Returns whether any did.
    bool pass_gates(double time);
    /// Says whether a wall is to be there from the next step on, within its times. While it is away
    /// its motion stands still, unless that began with the run.
    void set_present(std::size_t wall, bool present, double now);

    /// Returns where a wall is, and how it moves. A wall under load is where its last step has
    /// taken it, whatever the time is.
    WallPlace place(std::size_t wall, double time) const;
    /// The point that the wall turns about.
    geometry::Vec2 centre(std::size_t wall, double time) const {
        return walls_[wall].motion.about + place(wall, time).shift;
    }
    /// How fast the wall goes through its motion; 1 at first.
    double rate(std::size_t wall) const { return clocks_[wall].rate; }
    /// Sets the rate from now on. Throws std::invalid_argument if there is no such wall or the rate
    /// is not finite.
    void set_rate(std::size_t wall, double rate, double now);
    /// Lets a wall move by another motion from now on, from where it is, and if it is there, as
    /// fast as it is where the motion leaves that free. Returns by how much the kinetic energy of
    /// its free motion has grown. Throws std::invalid_argument for a motion that is not valid.
    double set_motion(std::size_t wall, const WallMotion& motion, double now, const Domain& domain,
                      Bodies& bodies, Workers& workers);
    /// Gives all walls these motions, with nothing else changed: the state must be read afterwards.
    void assign_motions(std::span<const WallMotion> motions, Bodies& bodies);

    // Walls under load.
    const WallLoads& loads() const { return loads_; }
    double kinetic_energy() const;
    /// Moves walls under load to the next step, before move().
    void predict_loads() { loads_.predict(); }
    /// Lets the load on a wall that has had none go on from this force (N) with its next motion.
    void bear(std::size_t wall, double force) { loads_.act(wall, force); }
    /// Corrects the motion of walls under load by what the grains do to each wall.
    LoadWork correct_loads(std::span<const WallPush> pushes, geometry::Vec2 gravity, double time);
    /// Lets a wall whose run begins go on with this velocity and spin, and under a load that grows
    /// or falls from what this force has along it (N).
    void go_on(std::size_t wall, geometry::Vec2 velocity, double spin, geometry::Vec2 force,
               double now);
    /// The load on a wall as it is asked for at this time, N/m or N, as its motion says.
    double load_value(std::size_t wall, double time) const { return loads_.value(wall, time); }
    /// The force of the load on a wall as it is asked for at this time, N; 0 without a load.
    double load_force(std::size_t wall, double time) const;
    /// Sets the load to which a wall goes from now on, in the time of its motion unless a change is
    /// given. Throws std::invalid_argument if it has none, or the value is not finite.
    void set_load(std::size_t wall, double value, double now,
                  const std::optional<LoadChange>& change = {});
    /// The length that the pressure on a wall acts on, m.
    double loaded_length(std::size_t wall, double time) const;
    /// How far the wall has moved since its present motion began: along its load, or the length of
    /// its shift.
    double displacement(std::size_t wall, double time) const;
    /// The wall under load that has moved further than one can that the grains resist.
    std::optional<std::size_t> without_resistance() const;

    /// Moves the pieces of moving walls to where they are at this time. Returns the furthest that
    /// any of these has travelled.
    double move(double time, const Domain& domain, Bodies& bodies, Workers& workers) const;

    void write(Snapshot& to) const;
    /// Throws std::invalid_argument if the walls cannot have these clocks at that time.
    void check(const Snapshot& from, double time) const;
    void read(const Snapshot& from, double time);
    void add_to(Fnv1a& hash) const;

private:
    struct Piece {
        std::uint32_t wall = 0;
        bool grouped = false;
        Spans spans{};
        std::optional<WallPiece> endless;  ///< the longer piece that grains feel, if it has no ends
    };

    void move_one(std::size_t wall, double time, const Domain& domain, Bodies& bodies,
                  Workers& workers) const;
    void set_masses(std::size_t wall, Bodies& bodies) const;
    double inertia_over_mass(std::size_t wall) const;
    bool stands_still(std::size_t wall) const {
        return present_[wall] == 0 && !walls_[wall].moves_from_start;
    }
    WallClock running_clock(std::size_t wall) const;
    void find_smallest_thickness();
    void require_wall(std::size_t wall) const;
    void check_state(const Snapshot& from, std::size_t wall, double time) const;

    std::vector<Wall> walls_;
    std::vector<Piece> pieces_;
    double smallest_thickness_ = std::numeric_limits<double>::infinity();
    std::vector<std::size_t> first_piece_;  ///< of each wall, and one more entry
    std::vector<std::uint8_t> there_;       ///< of each wall
    std::vector<std::uint8_t> present_;     ///< of each wall
    std::vector<WallClock> clocks_;         ///< of each wall
    std::vector<WallStart> starts_;         ///< of each wall: where its present motion began
    WallLoads loads_;
    std::vector<double> forces_;  ///< of each wall: that of its load, in this step
};

}  // namespace scree::engine

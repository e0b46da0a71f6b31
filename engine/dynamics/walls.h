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
#include "engine/dynamics/periodic_walls.h"
#include "engine/dynamics/wall.h"

namespace scree::engine {

/// The walls of a run: where they are, when they are present, and which bodies are their pieces.
class Walls {
public:
    /// Makes the pieces of all walls as bodies. Throws std::invalid_argument for walls that are not
    /// valid.
    Walls(std::vector<Wall> walls, std::size_t materials, const Domain& domain, Bodies& bodies);

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

    bool is_there(std::size_t wall, double time) const { return walls_[wall].is_there(time); }
    /// Whether the wall was present when pass_gates() was last called.
    bool is_there(std::size_t wall) const { return there_[wall] != 0; }
    /// Lets walls appear and disappear at the step that reaches their time. Returns whether any
    /// did.
    bool pass_gates(double time);

    /// Returns where a wall is, and how it moves.
    WallPlace place(std::size_t wall, double time) const {
        return place_at(walls_[wall].motion, clocks_[wall], time);
    }
    /// The point that the wall turns about.
    geometry::Vec2 centre(std::size_t wall, double time) const {
        return walls_[wall].motion.about + place(wall, time).shift;
    }
    /// How fast the wall goes through its motion; 1 at first.
    double rate(std::size_t wall) const { return clocks_[wall].rate; }
    /// Sets the rate from now on. Throws std::invalid_argument if there is no such wall or the rate
    /// is not finite.
    void set_rate(std::size_t wall, double rate, double now);
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

    std::vector<Wall> walls_;
    std::vector<Piece> pieces_;
    double smallest_thickness_ = std::numeric_limits<double>::infinity();
    std::vector<std::size_t> first_piece_;  ///< of each wall, and one more entry
    std::vector<std::uint8_t> there_;       ///< of each wall
    std::vector<WallClock> clocks_;         ///< of each wall
};

}  // namespace scree::engine

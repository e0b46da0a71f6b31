#pragma once

#include <cstddef>
#include <cstdint>
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

/// The walls of a run: where they are, when they are there, and which bodies are their pieces.
class Walls {
public:
    /// Makes the pieces of all walls as bodies. Throws std::invalid_argument for walls that cannot
    /// be.
    Walls(std::vector<Wall> walls, std::size_t materials, const Domain& domain, Bodies& bodies);

    std::size_t count() const { return walls_.size(); }
    /// As they were given.
    std::span<const Wall> all() const { return walls_; }
    const Wall& operator[](std::size_t wall) const { return walls_[wall]; }
    /// As users know it: "wall `floor`", or by its number where it has no name.
    std::string name_of(std::size_t wall) const;

    std::size_t piece_count() const { return pieces_.size(); }
    /// Which of the bodies are its pieces: wall_body(first) and so on.
    Range pieces_of(std::size_t wall) const { return {first_piece_[wall], first_piece_[wall + 1]}; }
    std::size_t wall_of(Body piece) const { return pieces_[wall_index(piece)].wall; }
    /// Whether grains feel the piece together with others of its wall.
    bool is_grouped(Body piece) const { return pieces_[wall_index(piece)].grouped; }
    /// In which directions of a periodic domain the piece has no ends.
    Spans spans_of(Body piece) const { return pieces_[wall_index(piece)].spans; }
    /// The piece as it was given.
    const WallPiece& given(Body piece) const;
    /// The piece as grains feel it: longer than it was given, where it has no ends. Its poses are
    /// the kinematics of the body.
    const WallPiece& felt(Body piece) const;

    bool is_there(std::size_t wall, double time) const { return walls_[wall].is_there(time); }
    /// Whether it was there when gates were passed last.
    bool is_there(std::size_t wall) const { return there_[wall] != 0; }
    /// Lets walls come and go at the step that reaches their time. Returns whether any did.
    bool pass_gates(double time);

    /// Where it is, and how it moves.
    WallPlace place(std::size_t wall, double time) const {
        return place_at(walls_[wall].motion, clocks_[wall], time);
    }
    /// The point that the wall turns about.
    geometry::Vec2 centre(std::size_t wall, double time) const {
        return walls_[wall].motion.about + place(wall, time).shift;
    }
    /// How fast it goes through its motion; 1 at first.
    double rate(std::size_t wall) const { return clocks_[wall].rate; }
    /// From now on. Throws std::invalid_argument for a wall or a rate that cannot be.
    void set_rate(std::size_t wall, double rate, double now);
    /// Moves the pieces of the walls that move to where they are at this time. Returns the furthest
    /// that any of these has travelled.
    double move(double time, const Domain& domain, Bodies& bodies, Workers& workers) const;

    void write(Snapshot& to) const;
    /// Throws std::invalid_argument for clocks that walls cannot have at that time.
    void check(const Snapshot& from, double time) const;
    void read(const Snapshot& from, double time);
    void add_to(Fnv1a& hash) const;

private:
    struct Piece {
        std::uint32_t wall = 0;
        bool grouped = false;
        Spans spans{};
        std::optional<WallPiece> endless;  ///< what is felt of it, where it has no ends
    };

    void move_one(std::size_t wall, double time, const Domain& domain, Bodies& bodies,
                  Workers& workers) const;

    std::vector<Wall> walls_;
    std::vector<Piece> pieces_;
    std::vector<std::size_t> first_piece_;  ///< of each wall, and one more
    std::vector<std::uint8_t> there_;       ///< of each wall
    std::vector<WallClock> clocks_;         ///< of each wall
};

}  // namespace scree::engine

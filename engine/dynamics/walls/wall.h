#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/dynamics/walls/wall_table.h"
#include "geometry/shape.h"
#include "geometry/transform.h"

namespace scree::engine {

/// A part of a wall, at its place before the wall has moved.
struct WallPiece {
    geometry::Shape shape;
    geometry::Vec2 position;  ///< of its centroid
    double angle = 0.0;
};

/// How far a wall has been moved from where its pieces are given: it is turned about the point
/// `about` of its motion, and then shifted.
struct WallStart {
    geometry::Vec2 shift;  ///< m
    double turn = 0.0;     ///< rad

    friend constexpr bool operator==(const WallStart&, const WallStart&) = default;
};

/// A load that pushes a wall in one direction, in which the wall then moves as its mass allows
/// (docs/physics.md, "Walls under load"). Across that direction it moves as prescribed.
struct WallLoad {
    geometry::Vec2 along;      ///< of length 1
    double value = 0.0;        ///< N/m if it is a pressure, else N
    bool is_pressure = false;  ///< it acts on the loaded length
    double length = 0.0;       ///< m, loaded
    /// The two walls whose distance is the loaded length, and their distance before they have
    /// moved, in the place of `length`.
    std::optional<std::array<std::uint32_t, 2>> between{};
    double gap = 0.0;                ///< m
    geometry::Vec2 across{};         ///< of length 1, from the first of the two to the second
    std::optional<double> torque{};  ///< N m; if it is given, the wall turns freely
    double low = -std::numeric_limits<double>::infinity();  ///< m along `along`: stops
    double high = std::numeric_limits<double>::infinity();
    bool weight = false;  ///< whether gravity pulls on the wall
    /// Whether the damping is the impedance of the grains, for loads on grains at rest.
    bool matched_damping = false;

    // What is not given follows from the grains, and must be filled in before a run.
    std::optional<double> mass{};       ///< kg
    std::optional<double> damping{};    ///< N s/m, against the motion along `along`
    std::optional<double> rise{};       ///< s, in which a change of the load takes place
    std::optional<double> max_speed{};  ///< m/s along `along`
    /// m: a wall that has moved further has found no resistance.
    double furthest = std::numeric_limits<double>::infinity();
};

/// How a wall moves, as a function of its own time.
struct WallMotion {
    enum class Kind : std::uint8_t {
        fixed,
        constant,   ///< by velocity t, and turned by spin t
        oscillate,  ///< by amplitude sin(2 pi frequency t + phase), and turned in the same way
        ramp,       ///< to `velocity` and `spin` within the time `rise`, and then steadily
        table,      ///< through the points of a table
        load        ///< by a load, and with `velocity` and `spin` where that does not move it
    };

    Kind kind = Kind::fixed;
    geometry::Vec2 about;     ///< the point that it turns about, which moves with the wall
    geometry::Vec2 velocity;  ///< m/s
    double spin = 0.0;        ///< rad/s
    geometry::Vec2 amplitude;
    double angular_amplitude = 0.0;  ///< rad
    double frequency = 0.0;          ///< 1/s
    double phase = 0.0;              ///< rad
    double rise = 0.0;               ///< s
    /// The table of Kind::table. A load may have one too, of velocities, in the place of `velocity`
    /// and `spin`.
    WallTable table{};
    WallLoad load{};

    bool is_loaded() const { return kind == Kind::load; }
    bool turns_freely() const { return is_loaded() && load.torque.has_value(); }
    bool turns() const {
        return spin != 0.0 || angular_amplitude != 0.0 || table.turns() || turns_freely();
    }
};

/// Convex pieces that move together, as prescribed or under a load. A grain feels adjoining
/// pieces as one, without seams. Pieces that face each other, or meet in a corner in which grains
/// lie, should be separate walls.
struct Wall {
    std::vector<WallPiece> pieces;
    std::uint16_t material = 0;
    WallMotion motion{};
    double from = 0.0;  ///< s: the wall is present at times from <= t < until
    double until = std::numeric_limits<double>::infinity();
    /// Whether its motion begins with the run instead of when the wall appears.
    bool moves_from_start = false;
    std::string name{};   ///< what users call it; may be empty
    WallStart start{};    ///< where it begins
    bool present = true;  ///< at first; otherwise it is away, whatever the time is

    bool is_there(double time) const { return from <= time && time < until; }
};

/// How far a wall has moved, and its present motion.
struct WallPlace {
    geometry::Vec2 shift;
    double turn = 0.0;  ///< rad, about `about + shift`
    geometry::Rotation turned;
    geometry::Vec2 velocity;  ///< of the point that it turns about
    double spin = 0.0;
};

/// A wall's own time, which runs as fast as that of the run until its rate is changed.
struct WallClock {
    double since = 0.0;  ///< s, time of the run; before that the clock stands still
    double shown = 0.0;  ///< s, time of the wall at that moment
    double rate = 1.0;

    double at(double time) const { return shown + rate * std::max(0.0, time - since); }
    friend constexpr bool operator==(const WallClock&, const WallClock&) = default;
};

/// Returns the clock of a wall before any change: it begins when the wall appears, or with the run.
WallClock first_clock(const Wall& wall);

/// Computes the place from the absolute time, so that no error builds up.
WallPlace place_at(const WallMotion& motion, double time);
/// Computes the place by the wall's own clock.
WallPlace place_at(const WallMotion& motion, const WallClock& clock, double time);
/// Returns where a wall is that has moved to `place` from `start`.
WallPlace moved_on(const WallStart& start, const WallPlace& place);
/// Returns where a wall is before it moves: at its start, at the time 0 of its motion.
WallPlace first_place(const Wall& wall);
/// Returns `place`, which is meant for a wall that turns about the point `from`, as a start for one
/// that turns about `to`, both given for the wall before it moves: the wall stays where it is.
WallStart start_from(const WallPlace& place, geometry::Vec2 from, geometry::Vec2 to);

/// Returns the pose of a piece whose wall is at `place`.
geometry::Transform pose_of(const WallPiece& piece, const WallMotion& motion,
                            const WallPlace& place);

/// Throw std::invalid_argument with a message that says what is wrong with a wall.
void check(const WallMotion& motion);
void check(const Wall& wall);

}  // namespace scree::engine

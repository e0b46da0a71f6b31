#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "geometry/shape.h"
#include "geometry/transform.h"

namespace scree::engine {

/// A part of a wall, at its place before the wall has moved.
struct WallPiece {
    geometry::Shape shape;
    geometry::Vec2 position;  ///< of its centroid
    double angle = 0.0;
};

/// How a wall moves, as a function of its own time.
struct WallMotion {
    enum class Kind : std::uint8_t {
        fixed,
        constant,  ///< by velocity t, and turned by spin t
        oscillate  ///< by amplitude sin(2 pi frequency t + phase), and turned in the same way
    };

    Kind kind = Kind::fixed;
    geometry::Vec2 about;     ///< the point that it turns about, which moves with the wall
    geometry::Vec2 velocity;  ///< m/s
    double spin = 0.0;        ///< rad/s
    geometry::Vec2 amplitude;
    double angular_amplitude = 0.0;  ///< rad
    double frequency = 0.0;          ///< 1/s
    double phase = 0.0;              ///< rad

    bool turns() const { return spin != 0.0 || angular_amplitude != 0.0; }
};

/// Convex pieces that move together as prescribed, with infinite mass. A grain feels adjoining
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
    std::string name{};  ///< what users call it; may be empty

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

/// Returns the pose of a piece whose wall is at `place`.
geometry::Transform pose_of(const WallPiece& piece, const WallMotion& motion,
                            const WallPlace& place);

/// Throws std::invalid_argument with a message that says what is wrong with a wall.
void check(const Wall& wall);

}  // namespace scree::engine

#include "engine/dynamics/wall.h"

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace scree::engine {

using geometry::Rotation;
using geometry::Transform;
using geometry::Vec2;

WallPlace place_at(const WallMotion& motion, double time) {
    switch (motion.kind) {
        case WallMotion::Kind::fixed:
            break;
        case WallMotion::Kind::constant:
            return {time * motion.velocity, time * motion.spin, Rotation::by(time * motion.spin),
                    motion.velocity, motion.spin};
        case WallMotion::Kind::oscillate: {
            // Whole periods are subtracted first, so that the rest keeps all its digits.
            const double periods = motion.frequency * time;
            const double rest = periods - std::floor(periods);
            const auto [sine, cosine] =
                geometry::sine_cosine(2.0 * std::numbers::pi * rest + motion.phase);
            const double rate = 2.0 * std::numbers::pi * motion.frequency * cosine;
            const double turn = sine * motion.angular_amplitude;
            return {sine * motion.amplitude, turn, Rotation::by(turn), rate * motion.amplitude,
                    rate * motion.angular_amplitude};
        }
    }
    return {};
}

WallClock first_clock(const Wall& wall) {
    return {.since = wall.moves_from_start ? 0.0 : std::max(0.0, wall.from)};
}

WallPlace place_at(const WallMotion& motion, const WallClock& clock, double time) {
    WallPlace place = place_at(motion, clock.at(time));
    place.velocity = clock.rate * place.velocity;
    place.spin *= clock.rate;
    return place;
}

Transform pose_of(const WallPiece& piece, const WallMotion& motion, const WallPlace& place) {
    // A wall that does not turn is moved directly, without using the point that it would turn
    // about.
    if (!motion.turns()) return {piece.position + place.shift, Rotation::by(piece.angle)};
    return {motion.about + place.shift + rotate(place.turned, piece.position - motion.about),
            piece.angle == 0.0 ? place.turned : Rotation::by(piece.angle + place.turn)};
}

void check(const Wall& wall) {
    const WallMotion& motion = wall.motion;
    if (wall.pieces.empty()) throw std::invalid_argument("a wall needs one piece or more");
    for (const WallPiece& piece : wall.pieces)
        if (!is_finite(piece.position) || !std::isfinite(piece.angle))
            throw std::invalid_argument("the pieces of a wall must be at finite places");
    const bool finite =
        is_finite(motion.about) && is_finite(motion.velocity) && is_finite(motion.amplitude) &&
        std::isfinite(motion.spin + motion.angular_amplitude + motion.frequency + motion.phase);
    if (!finite)
        throw std::invalid_argument("the motion of a wall must be given by finite numbers");
    if (!(wall.from < wall.until))
        throw std::invalid_argument("the time `from` of a wall must be before its time `until`");
}

}  // namespace scree::engine

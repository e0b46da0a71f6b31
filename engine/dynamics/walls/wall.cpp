#include "engine/dynamics/walls/wall.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace scree::engine {

using geometry::Rotation;
using geometry::Transform;
using geometry::Vec2;

namespace {

WallPlace place_in(const WallTable& table, double time) {
    const WallTable::Moment moment = table.at(time);
    return {moment.shift, moment.turn, Rotation::by(moment.turn), moment.velocity, moment.spin};
}

}  // namespace

WallPlace place_at(const WallMotion& motion, double time) {
    switch (motion.kind) {
        case WallMotion::Kind::fixed:
            break;
        case WallMotion::Kind::load:  // what the load does comes on top of it
            if (!motion.table.empty()) return place_in(motion.table, time);
            [[fallthrough]];
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
        case WallMotion::Kind::ramp: {
            // The velocity grows as 3 u^2 - 2 u^3, u = time / rise.
            const double u = std::clamp(time / motion.rise, 0.0, 1.0);
            const double share = u * u * (3.0 - 2.0 * u);
            const double way =
                motion.rise * u * u * u * (1.0 - 0.5 * u) + std::max(0.0, time - motion.rise);
            return {way * motion.velocity, way * motion.spin, Rotation::by(way * motion.spin),
                    share * motion.velocity, share * motion.spin};
        }
        case WallMotion::Kind::table:
            return place_in(motion.table, time);
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

WallPlace moved_on(const WallStart& start, const WallPlace& place) {
    if (start == WallStart{}) return place;
    WallPlace sum = place;
    sum.shift += start.shift;
    sum.turn += start.turn;
    sum.turned = Rotation::by(sum.turn);
    return sum;
}

WallPlace first_place(const Wall& wall) { return moved_on(wall.start, place_at(wall.motion, 0.0)); }

WallStart start_from(const WallPlace& place, Vec2 from, Vec2 to) {
    if (place.turn == 0.0 || from == to) return {place.shift, place.turn};
    return {from + place.shift + rotate(place.turned, to - from) - to, place.turn};
}

Transform pose_of(const WallPiece& piece, const WallMotion& motion, const WallPlace& place) {
    // A wall that does not turn is moved directly, without using the point that it would turn
    // about.
    if (!motion.turns() && place.turn == 0.0)
        return {piece.position + place.shift, Rotation::by(piece.angle)};
    return {motion.about + place.shift + rotate(place.turned, piece.position - motion.about),
            piece.angle == 0.0 ? place.turned : Rotation::by(piece.angle + place.turn)};
}

namespace {

void check_load(const WallMotion& motion) {
    const WallLoad& load = motion.load;
    const auto require = [](bool holds, const char* what) {
        if (!holds) throw std::invalid_argument(what);
    };
    const auto is_filled = [](const std::optional<double>& value, double least) {
        return value && *value >= least;
    };
    require(std::abs(dot(load.along, load.along) - 1.0) < 1e-12,
            "the direction of a wall's load must be of length 1");
    require(std::isfinite(load.value) && std::isfinite(load.torque.value_or(0.0)),
            "the load of a wall must be finite");
    require(!load.is_pressure || load.between || load.length > 0.0,
            "the pressure on a wall needs the length that it acts on");
    require(is_filled(load.mass, 0.0) && *load.mass > 0.0 && std::isfinite(*load.mass),
            "a wall under load needs a mass");
    require(is_filled(load.damping, 0.0) && is_filled(load.rise, 0.0) &&
                is_filled(load.max_speed, 0.0) && *load.max_speed > 0.0,
            "the damping, the ramp and the largest speed of a wall under load must be given");
    require(load.low < load.high, "the stops of a wall under load must be in their order");
    require(std::abs(dot(motion.velocity, load.along)) <= 1e-9 * length(motion.velocity),
            "the velocity of a wall under load must be across the direction of the load");
    require(!load.torque || motion.spin == 0.0,
            "a wall that turns freely cannot be turned as prescribed too");
}

}  // namespace

void check(const WallMotion& motion) {
    const bool finite = is_finite(motion.about) && is_finite(motion.velocity) &&
                        is_finite(motion.amplitude) &&
                        std::isfinite(motion.spin + motion.angular_amplitude + motion.frequency +
                                      motion.phase + motion.rise);
    if (!finite)
        throw std::invalid_argument("the motion of a wall must be given by finite numbers");
    if (motion.kind == WallMotion::Kind::ramp && !(motion.rise > 0.0))
        throw std::invalid_argument("the ramp of a wall's velocity must take some time");
    if (motion.kind == WallMotion::Kind::table && motion.table.empty())
        throw std::invalid_argument("the motion of a wall by a table needs the table");
    if (motion.is_loaded()) check_load(motion);
}

void check(const Wall& wall) {
    if (wall.pieces.empty()) throw std::invalid_argument("a wall needs one piece or more");
    for (const WallPiece& piece : wall.pieces)
        if (!is_finite(piece.position) || !std::isfinite(piece.angle))
            throw std::invalid_argument("the pieces of a wall must be at finite places");
    if (!is_finite(wall.start.shift) || !std::isfinite(wall.start.turn))
        throw std::invalid_argument("a wall must begin at a finite place");
    check(wall.motion);
    if (!(wall.from < wall.until))
        throw std::invalid_argument("the time `from` of a wall must be before its time `until`");
}

}  // namespace scree::engine

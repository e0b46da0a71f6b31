#include "engine/dynamics/walls/wall_table.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace scree::engine {

using geometry::Vec2;

namespace {

/// One coordinate between two points of a table, which are `width` apart in time: where it begins
/// and ends, and how fast.
struct Piece {
    double from, to, speed_from, speed_to, width;
};

struct Value {
    double way = 0.0;
    double speed = 0.0;
};

/// A straight line between two points.
Value line(const Piece& p, double share) {
    const double speed = (p.to - p.from) / p.width;
    return {p.from + share * (p.to - p.from), speed};
}

/// Hermite's cubic through two points with given slopes.
Value cubic(const Piece& p, double share) {
    const double u = share;
    const double step = p.to - p.from;
    const double a = p.width * p.speed_from - step;
    const double b = step - p.width * p.speed_to;
    const double bend = (1.0 - u) * a + u * b;
    return {p.from + u * step + u * (1.0 - u) * bend,
            (step + (1.0 - 2.0 * u) * bend + u * (1.0 - u) * (b - a)) / p.width};
}

/// The way of a speed that changes linearly, or as 3 u^2 - 2 u^3.
Value under_speed(const Piece& p, double share, bool smooth) {
    const double u = share;
    const double change = p.speed_to - p.speed_from;
    const double rise = smooth ? u * u * (3.0 - 2.0 * u) : u;
    const double area = smooth ? u * u * u * (1.0 - 0.5 * u) : 0.5 * u * u;
    return {p.from + p.width * (p.speed_from * u + change * area), p.speed_from + change * rise};
}

}  // namespace

WallTable::WallTable(std::span<const Row> rows, const Settings& settings) : settings_(settings) {
    if (rows.size() < 2) throw std::invalid_argument("a table of motion needs two times or more");
    if (rows[0].time != 0.0)
        throw std::invalid_argument("the times of a table of motion must begin at 0");
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const Row& row = rows[k];
        if (!std::isfinite(row.time) || !is_finite(row.way) || !std::isfinite(row.turn))
            throw std::invalid_argument("a table of motion must be of finite numbers");
        if (k > 0 && !(rows[k - 1].time < row.time))
            throw std::invalid_argument("the times of a table of motion must rise");
        turns_ = turns_ || row.turn != 0.0;
    }
    if (!settings.of_velocities && (rows[0].way != Vec2{} || rows[0].turn != 0.0))
        throw std::invalid_argument(
            "the positions of a table of motion must begin at zero, because they are counted from "
            "where the wall is when the motion begins");
    for (const Row& row : rows) {
        Knot& knot = knots_.emplace_back(Knot{row.time, {}});
        if (settings.of_velocities)
            knot.state = {{}, 0.0, row.way, row.turn};
        else
            knot.state = {row.way, row.turn, {}, 0.0};
    }
    for (std::size_t k = 1; k < knots_.size(); ++k) {
        Moment& now = knots_[k].state;
        if (settings.of_velocities) {
            const Moment& before = knots_[k - 1].state;
            const double half = 0.5 * (knots_[k].time - knots_[k - 1].time);
            now.shift = before.shift + half * (before.velocity + now.velocity);
            now.turn = before.turn + half * (before.spin + now.spin);
        } else if (settings.smooth && k + 1 < knots_.size()) {
            const Knot& before = knots_[k - 1];
            const Knot& after = knots_[k + 1];
            const double width = after.time - before.time;
            now.velocity = (after.state.shift - before.state.shift) / width;
            now.spin = (after.state.turn - before.state.turn) / width;
        }
    }
}

WallTable::Moment WallTable::at(double time) const {
    if (knots_.empty()) return {};
    const auto after = std::upper_bound(knots_.begin() + 1, knots_.end(), time,
                                        [](double t, const Knot& knot) { return t < knot.time; });
    if (after == knots_.end()) {
        Moment last = knots_.back().state;
        if (!settings_.of_velocities) {
            last.velocity = {};
            last.spin = 0.0;
            return last;
        }
        const double since = time - knots_.back().time;
        last.shift += since * last.velocity;
        last.turn += since * last.spin;
        return last;
    }
    const Knot& from = *(after - 1);
    const Knot& to = *after;
    const double width = to.time - from.time;
    // A clock may run backwards, which leads to times before the first.
    const double share = std::max(0.0, (time - from.time) / width);
    const auto between = [&](double a, double b, double speed_a, double speed_b) {
        const Piece piece{a, b, speed_a, speed_b, width};
        if (settings_.of_velocities) return under_speed(piece, share, settings_.smooth);
        return settings_.smooth ? cubic(piece, share) : line(piece, share);
    };
    const Moment& a = from.state;
    const Moment& b = to.state;
    const Value x = between(a.shift.x, b.shift.x, a.velocity.x, b.velocity.x);
    const Value y = between(a.shift.y, b.shift.y, a.velocity.y, b.velocity.y);
    const Value turn = between(a.turn, b.turn, a.spin, b.spin);
    return {{x.way, y.way}, turn.way, {x.speed, y.speed}, turn.speed};
}

WallTable::Moment WallTable::fastest() const {
    Moment fastest;
    double speed = 0.0;
    const auto consider = [&](const Moment& moment) {
        if (length(moment.velocity) > speed) {
            speed = length(moment.velocity);
            fastest.velocity = moment.velocity;
        }
        fastest.spin = std::max(fastest.spin, std::abs(moment.spin));
    };
    // The speed of a cubic is a parabola, whose top so many points miss by less than a percent.
    constexpr int points = 20;
    for (std::size_t k = 0; k + 1 < knots_.size(); ++k)
        for (int n = 0; n < points; ++n)
            consider(at(knots_[k].time + n * (knots_[k + 1].time - knots_[k].time) / points));
    consider(at(end()));
    return fastest;
}

}  // namespace scree::engine

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "geometry/vec2.h"

namespace scree::engine {

/// A motion through points in time: either shifts and turns, or velocities and spins.
class WallTable {
public:
    /// What a point of a table says.
    struct Row {
        double time = 0.0;   ///< s
        geometry::Vec2 way;  ///< a shift (m) or a velocity (m/s)
        double turn = 0.0;   ///< an angle (rad) or a spin (rad/s)
    };
    struct Settings {
        bool of_velocities = false;
        /// Whether shifts follow a cubic curve that begins and ends at rest, and velocities change
        /// without a kink; otherwise straight lines join the points.
        bool smooth = false;
    };

    WallTable() = default;
    /// Throws std::invalid_argument unless the times begin at 0 and rise, all numbers are finite,
    /// and shifts begin at zero.
    WallTable(std::span<const Row> rows, const Settings& settings);

    struct Moment {
        geometry::Vec2 shift;
        double turn = 0.0;
        geometry::Vec2 velocity;
        double spin = 0.0;
    };
    /// After its last point a table of shifts stands still, and one of velocities goes on steadily.
    Moment at(double time) const;

    bool turns() const { return turns_; }
    bool empty() const { return knots_.empty(); }
    double end() const { return knots_.empty() ? 0.0 : knots_.back().time; }
    /// The largest speed of the point that the wall turns about, m/s, and the largest spin.
    Moment fastest() const;

private:
    struct Knot {
        double time = 0.0;
        Moment state;
    };

    Settings settings_{};
    std::vector<Knot> knots_;
    bool turns_ = false;
};

}  // namespace scree::engine

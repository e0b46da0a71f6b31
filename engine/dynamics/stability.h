#pragma once

#include <cstdint>
#include <string>

#include "engine/dynamics/body_state.h"
#include "engine/laws/gear.h"
#include "geometry/vec2.h"

namespace scree::engine {

/// How stiffly contacts hold a grain, and how strongly they damp it.
struct ContactRates {
    double square_frequency = 0.0;  ///< omega^2, 1/s^2
    double drag = 0.0;              ///< r = c / m, 1/s
};

/// Where an integrator becomes unstable, for x'' = -omega^2 x - r x' (r = c / m = 2 zeta omega):
/// (omega dt / stiff)^2 + r dt / drag = 1, found by test and good to 3 %. omega^2 and r are those
/// of the fastest motion of grains that are held by several contacts. Without damping, gear4 and
/// gear5 already grow at smaller steps, though slowly: omega dt must stay below `undamped`, up to
/// which the growth is less than 1e-5 per step.
struct StableLimit {
    double undamped = 0.0;
    double stiff = 0.0;
    double drag = 0.0;

    /// Returns how much of the limit a time step uses: 1 is the limit itself.
    double share(const ContactRates& rates, double dt) const;
};

StableLimit stable_limit_of(IntegratorKind integrator);

/// A symmetric matrix over the three motions of a grain, along x, along y and turning, in units in
/// which its mass and its moment of inertia are one.
class MotionMatrix {
public:
    /// Adds `weight` times the square of a direction of motion.
    void add(double weight, geometry::Vec2 along, double turn);
    /// Returns the largest eigenvalue of a matrix that has no negative ones. The result is too
    /// large by a thousandth at most, and never too small but for rounding.
    double largest_eigenvalue() const;

private:
    double xx_ = 0.0, xy_ = 0.0, yy_ = 0.0, xt_ = 0.0, yt_ = 0.0, tt_ = 0.0;
};

/// How near a run has come to the limit of stability (docs/physics.md, "Limits of stability"): the
/// largest share of the limit that the contacts of a grain have used.
struct Stability {
    double share = 0.0;  ///< the largest so far; zero if there were no contacts
    GrainId grain = 0;
    std::uint64_t step = 0;  ///< when it was found

    bool is_near_limit() const { return share > near_share; }
    bool is_beyond_limit() const { return share > 1.0; }
    /// Returns a sentence for the user about a run with this time step.
    std::string sentence(double dt) const;

    /// Contacts become stiffer as they are pressed together, so that something is left for that.
    /// The automatic time step comes up to 0.6 in the shipped scenes.
    static constexpr double near_share = 0.8;
};

}  // namespace scree::engine

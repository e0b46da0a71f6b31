#pragma once

#include <cmath>
#include <cstdint>

namespace scree::engine {

/// Fires at the first step whose time is k periods or later, for k = 0, 1, 2, ...; several periods
/// within one step make one firing.
struct Trigger {
    double period = 0.0;     ///< s
    std::uint64_t next = 0;  ///< k of the next firing

    bool due(double time) const { return time >= static_cast<double>(next) * period; }

    /// Moves on to the next firing, after one at this time.
    void pass(double time) {
        ++next;
        if (due(time)) next = static_cast<std::uint64_t>(std::floor(time / period));
        while (due(time)) ++next;
    }
};

/// Whether a multiple of the period comes with this step, that is after the last step and not
/// later than this one. Several multiples within one step count once.
inline bool passes_period(std::uint64_t step, double dt, double period) {
    const double now = static_cast<double>(step) * dt;
    const double before = static_cast<double>(step - 1) * dt;
    return std::floor(now / period) > std::floor(before / period);
}

/// Returns the first step n with n dt >= time.
inline std::uint64_t first_step_at(double time, double dt) {
    auto step = static_cast<std::uint64_t>(std::floor(time / dt));
    while (step > 0 && static_cast<double>(step - 1) * dt >= time) --step;
    while (static_cast<double>(step) * dt < time) ++step;
    return step;
}

}  // namespace scree::engine

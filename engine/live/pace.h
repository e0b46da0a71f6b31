#pragma once

#include <chrono>
#include <optional>

namespace scree::engine {

/// How fast simulated time goes by while somebody watches.
struct Pace {
    using Clock = std::chrono::steady_clock;

    /// Counts from now on, where the run is at this simulated time.
    void start(double time) {
        began = Clock::now();
        began_at = time;
    }

    std::optional<double> rate;  ///< simulated seconds in a second; none: as fast as it goes
    Clock::time_point began;
    double began_at = 0.0;  ///< the simulated time then, s
};

}  // namespace scree::engine

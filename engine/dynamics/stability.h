#pragma once

#include <cstdint>
#include <string>

#include "engine/dynamics/body_state.h"

namespace scree::engine {

/// How near a run has come to the limit of stability: the largest value of dt times the sum over a
/// grain's contacts of c (1/m + arm^2/I), where c is what damps the contact along its normal
/// (docs/physics.md, "Limits of stability"). The automatic time step has room for four contacts
/// like the stiffest; a grain may have more, or be turned by them.
struct Stability {
    double drag = 0.0;  ///< the largest so far, a number; zero if there were no contacts
    double limit = 0.0;
    GrainId grain = 0;
    std::uint64_t step = 0;  ///< when it was found

    bool is_near_limit() const { return drag > 0.5 * limit; }
    /// Returns a sentence for the user about a run with this time step.
    std::string sentence(double dt) const;
};

/// The number of steps from one check to the next.
inline constexpr std::uint64_t stability_period = 1000;

}  // namespace scree::engine

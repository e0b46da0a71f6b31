#include "engine/dynamics/stability.h"

#include <sstream>

namespace scree::engine {

std::string Stability::sentence(double dt) const {
    std::ostringstream text;
    text << "at t = " << static_cast<double>(step) * dt << " s the contacts of grain " << grain
         << " damped it by " << drag << " in a step, where the integrator becomes unstable at "
         << limit << ": take a time step below " << 0.5 * limit / drag * dt
         << " s, or less damping";
    return text.str();
}

}  // namespace scree::engine

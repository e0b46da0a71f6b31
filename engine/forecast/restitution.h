#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/run/setup.h"

namespace scree::engine {

/// How two bodies of a scene rebound from each other.
struct ContactRestitution {
    std::string first;   ///< a group of grains
    std::string second;  ///< the same or another group, or a wall
    /// What meets what: "face on face", "corner on face", or "round" if one of the bodies is a
    /// disc.
    std::string_view kind;
    double value = 0.0;
};

/// Computes the restitution of each kind of contact with the laws, the materials and the time step
/// of the run: one for each two materials that may meet, with a grain of middle size of the first
/// group of its material. The grains hit each other straight and without friction or cohesion.
std::vector<ContactRestitution> restitutions(const Scene& scene, const RunSetup& setup);

}  // namespace scree::engine

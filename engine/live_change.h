#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/grains.h"

/// What a hand may do to a run while it goes. A run that is touched is another run, but as good as
/// any: the same changes at the same steps lead to the same bits.
namespace scree::engine {

/// A damped spring between a point of a grain and a place in the world.
struct Pull {
    GrainId grain = 0;
    geometry::Vec2 arm;      ///< from the centre of the grain, in its own frame, m
    geometry::Vec2 target;   ///< m
    double stiffness = 0.0;  ///< N/m
    double damping = 0.0;    ///< N s/m

    friend constexpr bool operator==(const Pull&, const Pull&) = default;
};

struct ChangeGravity {
    geometry::Vec2 gravity;  ///< m/s2
};
/// Of two materials in contact.
struct ChangeFriction {
    std::uint16_t first = 0;
    std::uint16_t second = 0;
    double friction = 0.0;
};
/// How fast a wall goes through its motion: 1 as in the scene, 0 not at all.
struct ChangeWallRate {
    std::uint32_t wall = 0;
    double rate = 1.0;
};
struct ChangePull {
    std::optional<Pull> pull;  ///< none: let go
};
struct DropGrain {
    NewGrain grain;
};

using LiveChange =
    std::variant<ChangeGravity, ChangeFriction, ChangeWallRate, ChangePull, DropGrain>;

/// A change after so many steps of the run.
struct LoggedChange {
    std::uint64_t step = 0;
    LiveChange change;
};

}  // namespace scree::engine

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/dynamics/body_state.h"
#include "engine/dynamics/pull.h"

/// The changes that a user may make to a run while it goes on. A run with changes is another run,
/// but it is as reproducible as any: the same changes at the same steps lead to the same bits.
namespace scree::engine {

struct ChangeGravity {
    geometry::Vec2 gravity;  ///< m/s2
};
/// Changes the friction between two materials.
struct ChangeFriction {
    std::uint16_t first = 0;
    std::uint16_t second = 0;
    double friction = 0.0;
};
/// Changes how fast a wall goes through its motion: 1 is as in the scene, and 0 stops it.
struct ChangeWallRate {
    std::uint32_t wall = 0;
    double rate = 1.0;
};
/// Changes the pressure or the force that a wall under load goes to.
struct ChangeLoad {
    std::uint32_t wall = 0;
    double value = 0.0;  ///< N/m or N
};
/// Ends the stage that the run is in.
struct EndStage {};
struct ChangePull {
    std::optional<Pull> pull;  ///< empty if the grain is let go
};
struct DropGrain {
    NewGrain grain;
};

using LiveChange = std::variant<ChangeGravity, ChangeFriction, ChangeWallRate, ChangePull,
                                DropGrain, ChangeLoad, EndStage>;

/// A change, and the number of steps of the run after which it was made.
struct LoggedChange {
    std::uint64_t step = 0;
    LiveChange change;
};

}  // namespace scree::engine

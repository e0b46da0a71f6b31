#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/dynamics/body_state.h"
#include "engine/dynamics/pull.h"

/// What a hand may do to a run while it goes. A run that is touched is another run, but as good as
/// any: the same changes at the same steps lead to the same bits.
namespace scree::engine {

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

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/dynamics/cell/cell_control.h"
#include "engine/dynamics/walls/wall.h"
#include "engine/laws/material.h"
#include "geometry/vec2.h"

/// The stages of a run: what a scene says of them, with all defaults filled in.
namespace scree::engine {

/// Periods of outputs in simulated time, s.
struct OutputPeriods {
    double frames = 0.0;
    double series = 0.0;
    double checkpoint = 0.0;
};

/// What may change from stage to stage, and within one.
struct StageValues {
    geometry::Vec2 gravity;  ///< m/s2
    ContactTable contacts{{}};
    std::vector<WallMotion> motions;    ///< of all walls
    std::vector<std::uint8_t> present;  ///< of all walls
    CellTargets cell;                   ///< of a cell that deforms
};

/// A condition that ends a stage.
struct StageEnd {
    enum class Kind : std::uint8_t {
        at_rest,      ///< mean unbalanced force over mean contact force below `value`
        above,        ///< a column of a measure above `value`
        below,        ///< or below it
        steady,       ///< the means of a column over both halves of `over` differ by less than this
                      ///< share
        displacement  ///< a wall is this far (m) from where it was when the stage began
    };

    Kind kind = Kind::at_rest;
    double value = 0.0;
    double over = 0.0;        ///< s
    std::size_t measure = 0;  ///< its number in the scene
    std::string column;       ///< of the measure
    std::size_t wall = 0;

    bool is_measured() const {
        return kind == Kind::above || kind == Kind::below || kind == Kind::steady;
    }
};

/// A part of a run. A scene without stages has one, which has no name.
struct Stage {
    std::string name;
    double duration = 0.0;  ///< s, at most
    std::optional<StageEnd> until;
    StageValues begin;  ///< with what the stage sets
    StageValues end;    ///< and with what it ramps up to; nothing else differs from `begin`
    OutputPeriods every;
    std::vector<std::uint32_t> set_motions;  ///< the walls whose motion begins anew
};

}  // namespace scree::engine

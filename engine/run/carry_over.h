#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/dynamics/snapshot.h"
#include "engine/dynamics/walls/walls.h"

namespace scree::engine {

/// How one run differs from another whose grains and contacts it takes over.
struct CarryOver {
    double dt_ratio = 1.0;          ///< the new time step over the old one
    std::uint32_t derivatives = 0;  ///< of the new integrator, for each coordinate
    /// For each piece of the old walls: the piece in the new run that is the same.
    std::vector<std::optional<std::uint32_t>> pieces;
};

/// Puts the grains of an old run, numbered anew from 0, and their contacts into `fresh`, the
/// snapshot of a new run without grains. Contacts keep their springs; those with walls that are not
/// there any more end. Pairs are searched for anew in the next step. Throws std::invalid_argument
/// if the old snapshot is not whole; the new run must check the rest.
Snapshot carried_over(const Snapshot& old, Snapshot fresh, const CarryOver& change,
                      const Walls& walls);

}  // namespace scree::engine

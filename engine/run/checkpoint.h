#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/run/world.h"

namespace scree::engine {

/// How far the files of a run folder have come.
struct OutputState {
    std::uint64_t frames_next = 0;  ///< of the triggers
    std::uint64_t series_next = 0;
    std::uint64_t checkpoint_next = 0;
    std::uint64_t segments = 0;  ///< of the trajectory
    std::uint64_t frames = 0;
    std::uint64_t shapes = 0;  ///< grains with lower ids have theirs in the trajectory
    std::uint64_t series_bytes = 0;
    std::uint64_t log_bytes = 0;
    std::uint64_t stability_warnings = 0;
    double wall_seconds = 0.0;  ///< that the run took so far
};

/// All that a run goes on from.
struct Checkpoint {
    std::string scene;  ///< in TOML, as it was run
    WorldState live;
    OutputState output;
};

/// As an HDF5 file.
std::vector<std::byte> encode(const Checkpoint& checkpoint);

/// Of a file that is whole. Throws Hdf5Error for what is no checkpoint; allocates no more than the
/// file's size a few times over. Whether the state makes sense is for World::restore().
Checkpoint decode_checkpoint(std::span<const std::byte> image);

}  // namespace scree::engine

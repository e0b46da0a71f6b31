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
    std::uint64_t frames_next = 0;  ///< these three: which frame, row and checkpoint is due next
    std::uint64_t series_next = 0;
    std::uint64_t checkpoint_next = 0;
    std::uint64_t segments = 0;  ///< of the trajectory
    std::uint64_t frames = 0;
    std::uint64_t shapes = 0;  ///< the shapes of grains with lower ids are in the trajectory
    std::uint64_t series_bytes = 0;
    std::uint64_t log_bytes = 0;
    std::uint64_t stability_warnings = 0;
    double wall_seconds = 0.0;  ///< the time that the run took so far
    /// StepSums::numbers() at the last row of series.csv, from which the next one takes its means.
    std::vector<double> sums_at_row{};
};

/// All that a run needs to go on.
struct Checkpoint {
    std::string scene;  ///< in TOML, as it was run
    WorldState live;
    OutputState output;
};

/// Returns the checkpoint as an HDF5 file.
std::vector<std::byte> encode(const Checkpoint& checkpoint);

/// Reads a checkpoint from the bytes of a file. Throws Hdf5Error if it is not a checkpoint;
/// allocates no more than a few times the file's size. World::restore() checks whether the state
/// makes sense.
Checkpoint decode_checkpoint(std::vector<std::byte> image);

}  // namespace scree::engine

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/dynamics/body_state.h"
#include "engine/dynamics/walls/wall.h"
#include "engine/run/packing/packing.h"
#include "engine/run/world.h"
#include "engine/scene/scene.h"

/// Runs that begin where another one ended.
namespace scree::engine {

/// The grains of a group of the other run: all that it has, also those that are gone or still to
/// come.
struct LeftGroup {
    std::string name;
    std::vector<NewGrain> grains;  ///< their places do not count; those in the state do
};

/// A wall of the other run.
struct LeftWall {
    std::string name;
    std::vector<WallPiece> pieces;  ///< before it has moved
    geometry::Vec2 about;           ///< the point that it turned about
    WallPlace place;                ///< where it was in the end, and how it moved
    geometry::Vec2 force;           ///< N: its load, or what it bore of the grains
};

/// The other run at the moment that is gone on from, complete in itself.
struct LeftRun {
    std::string folder;        ///< as users know it
    std::string scene;         ///< in TOML
    bool has_springs = false;  ///< it is the state of a checkpoint, and not only that of a frame
    double time = 0.0;         ///< s
    double dt = 0.0;           ///< s, by which the derivatives in the state are scaled
    std::vector<std::string> materials;
    std::vector<LeftGroup> groups;
    std::vector<std::uint32_t> rains;  ///< the groups that come as rain
    std::vector<LeftWall> walls;
    WorldState state;
    /// Whether it just goes on; known once the run has begun that begins from it.
    std::optional<bool> goes_on;
};

/// What a run begins with that begins from another one, told in the words of its own scene.
struct Beginning {
    LeftRun left;
    /// Nothing of what decides the motion has changed, so that the other run just goes on.
    bool goes_on = false;
    std::vector<GrainOrigin> origins;      ///< of the grains; in a run that goes on, by their ids
    std::vector<std::uint16_t> materials;  ///< of the scene, for each of the other run
    /// For each wall of the scene: which wall of the other run it is.
    std::vector<std::optional<std::size_t>> walls;
    std::string note;  ///< what was taken over, for people
};

/// Reads the run that a scene begins from, and adds its grains to the scene, or makes the packing
/// that it begins with; leaves other scenes as they are. Throws FileError if the folder cannot be
/// read, and std::invalid_argument with a sentence for what does not fit to the scene.
Scene with_beginning(Scene scene, const PackObserver& observer = {});

/// Does the same for the scene of a run folder, which holds a copy of what it began from or with.
Scene with_beginning_in(const std::filesystem::path& folder, Scene scene);

/// The grains of each group that are there when the run begins, with their places; none for other
/// scenes.
std::vector<std::vector<NewGrain>> grains_left(const Scene& scene);

/// Reads a moment of the run in a folder: its last checkpoint, or the state at about `time` (s).
LeftRun read_left_run(const std::filesystem::path& folder, std::optional<double> time);

// The file start.h5 of a run folder.
std::vector<std::byte> encode(const LeftRun& left);
/// Throws Hdf5Error for bytes that are no such file, and std::invalid_argument for shapes that are
/// none.
LeftRun decode_left_run(std::vector<std::byte> image);

}  // namespace scree::engine

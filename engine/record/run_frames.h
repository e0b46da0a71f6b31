#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/frame/facts.h"
#include "engine/record/trajectory.h"
#include "engine/scene/scene.h"

namespace scree::engine {

/// The scene of a run folder, with these changes. Throws FileError.
Scene scene_in(const std::filesystem::path& folder, std::span<const std::string> sets = {});

/// A frame with everything that is known about it.
struct SeenFrame {
    std::uint64_t number = 0;
    Frame frame;
    FrameFacts facts;
};

/// The frames of a run folder, for reading only; the run may still go on. Throws FileError and
/// Hdf5Error.
class RunFrames {
public:
    explicit RunFrames(const std::filesystem::path& folder);

    const std::filesystem::path& folder() const { return folder_; }
    const Scene& scene() const { return scene_; }
    /// The number of frames so far; at least one.
    std::uint64_t count() const { return reader_.frames(); }
    /// Looks for more frames, and says whether anything is different from before.
    bool look_again() { return reader_.look_again(); }
    /// Reads a frame, and checks that all of its bodies have shapes, are finite and appear only
    /// once.
    SeenFrame see(std::uint64_t frame);
    /// The shape of a body in a frame that was seen.
    const BodyShape& shape(BodyNumber body) const { return reader_.shape(body); }
    /// The angle that a grain in a frame that was seen had in the very first frame with it, rad.
    double first_angle(BodyNumber grain) const { return reader_.first_angle(grain); }
    /// The frame whose time is nearest.
    std::uint64_t nearest(double time) { return reader_.nearest(time); }
    /// The time of any frame, s. Throws as see() does.
    double time(std::uint64_t frame) { return reader_.time(frame); }
    /// What things are called; a run of an older version names the materials only.
    const RunNames& names() const { return reader_.names(); }
    const std::string& material_of(BodyNumber body) const {
        return scene_.materials[shape(body).material].name;
    }

private:
    std::filesystem::path folder_;
    Scene scene_;
    TrajectoryReader reader_;
};

/// Called before each frame of an export, with the number of frames that are done; the export stops
/// if it returns false.
using KeepGoing = std::function<bool(std::uint64_t done)>;

}  // namespace scree::engine

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/frame/facts.h"
#include "engine/record/trajectory.h"
#include "engine/scene/scene.h"

namespace scree::engine {

/// The scene of a run folder. Throws FileError.
Scene scene_in(const std::filesystem::path& folder);

/// A frame with all that is known of it.
struct SeenFrame {
    std::uint64_t number = 0;
    Frame frame;
    FrameFacts facts;
};

/// The frames of a run folder, for those who only look; the run may still go on. Throws FileError
/// and Hdf5Error.
class RunFrames {
public:
    explicit RunFrames(const std::filesystem::path& folder);

    const std::filesystem::path& folder() const { return folder_; }
    const Scene& scene() const { return scene_; }
    /// That are there so far; at least one.
    std::uint64_t count() const { return reader_.frames(); }
    /// Looks for more, and says whether there is anything else than before.
    bool look_again() { return reader_.look_again(); }
    /// One whose bodies all have shapes, are finite and are there once.
    SeenFrame see(std::uint64_t frame);
    /// Of a body in a frame that was seen.
    const BodyShape& shape(BodyNumber body) const { return reader_.shape(body); }
    /// Of a grain in a frame that was seen: its angle in the first frame of all that it is in, rad.
    double first_angle(BodyNumber grain) const { return reader_.first_angle(grain); }
    /// Of any frame, s. Throws as see() does.
    double time(std::uint64_t frame) { return reader_.time(frame); }
    const std::string& material_of(BodyNumber body) const {
        return scene_.materials[shape(body).material].name;
    }

private:
    std::filesystem::path folder_;
    Scene scene_;
    TrajectoryReader reader_;
};

/// Asked before each frame of an export, with the number of those that are done; no: stop.
using KeepGoing = std::function<bool(std::uint64_t done)>;

}  // namespace scree::engine

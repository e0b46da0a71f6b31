#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/run/measures.h"

namespace scree::engine {

/// Thrown if the request names something that does not exist, such as a kind of measurement or a
/// frame.
class MeasureRequestError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What to measure of a run, and at what time.
struct MeasureRequest {
    /// The kind of measurement. If it is empty, all that the scene asks for are made, or else every
    /// kind that needs no region.
    std::optional<std::string> kind;
    std::optional<Interval> x;  ///< m: the region; by default as in the scene, or the domain
    std::optional<Interval> y;
    std::optional<std::uint64_t> frame;  ///< from 0; if it is empty, `time` counts
    std::optional<double> time;          ///< s: the nearest frame is taken; by default the last one
};

struct FrameMeasurements {
    std::uint64_t frame = 0;
    std::uint64_t frames = 0;  ///< the number of frames so far
    std::uint64_t step = 0;
    double time = 0.0;  ///< s
    std::vector<NamedMeasurement> measurements;
};

/// Measures a frame of the trajectory of a run folder; the run may still go on. Throws
/// MeasureRequestError, FileError and Hdf5Error, and SceneErrors if scene.toml is not a scene.
FrameMeasurements measure_folder(const std::filesystem::path& folder,
                                 const MeasureRequest& request);

/// The same as JSON, with a line end.
std::string measurements_json(const FrameMeasurements& measured);

}  // namespace scree::engine

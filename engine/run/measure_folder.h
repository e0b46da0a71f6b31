#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/run/measures.h"

namespace scree::engine {

/// Something is asked for that there is not: a kind of measurement, a frame.
class MeasureRequestError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What is to be measured of a run, and when.
struct MeasureRequest {
    /// None: what the scene asks for, or else every kind that needs no region.
    std::optional<std::string> kind;
    std::optional<Interval> x;  ///< m: the region; none: that of the scene's measure or the domain
    std::optional<Interval> y;
    std::optional<std::uint64_t> frame;  ///< from 0; none: see `time`
    std::optional<double> time;          ///< s: the frame that is nearest; none: the last
};

struct FrameMeasurements {
    std::uint64_t frame = 0;
    std::uint64_t frames = 0;  ///< that there are so far
    std::uint64_t step = 0;
    double time = 0.0;  ///< s
    std::vector<NamedMeasurement> measurements;
};

/// Measures a frame of the trajectory of a run folder; the run may still go on. Throws
/// MeasureRequestError, FileError and Hdf5Error, and SceneErrors for a scene.toml that is none.
FrameMeasurements measure_folder(const std::filesystem::path& folder,
                                 const MeasureRequest& request);

/// The same as JSON, with a line end.
std::string measurements_json(const FrameMeasurements& measured);

}  // namespace scree::engine

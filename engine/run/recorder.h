#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "engine/base/trigger.h"
#include "engine/files/append_file.h"
#include "engine/frame/shape_book.h"
#include "engine/record/run_folder.h"
#include "engine/record/sums.h"
#include "engine/record/trajectory.h"
#include "engine/run/checkpoint.h"
#include "engine/run/world.h"

namespace scree::engine {

/// Checkpoints are at most this far apart in wall time, whatever the scene asks for, so that no
/// more work than this is lost.
inline constexpr std::chrono::seconds between_checkpoints{60};

/// Writes what a scene in motion leaves in its run folder: rows of series.csv, frames of the
/// trajectory, checkpoints, log.txt. Throws FileError, but even then the last checkpoint is whole.
class RunRecorder {
public:
    using Clock = std::chrono::steady_clock;
    using Now = std::function<Clock::time_point()>;

    /// Goes on from the given state of the files; a new run has a state of zeros. What the files
    /// hold beyond that state is cut off.
    RunRecorder(const RunFolder& folder, const World& live, ShapeBook& shapes,
                const OutputState& from, Now now = Clock::now);

    /// Whether something is due by simulated time after this step.
    bool is_due(std::uint64_t step) const;
    /// Writes what is due by simulated or wall time.
    void record();
    void write_checkpoint();
    /// Writes a row and a frame of the end, unless they are there already. They come after the last
    /// checkpoint, so that a run which goes on removes them again.
    void write_end();
    /// Brings what is meant for other programs up to the last frame.
    void complete_index() { trajectory_.complete_index(); }
    void log(const std::string& message);
    /// Writes a file of the end of the run, and the sums of all files as they are then.
    void write_with_sum(const std::string& name, const std::string& text);
    void flush();

    /// The wall time of the run so far, with that of earlier processes.
    double wall_seconds() const;
    std::uint64_t frames() const { return frames_; }
    std::uint64_t stability_warnings = 0;  ///< the number of warnings so far

private:
    void follow_stage();
    void write_row();
    void write_frame();
    void add_new_shapes();
    OutputState output_state() const;
    void write_sums();

    const RunFolder& folder_;
    const World& live_;
    ShapeBook& shapes_;
    std::size_t stage_;  ///< whose periods are in force
    Trigger series_due_;
    Trigger frames_due_;
    Trigger checkpoint_due_;
    AppendFile series_;
    std::vector<double> sums_at_row_;   ///< sums of forces on walls at the last row
    std::vector<std::size_t> columns_;  ///< of a row, for a file without some; else empty
    AppendFile log_;
    TrajectoryWriter trajectory_;
    Sums sums_;
    std::uint64_t frames_;
    std::uint64_t shapes_written_;  ///< the shapes of grains with lower ids are in the trajectory
    double earlier_seconds_;
    Now now_;
    Clock::time_point start_ = now_();
    Clock::time_point last_flush_ = start_;
    Clock::time_point last_checkpoint_ = start_;
};

}  // namespace scree::engine

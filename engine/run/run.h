#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/run/measures.h"
#include "engine/run/recorder.h"
#include "engine/run/world.h"

namespace scree::engine {

/// The progress of a run.
struct RunProgress {
    double time = 0.0;      ///< s
    double duration = 0.0;  ///< s, at most
    std::uint64_t steps = 0;
    std::size_t grains = 0;
    double kinetic = 0.0;  ///< J
    std::string stage{};   ///< as "shear (2 of 3)"; empty in a scene without stages
};

/// The interface for those who follow a run. It is called by the thread that runs it.
class RunObserver {
public:
    virtual ~RunObserver() = default;
    /// Called several times a second.
    virtual void on_progress(const RunProgress&) {}
    /// Called with a warning or other news for people; log.txt has it too.
    virtual void on_message(const std::string&) {}
};

/// Conditions that end a run early.
struct RunLimits {
    std::function<bool()> stop_requested{};  ///< asked many times a second; may be empty
    std::optional<double> max_wall{};        ///< s, of this process
};

enum class RunEnd : std::uint8_t {
    duration,
    at_rest,
    condition,  ///< that of the last stage, unless it is rest
    max_wall,
    interrupted
};

/// The name of an end as in summary.json: "duration", "at_rest" and so on.
std::string_view name_of(RunEnd end);

/// A scene in motion that fills a run folder, and can go on after any end to the same bits. Throws
/// FileError when files cannot be read or written, but even then the last checkpoint is whole.
class Run {
public:
    /// Makes a run that begins in an empty folder. `version` is that of the program, for the
    /// summary.
    Run(std::unique_ptr<World> live, RunFolder folder, std::string version);

    /// Makes a run that goes on from the last good checkpoint of a folder, or from the beginning if
    /// none was written yet. `sets` may change only the duration and the threads. With `end` it
    /// goes on to this time (s), also if it has ended before by a condition. Changes nothing in the
    /// folder. Also throws SceneErrors, and std::invalid_argument as set_up() does.
    static Run resume(RunFolder folder, const std::vector<std::string>& sets, std::string version,
                      std::optional<double> end = {});

    /// Whether nothing is left to do, because the run has ended and its summary and picture are
    /// there.
    bool finished() const;

    /// Steps until the end. Then writes a checkpoint, the end of the files and the summary. Throws
    /// Breakdown with the grain's name, which goes into log.txt and failure.txt too.
    RunEnd go(const RunLimits& limits, RunObserver& observer);

    const World& live() const { return *live_; }
    const RunFolder& folder() const { return *folder_; }
    ShapeBook& shapes() { return shapes_; }
    /// The measurements of the current state. Those with a time are means over the rows that are
    /// written, and profiles over the frames.
    std::vector<NamedMeasurement> measurements();

private:
    RunRecorder begin(RunObserver& observer);
    RunEnd step_to_end(RunRecorder& recorder, const RunLimits& limits, RunObserver& observer);
    std::uint64_t steps_at_once(const RunRecorder& recorder) const;
    void write_fields();
    void finish(RunRecorder& recorder, RunEnd end);
    void tell_news(RunRecorder& recorder, RunObserver& observer);
    void warn_of_instability(RunRecorder& recorder, RunObserver& observer) const;
    void log_contests(RunRecorder& recorder);
    void show_progress(RunObserver& observer) const;

    // Their addresses in memory must not change when the run moves.
    std::unique_ptr<World> live_;
    std::unique_ptr<RunFolder> folder_;
    std::string version_;
    ShapeBook shapes_;
    std::optional<OutputState> from_;  ///< empty if the run begins anew
    std::string message_;              ///< about the state that it goes on from
    std::size_t logged_contests_ = 0;
    std::vector<NamedMeasurement>
        fields_;  ///< what the summary says of the fields that are written
};

}  // namespace scree::engine

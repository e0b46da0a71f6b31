#pragma once

#include <chrono>
#include <string>

#include "engine/run/run.h"

namespace scree::cli {

/// Shows on stderr how far a run is: a bar on a terminal, else a plain line every few seconds. The
/// bar is coloured unless NO_COLOR is set.
class Progress : public engine::RunObserver {
public:
    Progress(std::string name, bool quiet);
    ~Progress() override;

    void on_progress(const engine::RunProgress& progress) override;
    void on_message(const std::string& message) override;
    /// Removes the bar.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    void note_speed(const engine::RunProgress& progress, Clock::time_point now);
    std::string numbers(const engine::RunProgress& progress) const;
    std::string bar(const engine::RunProgress& progress) const;

    std::string name_;
    bool quiet_;
    bool terminal_;
    bool colour_;
    bool drawn_ = false;
    bool begun_ = false;
    Clock::time_point shown_{};
    Clock::time_point mark_{};       ///< since when the speed is averaged
    engine::RunProgress at_mark_{};  ///< how far the run was then
    double steps_per_second_ = 0.0;
    double pace_ = 0.0;  ///< simulated seconds in a second
};

}  // namespace scree::cli

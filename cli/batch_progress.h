#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>

namespace scree::cli {

/// Shows on stderr how far a batch is: a bar on a terminal, else plain lines.
class BatchProgress {
public:
    /// Of `members`, so many were `done` and `failed` before it began.
    struct Counts {
        std::size_t members = 0;
        std::size_t done = 0;
        std::size_t failed = 0;
    };

    BatchProgress(std::string name, Counts before, bool quiet);
    ~BatchProgress();

    /// `resumed`: a part of it is behind it, which its first report tells.
    void on_start(std::size_t member, bool resumed);
    void on_report(std::size_t member, double share);
    /// `status` as in the table; what was merely stopped has neither failed nor is it done.
    void on_end(std::size_t member, const std::string& name, const std::string& status);
    /// A warning, or why a member failed; shown also where progress is not.
    void say(const std::string& message);
    /// Several times a second.
    void show();
    /// Removes the bar.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    struct Running {
        double begun = 0.0;  ///< the share that was behind it
        double share = 0.0;
        bool begun_is_known = true;
    };

    double left() const;
    std::string numbers() const;

    std::string name_;
    Counts counts_;
    std::size_t to_do_;
    double work_done_ = 0.0;  ///< in members
    std::map<std::size_t, Running> running_;
    bool quiet_;
    bool terminal_;
    bool colour_;
    bool drawn_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point shown_ = start_;
};

}  // namespace scree::cli

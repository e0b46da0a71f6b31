#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>

namespace scree::cli {

/// Shows on stderr how far a batch is: a bar on a terminal, else plain lines.
class BatchProgress {
public:
    /// How many members the batch has, and how many of them were done or had failed before it
    /// began.
    struct Counts {
        std::size_t members = 0;
        std::size_t done = 0;
        std::size_t failed = 0;
    };

    BatchProgress(std::string name, Counts before, bool quiet);
    ~BatchProgress();

    /// A `resumed` member has done a part of its work before; its first report tells how much.
    void on_start(std::size_t member, bool resumed);
    void on_report(std::size_t member, double share);
    /// `status` is the word in the table. A member that was merely stopped counts neither as done
    /// nor as failed.
    void on_end(std::size_t member, const std::string& name, const std::string& status);
    /// Shows a warning, or why a member failed, even where progress is not shown.
    void say(const std::string& message);
    /// Shows how far the batch is. To be called several times a second.
    void show();
    /// Removes the bar.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    struct Running {
        double begun = 0.0;  ///< the share that was done before this call
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

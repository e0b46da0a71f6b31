#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace scree::cli {

/// Shows on stderr how many of so many things are done: a bar on a terminal, else a plain line
/// every few seconds.
class CountBar {
public:
    CountBar(std::string name, std::string things, std::uint64_t count, bool quiet);
    ~CountBar();
    CountBar(const CountBar&) = delete;
    CountBar& operator=(const CountBar&) = delete;

    void show(std::uint64_t done);
    /// Removes the bar.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    std::string name_;
    std::string things_;
    std::uint64_t count_;
    bool quiet_;
    bool terminal_;
    bool drawn_ = false;
    Clock::time_point start_;
    Clock::time_point shown_;
};

}  // namespace scree::cli

#include "cli/packing_progress.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>

#include "cli/interruption.h"
#include "cli/terminal.h"

namespace scree::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_bars{100};
constexpr std::chrono::seconds between_reports{5};

class PackingProgress {
public:
    PackingProgress(std::string name, bool quiet)
        : name_(std::move(name)), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}
    ~PackingProgress() {
        if (drawn_) std::cerr << "\r\033[K" << std::flush;
    }
    PackingProgress(const PackingProgress&) = delete;
    PackingProgress& operator=(const PackingProgress&) = delete;

    void show(const engine::PackProgress& progress) {
        if (stop_requested()) throw PackingStopped();
        const Clock::time_point now = Clock::now();
        if (quiet_ || (terminal_ ? now - shown_ < between_bars : now - shown_ < between_reports))
            return;
        shown_ = now;
        const std::string numbers =
            format("fraction %.4f, mean overlap %.1e, iteration %llu", progress.fraction,
                   progress.mean_overlap, static_cast<unsigned long long>(progress.iterations));
        if (!terminal_) {
            std::cerr << name_ << ": packs: " << numbers << '\n';
            return;
        }
        std::string line = name_ + " packs " + bar_text(progress.done) + ' ' + numbers;
        line.resize(std::min(line.size(), terminal_width() - 1));
        std::cerr << "\r" << line << "\033[K" << std::flush;
        drawn_ = true;
    }

private:
    std::string name_;
    bool quiet_;
    bool terminal_;
    bool drawn_ = false;
    Clock::time_point shown_ = Clock::now();
};

}  // namespace

engine::PackObserver show_packing(const std::string& name, bool quiet) {
    const auto progress = std::make_shared<PackingProgress>(name, quiet);
    return [progress](const engine::PackProgress& now) { progress->show(now); };
}

}  // namespace scree::cli

#include "cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <utility>

#include "cli/terminal.h"

namespace scree::cli {
namespace {

constexpr std::chrono::seconds between_lines{5};
/// The speed is averaged over the last few seconds only, because rain makes runs slower and slower.
constexpr double averaging_seconds = 5.0;

}  // namespace

Progress::Progress(std::string name, bool quiet)
    : name_(std::move(name)),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) != 0),
      colour_(terminal_ && wants_colour()) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
    if (drawn_) std::cerr << "\r\033[K" << std::flush;
    drawn_ = false;
}

void Progress::on_message(const std::string& message) {
    clear();
    std::cerr << name_ << ": " << message << '\n';
}

void Progress::note_speed(const engine::RunProgress& progress, Clock::time_point now) {
    if (!begun_) {
        mark_ = shown_ = now;
        at_mark_ = progress;
        begun_ = true;
        return;
    }
    const double passed = std::chrono::duration<double>(now - mark_).count();
    if (passed <= 0.0) return;
    steps_per_second_ = static_cast<double>(progress.steps - at_mark_.steps) / passed;
    pace_ = (progress.time - at_mark_.time) / passed;
    if (passed > averaging_seconds) {
        mark_ = now;
        at_mark_ = progress;
    }
}

std::string Progress::numbers(const engine::RunProgress& progress) const {
    const double left = pace_ > 0.0 ? (progress.duration - progress.time) / pace_ : HUGE_VAL;
    return (progress.stage.empty() ? "" : progress.stage + ' ') +
           format("%.4g / %.4g s", progress.time, progress.duration) +
           format("  %.0f steps/s", steps_per_second_) + "  " + clock_text(left) + " left" +
           format("  %zu grains", progress.grains) + format("  Ekin %.2e J", progress.kinetic);
}

std::string Progress::bar(const engine::RunProgress& progress) const {
    std::string text =
        name_ + ' ' + bar_text(progress.time / progress.duration) + ' ' + numbers(progress);
    text.resize(std::min(text.size(), terminal_width() - 1));
    if (!colour_ || text.size() <= name_.size()) return text;
    return "\033[1m" + name_ + "\033[0m" + text.substr(name_.size());
}

void Progress::on_progress(const engine::RunProgress& progress) {
    const Clock::time_point now = Clock::now();
    note_speed(progress, now);
    if (quiet_) return;
    if (terminal_) {
        std::cerr << "\r" << bar(progress) << "\033[K" << std::flush;
        drawn_ = true;
    } else if (now - shown_ >= between_lines) {
        std::cerr << name_ << ": " << numbers(progress) << '\n';
        shown_ = now;
    }
}

}  // namespace scree::cli

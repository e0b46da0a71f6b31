#include "cli/count_bar.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <iostream>
#include <utility>

namespace scree::cli {
namespace {

constexpr std::chrono::milliseconds between_bars{100};
constexpr std::chrono::seconds between_lines{5};
constexpr std::size_t bar_width = 24;

}  // namespace

CountBar::CountBar(std::string name, std::string things, std::uint64_t count, bool quiet)
    : name_(std::move(name)),
      things_(std::move(things)),
      count_(count),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) != 0),
      start_(Clock::now()),
      shown_(start_) {}

CountBar::~CountBar() { clear(); }

void CountBar::clear() {
    if (drawn_) std::cerr << "\r\033[K" << std::flush;
    drawn_ = false;
}

void CountBar::show(std::uint64_t done) {
    const Clock::time_point now = Clock::now();
    if (quiet_ || now - shown_ < (terminal_ ? between_bars : between_lines)) return;
    shown_ = now;
    const double share = static_cast<double>(done) / static_cast<double>(count_);
    std::string text = std::to_string(done) + " / " + std::to_string(count_) + " " + things_;
    if (done > 0) {
        const double passed = std::chrono::duration<double>(now - start_).count();
        text += "  " + std::to_string(std::lround(passed * (1.0 - share) / share)) + " s left";
    }
    if (!terminal_) {
        std::cerr << name_ << ": " << text << '\n';
        return;
    }
    const auto full = static_cast<std::size_t>(share * static_cast<double>(bar_width));
    std::cerr << '\r' << name_ << " [" << std::string(full, '#')
              << std::string(bar_width - full, '.') << "] " << text << "\033[K" << std::flush;
    drawn_ = true;
}

}  // namespace scree::cli

#include "cli/count_bar.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "cli/terminal.h"

namespace scree::cli {
namespace {

constexpr std::chrono::milliseconds between_bars{100};
constexpr std::chrono::seconds between_lines{5};

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
        text += "  " + clock_text(passed * (1.0 - share) / share) + " left";
    }
    if (!terminal_) {
        std::cerr << name_ << ": " << text << '\n';
        return;
    }
    text = name_ + " " + bar_text(share) + " " + text;
    text.resize(std::min(text.size(), terminal_width() - 1));
    std::cerr << '\r' << text << "\033[K" << std::flush;
    drawn_ = true;
}

}  // namespace scree::cli

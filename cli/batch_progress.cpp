#include "cli/batch_progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <utility>

#include "cli/terminal.h"

namespace scree::cli {
namespace {

constexpr std::chrono::seconds between_lines{5};

}  // namespace

BatchProgress::BatchProgress(std::string name, Counts before, bool quiet)
    : name_(std::move(name)),
      counts_(before),
      to_do_(before.members - before.done - before.failed),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) != 0),
      colour_(terminal_ && wants_colour()) {}

BatchProgress::~BatchProgress() { clear(); }

void BatchProgress::clear() {
    if (drawn_) std::cerr << "\r\033[K" << std::flush;
    drawn_ = false;
}

void BatchProgress::say(const std::string& message) {
    clear();
    std::cerr << message << '\n';
}

void BatchProgress::on_start(std::size_t member, bool resumed) {
    running_[member].begun_is_known = !resumed;
}

void BatchProgress::on_report(std::size_t member, double share) {
    Running& running = running_[member];
    if (!running.begun_is_known) running.begun = share;
    running.begun_is_known = true;
    running.share = share;
}

void BatchProgress::on_end(std::size_t member, const std::string& name, const std::string& status) {
    work_done_ += 1.0 - running_[member].begun;
    running_.erase(member);
    if (status == "done") ++counts_.done;
    if (status == "failed" || status == "killed") ++counts_.failed;
    if (quiet_ || terminal_) return;
    std::cerr << name << ": " << status << " (" << counts_.done + counts_.failed << " of "
              << counts_.members << ")\n";
    shown_ = Clock::now();
}

/// The seconds that are left if the work goes on at the same rate as so far.
double BatchProgress::left() const {
    double behind = work_done_;
    double all = static_cast<double>(to_do_);
    for (const auto& [member, running] : running_) {
        behind += running.share - running.begun;
        all -= running.begun;
    }
    const double passed = std::chrono::duration<double>(Clock::now() - start_).count();
    return behind > 0.0 ? passed * std::max(all - behind, 0.0) / behind : HUGE_VAL;
}

std::string BatchProgress::numbers() const {
    std::string text = std::to_string(counts_.done) + " of " + std::to_string(counts_.members) +
                       " done, " + std::to_string(running_.size()) + " running";
    if (counts_.failed > 0) text += ", " + std::to_string(counts_.failed) + " failed";
    return text + ", " + clock_text(left()) + " left";
}

void BatchProgress::show() {
    if (quiet_) return;
    if (terminal_) {
        double share = static_cast<double>(counts_.done + counts_.failed);
        for (const auto& [member, running] : running_) share += running.share;
        std::string text =
            name_ + ' ' + bar_text(share / static_cast<double>(counts_.members)) + ' ' + numbers();
        text.resize(std::min(text.size(), terminal_width() - 1));
        if (colour_ && text.size() > name_.size())
            text = "\033[1m" + name_ + "\033[0m" + text.substr(name_.size());
        std::cerr << '\r' << text << "\033[K" << std::flush;
        drawn_ = true;
    } else if (Clock::now() - shown_ >= between_lines) {
        std::cerr << name_ << ": " << numbers() << '\n';
        shown_ = Clock::now();
    }
}

}  // namespace scree::cli

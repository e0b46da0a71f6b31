#include "render/window/replay.h"

#include <algorithm>
#include <limits>

namespace scree::window {
namespace {

/// Frames in a second where no pace is given: as fast as one can look.
constexpr double frames_per_second = 30.0;

}  // namespace

Replay::Replay(const std::filesystem::path& folder) : run_(folder), last_(run_.count() - 1) {
    end_ = time_of(last_);
    start_pace();
}

double Replay::time_of(std::uint64_t frame) {
    const auto known = times_.find(frame);
    if (known != times_.end()) return known->second;
    return times_[frame] = run_.see(frame).frame.time;
}

void Replay::start_pace() {
    pace_start_ = Clock::now();
    pace_time_ = time_of(at_);
}

void Replay::pause(bool paused) {
    paused_ = paused;
    if (!paused_ && at_ == last_) go_to_frame(0);
    is_new_ = true;
    start_pace();
}

void Replay::step(bool back, std::uint64_t) {
    paused_ = true;
    if (back ? at_ > 0 : at_ < last_) go_to_frame(back ? at_ - 1 : at_ + 1);
    is_new_ = true;
}

void Replay::restart() { go_to_frame(0); }

void Replay::set_pace(std::optional<double> pace) {
    pace_ = pace;
    start_pace();
}

void Replay::go_to(double time) {
    paused_ = true;
    std::uint64_t low = 0;
    std::uint64_t high = last_;
    while (low < high) {
        const std::uint64_t middle = low + (high - low + 1) / 2;
        if (time_of(middle) <= time)
            low = middle;
        else
            high = middle - 1;
    }
    go_to_frame(low);
}

void Replay::go_to_frame(std::uint64_t frame) {
    at_ = frame;
    is_new_ = true;
    start_pace();
}

void Replay::play_on() {
    if (paused_ || at_ == last_) return;
    const double elapsed = std::chrono::duration<double>(Clock::now() - pace_start_).count();
    if (!pace_) {
        if (elapsed < 1.0 / frames_per_second) return;
        go_to_frame(at_ + 1);
        return;
    }
    const double now = pace_time_ + *pace_ * elapsed;
    while (at_ < last_ && time_of(at_ + 1) <= now) {
        ++at_;
        is_new_ = true;
    }
}

std::unique_ptr<engine::LiveView> Replay::take() {
    play_on();
    if (!is_new_) return nullptr;
    is_new_ = false;
    return view();
}

/// Takes in grains that were not seen before; also on the way back, where some came and went
/// between two frames that were looked at.
void Replay::know(const engine::Frame& frame) {
    for (std::size_t k = 0; k < frame.grains.body.size(); ++k) {
        const auto id = static_cast<std::size_t>(frame.grains.body[k]);
        if (id >= known_.size()) known_.resize(id + 1);
        if (!known_[id].name.empty()) continue;
        known_[id] = {run_.shape(frame.grains.body[k]), frame.grains.angle[k],
                      "grain " + std::to_string(id)};
        if (id < told_) told_ = 0;
    }
}

std::unique_ptr<engine::LiveView> Replay::view() {
    auto view = std::make_unique<engine::LiveView>();
    view->frame = run_.see(at_).frame;
    times_[at_] = view->frame.time;
    know(view->frame);
    view->first_new = told_;
    view->grains.assign(known_.begin() + static_cast<std::ptrdiff_t>(told_), known_.end());
    told_ = known_.size();
    view->status = paused_        ? engine::LiveStatus::paused
                   : at_ == last_ ? engine::LiveStatus::over
                                  : engine::LiveStatus::running;
    view->reached = std::numeric_limits<std::uint64_t>::max();
    view->parameters.gravity = scene().run.gravity;
    return view;
}

}  // namespace scree::window

#include "render/window/replay.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/record/segment_name.h"
#include "engine/record/sums.h"
#include "engine/run/beginning.h"
#include "geometry/transform.h"

namespace scree::window {
namespace {

using geometry::Box;
using geometry::Vec2;

/// Frames in a second where no pace is given, about as fast as the eye can follow.
constexpr double frames_per_second = 30.0;
/// The time between two looks at the clock while the run plays.
constexpr std::chrono::milliseconds between_looks{2};
/// The time between two looks for new frames, since the run may still go on.
constexpr std::chrono::seconds between_folder_looks{1};

/// The time when a segment came or went, or the index was written; always the same value where
/// there are none.
std::filesystem::file_time_type segments_time(const std::filesystem::path& folder) {
    const auto time_of = [&](const char* name) {
        std::error_code error;
        return std::filesystem::last_write_time(folder / name, error);
    };
    return std::max(time_of(engine::segment_folder), time_of("trajectory.h5"));
}

/// The broad phase of the run; for `auto` the one that it kept, where the summary names it.
engine::BroadPhaseSettings broad_phase_of(const engine::RunFrames& run) {
    engine::BroadPhaseSettings settings = run.scene().broad_phase;
    if (settings.kind != engine::BroadPhaseKind::automatic) return settings;
    const auto text = engine::SummedFolder(run.folder()).text_if_there("summary.json");
    const auto summary = nlohmann::json::parse(text.value_or(""), nullptr, false);
    const auto contests =
        summary.is_object() ? summary.find("broad_phase_contests") : summary.end();
    if (contests == summary.end() || !contests->is_array() || contests->empty()) return settings;
    const auto& last = contests->back();
    const auto kept = last.is_object() ? last.value("kept", nlohmann::json()) : nlohmann::json();
    if (!kept.is_string()) return settings;
    settings.kind =
        engine::kind_of<engine::BroadPhaseKind>(kept.get<std::string>()).value_or(settings.kind);
    return settings;
}

/// The scene of a run, with the grains and walls that it began with. Without the file that holds
/// them, or with one that is damaged, what was written into the frames can still be seen.
engine::Scene whole_scene(const engine::RunFrames& run) {
    try {
        return engine::with_beginning_in(run.folder(), run.scene());
    } catch (const std::exception&) {
        return run.scene();
    }
}

/// Gravity at a moment of a stage, which may turn steadily.
Vec2 gravity_at(const engine::Scene& scene, const engine::LiveStages& stages, double time) {
    const engine::Stage& stage = scene.stages[stages.now];
    if (stages.now >= stages.begins.size()) return stage.begin.gravity;
    const double share = std::clamp((time - stages.begins[stages.now]) / stage.duration, 0.0, 1.0);
    return stage.begin.gravity + share * (stage.end.gravity - stage.begin.gravity);
}

}  // namespace

Replay::Replay(const std::filesystem::path& folder)
    : segments_time_(segments_time(folder)),
      run_(folder),
      scene_(whole_scene(run_)),
      records_(folder, scene_),
      looked_(Clock::now()),
      last_(run_.count() - 1),
      broad_phase_(broad_phase_of(run_)) {
    begin_ = time_of(0);
    end_ = time_of(last_);
    start_pace();
    thread_ = std::jthread([this](const std::stop_token& stop) { read(stop); });
}

Replay::~Replay() = default;

void Replay::wish(std::function<void()> task, bool is_place) {
    const std::scoped_lock lock(mutex_);
    if (is_place && !wishes_.empty() && wishes_.back().is_place) wishes_.pop_back();
    wishes_.push_back({std::move(task), is_place});
    drop_view();
    wake_.notify_one();
}

/// Drops the view that waits to be taken, because it was made before the latest wish.
void Replay::drop_view() {
    if (!view_) return;
    dropped_.first_grain =
        dropped_.any ? std::min(dropped_.first_grain, view_->first_new) : view_->first_new;
    dropped_.any = true;
    view_.reset();
}

std::unique_ptr<engine::LiveView> Replay::take() {
    const std::scoped_lock lock(mutex_);
    if (is_lost_) std::rethrow_exception(error_);
    if (view_) wake_.notify_one();
    return std::move(view_);
}

void Replay::check() {
    const std::scoped_lock lock(mutex_);
    if (error_) std::rethrow_exception(error_);
}

void Replay::read(const std::stop_token& stop) {
    std::vector<Wish> wishes;
    for (bool is_free = wait(stop, wishes); !stop.stop_requested(); is_free = wait(stop, wishes)) {
        std::unique_ptr<engine::LiveView> seen;
        std::exception_ptr error;
        try {
            look_again();
            if (!is_free) continue;
            for (const Wish& wish : wishes) wish.task();
            play_on();
            if (!is_new_) continue;
            is_new_ = false;
            seen = view();
        } catch (const std::exception& trouble) {
            error = std::current_exception();
            seen = view_of_trouble(trouble.what());
        }
        const std::scoped_lock lock(mutex_);
        if (error && !error_) error_ = error;
        is_lost_ = error && !seen;
        if (is_lost_) return;
        view_ = std::move(seen);
        if (!wishes_.empty()) drop_view();
    }
}

/// Waits for a wish, for the last view to be taken when another is to come, or for the time to look
/// at the folder again. Returns whether there is room for a view.
bool Replay::wait(const std::stop_token& stop, std::vector<Wish>& wishes) {
    std::unique_lock lock(mutex_);
    const auto needed = [this] { return !wishes_.empty() || (!view_ && is_new_); };
    if (is_playing() && !view_)
        wake_.wait_for(lock, stop, between_looks, needed);
    else
        wake_.wait_until(lock, stop, looked_ + between_folder_looks,
                         [&] { return needed() || (!view_ && is_playing()); });
    wishes.clear();
    wishes.swap(wishes_);
    if (std::exchange(dropped_.any, false)) {
        told_ = std::min(told_, dropped_.first_grain);
        records_told_ = false;
        is_new_ = true;
    }
    return !view_;
}

/// Looks for new frames in the folder. Where they cannot be read at the moment, the known
/// frames stay.
void Replay::look_again() {
    if (Clock::now() - looked_ < between_folder_looks) return;
    looked_ = Clock::now();
    const auto written = segments_time(run_.folder());
    if (written == segments_time_) return;
    try {
        segments_time_ = written;
        if (!run_.look_again()) return;
    } catch (const std::runtime_error&) {
        return;
    }
    records_ = Records(run_.folder(), scene());
    records_told_ = false;
    broad_phase_ = broad_phase_of(run_);
    guesses_.clear();
    last_ = run_.count() - 1;
    end_ = time_of(last_);
    go_to_frame(std::min(at_, last_));
}

/// The time of a frame, s. Where the frame cannot be read, it is about the time when the frame was
/// due.
double Replay::time_of(std::uint64_t frame) {
    const auto guess = guesses_.find(frame);
    if (guess != guesses_.end()) return guess->second;
    try {
        return run_.time(frame);
    } catch (const std::runtime_error&) {
        const double start = frame > 0 ? time_of(0) : 0.0;
        return guesses_[frame] = start + static_cast<double>(frame) * scene().output.frames;
    }
}

void Replay::start_pace() { pace_.start(time_of(at_)); }

void Replay::pause(bool paused) {
    wish([this, paused] {
        paused_ = paused;
        if (!paused_ && at_ == last_) go_to_frame(0);
        is_new_ = true;
        start_pace();
    });
}

void Replay::step(bool back, std::uint64_t) {
    wish([this, back] {
        paused_ = true;
        if (back ? at_ > 0 : at_ < last_) go_to_frame(back ? at_ - 1 : at_ + 1);
        is_new_ = true;
    });
}

void Replay::restart() {
    wish([this] { go_to_frame(0); }, true);
}

void Replay::set_pace(std::optional<double> pace) {
    wish([this, pace] {
        pace_.rate = pace;
        start_pace();
    });
}

void Replay::go_to(double time) {
    const auto go = [this, time] {
        paused_ = true;
        go_to_frame(frame_at(time));
    };
    wish(go, true);
}

/// The last frame that is not later than `time`; the first where all are later. The time of a frame
/// may have to be read from a file, so few frames are asked for: since frames are usually evenly
/// spaced, interpolation takes turns with halving.
std::uint64_t Replay::frame_at(double time) {
    std::uint64_t low = 0;
    std::uint64_t high = last_;
    for (bool is_even = true; low < high; is_even = !is_even) {
        const double first = time_of(low);
        const double last = time_of(high);
        if (time >= last) return high;
        if (!(time > first)) return low;
        const double share = is_even ? (time - first) / (last - first) : 0.5;
        const auto guess =
            low + std::min(static_cast<std::uint64_t>(share * static_cast<double>(high - low)),
                           high - low - 1);
        if (time_of(guess) > time)
            high = guess - 1;
        else if (time_of(guess + 1) > time)
            return guess;
        else
            low = guess + 1;
    }
    return low;
}

void Replay::go_to_frame(std::uint64_t frame) {
    at_ = frame;
    is_new_ = true;
    start_pace();
}

void Replay::play_on() {
    if (!is_playing()) return;
    const double elapsed = std::chrono::duration<double>(Clock::now() - pace_.began).count();
    if (!pace_.rate) {
        if (elapsed >= 1.0 / frames_per_second) go_to_frame(at_ + 1);
        return;
    }
    const double now = pace_.began_at + *pace_.rate * elapsed;
    if (time_of(at_ + 1) > now) return;
    at_ = frame_at(now);
    is_new_ = true;
}

/// Takes in grains that were not seen before. These may also turn up on the way back, where some
/// came and went between two frames that were looked at.
void Replay::know(const engine::Frame& frame) {
    for (const engine::BodyNumber grain : frame.grains.body) {
        const auto id = static_cast<std::size_t>(grain);
        if (id >= known_.size()) known_.resize(id + 1);
        if (!known_[id].name.empty()) continue;
        known_[id] = {run_.shape(grain), run_.first_angle(grain), "grain " + std::to_string(id)};
        told_ = std::min(told_, id);
    }
}

/// The arrangement of the broad phase as it would be for this frame alone, because the one in the
/// run was not written down.
engine::Arrangement Replay::arrangement_of(const engine::Frame& frame) const {
    std::vector<Box> boxes;
    for (std::size_t k = 0; k < frame.grains.body.size(); ++k) {
        const engine::BodyShape& shape = run_.shape(frame.grains.body[k]);
        const geometry::Transform pose{frame.grains.position[k],
                                       geometry::Rotation::by(frame.grains.angle[k])};
        const Vec2 reach{shape.radius, shape.radius};
        Box box{pose.position - reach, pose.position + reach};
        for (const Vec2 vertex : shape.vertices) {
            const Vec2 p = apply(pose, vertex);
            box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
            box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
        }
        boxes.push_back(box);
    }
    return engine::arrangement_of(broad_phase_, boxes, scene().domain.period());
}

std::unique_ptr<engine::LiveView> Replay::view() {
    auto view = std::make_unique<engine::LiveView>();
    engine::SeenFrame seen = run_.see(at_);
    view->frame = std::move(seen.frame);
    view->facts = std::move(seen.facts);
    know(view->frame);
    view->status = paused_        ? engine::LiveStatus::paused
                   : at_ == last_ ? engine::LiveStatus::over
                                  : engine::LiveStatus::running;
    view->reached = std::numeric_limits<std::uint64_t>::max();
    records_.tell(*view);
    view->parameters.gravity = gravity_at(scene(), view->stages, view->frame.time);
    view->message = records_.trouble();
    if (has_grid(broad_phase_.kind) || has_tree(broad_phase_.kind))
        view->arrangement = arrangement_of(view->frame);
    else
        view->arrangement.kind = broad_phase_.kind;
    good_ = *view;
    add_news(*view);
    return view;
}

/// The last view that could be read, with the message; none where nothing could be read so far.
std::unique_ptr<engine::LiveView> Replay::view_of_trouble(const std::string& message) {
    if (!good_) return nullptr;
    paused_ = true;
    auto view = std::make_unique<engine::LiveView>(*good_);
    view->status = engine::LiveStatus::failed;
    view->message = message;
    add_news(*view);
    return view;
}

void Replay::add_news(engine::LiveView& view) {
    view.first_new = told_;
    view.grains.assign(known_.begin() + static_cast<std::ptrdiff_t>(told_), known_.end());
    told_ = known_.size();
    if (!std::exchange(records_told_, true)) view.samples = records_.samples();
}

}  // namespace scree::window

#include "render/window/viewer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <new>
#include <utility>

#include "engine/frame/frame.h"
#include "engine/live/branch.h"
#include "engine/run/beginning.h"
#include "geometry/proximity.h"
#include "render/window/drawing/pair_geometry.h"

namespace scree::window {
namespace {

using engine::LiveStatus;

/// How long a notice is shown, s.
constexpr double notice_time = 6.0;
/// The window shows at least this part of a grain, and at most this many times the whole scene.
constexpr double least_seen = 1e-3;
constexpr double most_seen = 1e4;

Bodies walls_of(const engine::Scene& scene) {
    std::vector<engine::Wall> walls;
    std::vector<std::string> names;
    for (const engine::SceneWall& wall : scene.walls) {
        walls.push_back(wall.wall);
        names.insert(names.end(), wall.wall.pieces.size(), wall.name);
    }
    return {engine::shapes_of_walls(walls), std::move(names)};
}

Box joined(const Box& a, const Box& b) {
    return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y)},
            {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y)}};
}

/// The angular frequency of the spring of a hand with the grain alone, 1/s. It is damped
/// critically.
constexpr double hand_rate = 30.0;
/// The times of phases are means over this interval, s.
constexpr double phase_window = 1.0;

bool same(const Box& a, const Box& b) { return a.low == b.low && a.high == b.high; }

}  // namespace

Viewer::Viewer(Player& player, Place place)
    : player_(player),
      bodies_(walls_of(player.scene())),
      watched_(player.scene()),
      place_(std::move(place)) {
    if (const auto& beginning = player.scene().beginning) say("the run " + beginning->note, 0.0);
    player_.set_pace(pace_);
    player_.ask();
}

/// Takes the next view. Where a live run cannot give one now, what is shown stays, because it may
/// give one later.
std::unique_ptr<engine::LiveView> Viewer::take(double wall) {
    if (player_.live() == nullptr || !frame_view_) return player_.take();
    try {
        return player_.take();
    } catch (const std::bad_alloc&) {
        say("out of memory: this is not the latest state of the run", wall);
    } catch (const std::exception& error) {
        say(std::string(error.what()) + ": this is not the latest state of the run", wall);
    }
    return nullptr;
}

bool Viewer::wants_arrangement() const {
    return look_.shows(Overlay::axes) || colours_.quantity() == Quantity::level;
}

/// A view that could not be taken in is tried again, because its news come only once.
bool Viewer::refresh(double wall) {
    wall_ = wall;
    if (!coming_ && !next_ && !half_taken_) {
        coming_ = take(wall);
        if (engine::LiveRun* live = player_.live()) live->show_arrangement(wants_arrangement());
        player_.ask();
    }
    if (saved_.valid() && saved_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
        say(saved_.get(), wall);
    const bool is_new = coming_ || next_ || half_taken_;
    if (is_new) take_in(wall);
    move_camera();
    return is_new;
}

void Viewer::take_in(double wall) {
    if (coming_) next_ = std::make_unique<FrameView>(std::move(coming_), bodies_, player_.scene());
    if (next_) {
        const engine::LiveView& view = next_->view();
        const bool in_trouble =
            view.status == LiveStatus::broken || view.status == LiveStatus::failed;
        if (!view.message.empty() && !in_trouble &&
            (!frame_view_ || frame_view_->view().message != view.message))
            say(view.message, wall);
        if (!view.news.empty()) say(view.news.back(), wall);
        bodies_.join(view);  // bodies and moment belong together: nothing may fail in between
        frame_view_ = std::move(next_);
        half_taken_ = true;
    }
    speed_.note(wall, frame_view_->frame().step, frame_view_->frame().time);
    colours_.update(*frame_view_);
    overlays_.update(*frame_view_, look_);
    watched_.update(*frame_view_, wall);
    note_phases(wall);
    const LiveStatus status = frame_view_->view().status;
    const bool can_run = status == LiveStatus::running || status == LiveStatus::paused;
    if (!can_run || wished_pause_ == !is_running()) wished_pause_.reset();
    if (look_.picked && !frame_view_->row_of(*look_.picked)) look_.picked.reset();
    half_taken_ = false;
}

void Viewer::move_camera() {
    // While a hand pulls, the camera stands still: the place that the hand points at must not move.
    if (!frame_view_ || pull_) return;
    if (look_.follow && look_.picked) {
        if (const auto row = frame_view_->row_of(*look_.picked))
            camera_.look_at(frame_view_->frame().grains.position[*row]);
        return;
    }
    if (!look_.fitting) return;
    const Box extent = frame_view_->extent();
    const Box all = fit_.box ? joined(*fit_.box, extent) : extent;
    if (fit_.box && same(all, *fit_.box) && same(camera_.frame(), fit_.frame)) return;
    fit_.box = all;
    fit_.frame = camera_.frame();
    camera_.fit(all);
}

bool Viewer::is_running() const {
    return frame_view_ && frame_view_->view().status == LiveStatus::running;
}

std::optional<engine::LiveWay> Viewer::way() const {
    if (!frame_view_ || !frame_view_->view().way) return {};
    const engine::LiveWay way = *frame_view_->view().way;
    return way.to > way.from + 1 ? std::optional(way) : std::nullopt;
}

void Viewer::toggle_pause() {
    if (!frame_view_) return;
    if (is_live() && frame_view_->view().status == LiveStatus::over)
        say("the run is over: go back in time, or restart", wall_);
    wished_pause_ = wished_pause_ ? !*wished_pause_ : is_running();
    player_.pause(*wished_pause_);
    speed_.clear();
}

void Viewer::step(bool back) {
    wished_pause_.reset();
    if (frame_view_) player_.step(back, frame_view_->frame().step);
}

void Viewer::restart() {
    player_.restart();
    speed_.clear();
}

void Viewer::go_to(double time) {
    wished_pause_.reset();
    player_.go_to(time);
}

void Viewer::set_pace(std::optional<double> pace) {
    pace_ = pace;
    player_.set_pace(pace);
}

void Viewer::fit() {
    look_.fitting = true;
    look_.follow = false;
    fit_.box.reset();
}

void Viewer::drag(Vec2 pixels) {
    look_.fitting = false;
    look_.follow = false;
    camera_.drag(pixels);
}

void Viewer::zoom(double factor, Vec2 pointer) {
    look_.fitting = false;
    if (frame_view_) {
        const Vec2 frame = camera_.frame().high - camera_.frame().low;
        const Box extent = frame_view_->extent();
        const double all = std::max(extent.high.x - extent.low.x, extent.high.y - extent.low.y);
        const double grain =
            bodies_.usual_diameter() > 0.0 ? std::min(bodies_.usual_diameter(), all) : all;
        const double pixels = std::min(frame.x, frame.y) / camera_.scale();
        if (grain > 0.0 && std::isfinite(all))
            factor = std::clamp(factor, pixels / (most_seen * all), pixels / (least_seen * grain));
    }
    camera_.zoom(factor, pointer);
}

void Viewer::pick(Vec2 pixels, bool one_more) {
    if (!frame_view_) return;
    look_.picked = frame_view_->grain_at(camera_.to_world(pixels));
    if (!one_more) look_.tracked.clear();
    if (look_.picked && std::ranges::find(look_.tracked, *look_.picked) == look_.tracked.end())
        look_.tracked.push_back(*look_.picked);
    overlays_.update(*frame_view_, look_);
}

void Viewer::toggle_follow() {
    look_.follow = look_.picked && !look_.follow;
    if (look_.follow) look_.fitting = false;
}

void Viewer::note_phases(double wall) {
    const engine::LiveView& view = frame_view_->view();
    const bool back = view.frame.step < phases_.step;
    if (!back && wall - phases_.wall < phase_window) return;
    if (!back && view.frame.step > phases_.step)
        for (std::size_t k = 0; k < phases_.times.size(); ++k)
            phases_.times[k] = std::max(view.phases[k] - phases_.base[k], 0.0) /
                               static_cast<double>(view.frame.step - phases_.step);
    phases_.base = view.phases;
    phases_.step = view.frame.step;
    phases_.wall = wall;
}

void Viewer::change(const engine::LiveChange& change) {
    if (engine::LiveRun* live = player_.live()) live->change(change);
}

void Viewer::grab(Vec2 pixels) {
    if (!frame_view_ || player_.live() == nullptr) return;
    const Vec2 point = camera_.to_world(pixels);
    const auto grain = frame_view_->grain_at(point);
    if (!grain || frame_view_->facts().grains.empty()) return;
    const std::size_t row = *frame_view_->row_of(*grain);
    const double mass = frame_view_->facts().grains[row].mass;
    const Vec2 arm =
        frame_view_->period().shortest(point - frame_view_->frame().grains.position[row]);
    pull_ =
        engine::Pull{static_cast<engine::GrainId>(*grain),
                     unrotate(geometry::Rotation::by(frame_view_->frame().grains.angle[row]), arm),
                     point, mass * hand_rate * hand_rate, 2.0 * mass * hand_rate};
    change(engine::ChangePull{pull_});
}

void Viewer::pull_to(Vec2 pixels) {
    const Vec2 target = camera_.to_world(pixels);
    if (!pull_ || pull_->target == target) return;
    pull_->target = target;
    change(engine::ChangePull{pull_});
}

void Viewer::let_go() {
    if (!pull_) return;
    pull_.reset();
    change(engine::ChangePull{});
}

/// Whether nothing overlaps the circle around such a grain at this place.
bool Viewer::is_free(const Body& body, Vec2 place) const {
    const engine::DomainSpec& domain = player_.scene().domain;
    const geometry::Shape disc = geometry::Disc(body.reach);
    if (place.x < domain.x.low || place.x > domain.x.high || place.y < domain.y.low ||
        place.y > domain.y.high)
        return false;
    const auto is_clear = [&](const engine::BodyStates& states) {
        for (std::size_t k = 0; k < states.body.size(); ++k) {
            const Body& other = bodies_.of(states.body[k]);
            const engine::Period& period = frame_view_->period();
            const Vec2 position =
                states.position[k] + period.shift(period.nearest(place - states.position[k]));
            if (length(position - place) > body.reach + other.reach) continue;
            geometry::PairMemory memory;
            geometry::QueryCounts counts;
            const auto proximity = geometry::proximity(
                disc, {place, {}}, shape_of(other),
                {position, geometry::Rotation::by(states.angle[k])}, memory, counts);
            if (std::holds_alternative<geometry::Overlap>(proximity)) return false;
        }
        return true;
    };
    return is_clear(frame_view_->frame().grains) && is_clear(frame_view_->frame().walls);
}

void Viewer::drop(Vec2 pixels, double wall) {
    if (!frame_view_) return;
    if (!is_live()) return say("this run is over: nothing can be dropped into it", wall);
    if (frame_view_->frame().grains.body.empty())
        return say("there is no grain yet that a new one could be like", wall);
    const Body& body =
        bodies_.of(look_.picked ? *look_.picked : frame_view_->frame().grains.body.back());
    const Vec2 place = camera_.to_world(pixels);
    if (!is_free(body, place)) return say("there is no room for a grain here", wall);
    change(engine::DropGrain{{shape_of(body), body.shape.material, place, body.angle, {}, 0.0}});
}

void Viewer::save_branch() {
    engine::LiveRun* live = player_.live();
    if (live == nullptr) return say("this run is saved in its folder already", wall_);
    const auto promise = std::make_shared<std::promise<std::string>>();
    saved_ = promise->get_future();
    live->visit([promise, place = place_](const engine::World& scene,
                                          const std::vector<engine::LoggedChange>& changes) {
        try {
            const auto folder =
                engine::save_branch(scene, changes, place.folder, place.name + "-branch");
            promise->set_value("saved: scree resume " + folder.string() + " goes on from here");
        } catch (const std::exception& error) {
            promise->set_value(error.what());
        }
    });
}

void Viewer::choose_colour(Quantity quantity) {
    colours_.choose(quantity);
    if (frame_view_) colours_.update(*frame_view_);
}

void Viewer::next_colour(bool back) {
    const auto all = quantities();
    const auto at = std::ranges::find(all, colours_.quantity()) - all.begin();
    const auto n = static_cast<std::ptrdiff_t>(all.size());
    choose_colour(all[static_cast<std::size_t>((at + (back ? n - 1 : 1)) % n)]);
}

void Viewer::toggle(Overlay overlay) {
    look_.shows(overlay) = !look_.shows(overlay);
    if (frame_view_) overlays_.update(*frame_view_, look_);
}

void Viewer::say(std::string notice, double wall) {
    notice_ = std::move(notice);
    noticed_ = wall;
}

const std::string& Viewer::notice(double wall) const {
    static const std::string none;
    return wall - noticed_ < notice_time ? notice_ : none;
}

}  // namespace scree::window

#include "render/window/desk.h"

#include <algorithm>
#include <utility>

#include "engine/frame.h"

namespace scree::window {
namespace {

using engine::LiveStatus;

/// A notice is shown so long, s.
constexpr double notice_time = 6.0;

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

bool same(const Box& a, const Box& b) { return a.low == b.low && a.high == b.high; }

}  // namespace

Desk::Desk(Player& player) : player_(player), bodies_(walls_of(player.scene())) {
    player_.set_pace(pace_);
    player_.ask();
}

bool Desk::refresh(double wall) {
    auto view = player_.take();
    player_.ask();
    const bool is_new = view != nullptr;
    if (is_new) {
        bodies_.join(*view);
        if (!view->message.empty() && view->status != LiveStatus::broken &&
            (!moment_ || moment_->view().message != view->message))
            say(view->message, wall);
        moment_ = std::make_unique<Moment>(std::move(view), bodies_, player_.scene());
        speed_.note(wall, moment_->frame().step, moment_->frame().time);
        colours_.update(*moment_);
        overlays_.update(*moment_, look_);
        if (look_.picked && !moment_->row_of(*look_.picked)) look_.picked.reset();
    }
    move_camera();
    return is_new;
}

void Desk::move_camera() {
    if (!moment_) return;
    if (look_.follow && look_.picked) {
        if (const auto row = moment_->row_of(*look_.picked))
            camera_.look_at(moment_->frame().grains.position[*row]);
        return;
    }
    if (!look_.fitting) return;
    const Box extent = moment_->extent();
    const Box all = fitted_ ? joined(*fitted_, extent) : extent;
    if (fitted_ && same(all, *fitted_) && same(camera_.frame(), fitted_frame_)) return;
    fitted_ = all;
    fitted_frame_ = camera_.frame();
    camera_.fit(all);
}

bool Desk::is_running() const { return moment_ && moment_->view().status == LiveStatus::running; }

void Desk::toggle_pause() {
    if (!moment_) return;
    player_.pause(is_running());
    speed_.clear();
}

void Desk::step(bool back) {
    if (moment_) player_.step(back, moment_->frame().step);
}

void Desk::restart() {
    player_.restart();
    speed_.clear();
}

void Desk::go_to(double time) { player_.go_to(time); }

void Desk::set_pace(std::optional<double> pace) {
    pace_ = pace;
    player_.set_pace(pace);
}

void Desk::fit() {
    look_.fitting = true;
    look_.follow = false;
    fitted_.reset();
}

void Desk::drag(Vec2 pixels) {
    look_.fitting = false;
    look_.follow = false;
    camera_.drag(pixels);
}

void Desk::zoom(double factor, Vec2 pointer) {
    look_.fitting = false;
    camera_.zoom(factor, pointer);
}

void Desk::pick(Vec2 pixels) {
    if (moment_) look_.picked = moment_->grain_at(camera_.to_world(pixels));
}

void Desk::toggle_follow() {
    look_.follow = look_.picked && !look_.follow;
    if (look_.follow) look_.fitting = false;
}

void Desk::choose_colour(Quantity quantity) {
    colours_.choose(quantity);
    if (moment_) colours_.update(*moment_);
}

void Desk::next_colour(bool back) {
    const auto all = quantities();
    const auto at = std::ranges::find(all, colours_.quantity()) - all.begin();
    const auto n = static_cast<std::ptrdiff_t>(all.size());
    choose_colour(all[static_cast<std::size_t>((at + (back ? n - 1 : 1)) % n)]);
}

void Desk::toggle(Overlay overlay) {
    look_.shows(overlay) = !look_.shows(overlay);
    if (moment_) overlays_.update(*moment_, look_);
}

void Desk::say(std::string notice, double wall) {
    notice_ = std::move(notice);
    noticed_ = wall;
}

const std::string& Desk::notice(double wall) const {
    static const std::string none;
    return wall - noticed_ < notice_time ? notice_ : none;
}

}  // namespace scree::window

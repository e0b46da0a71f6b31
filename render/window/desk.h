#pragma once

#include <memory>
#include <optional>
#include <string>

#include "render/window/bodies.h"
#include "render/window/camera.h"
#include "render/window/colour_scale.h"
#include "render/window/look.h"
#include "render/window/moment.h"
#include "render/window/overlays.h"
#include "render/window/player.h"
#include "render/window/speedometer.h"

namespace scree::window {

/// Somebody who watches a run: what is shown, and all that keys and panels do to it. Knows nothing
/// of a window.
class Desk {
public:
    explicit Desk(Player& player);

    /// Takes in what there is to be seen, and asks for more. Says whether it is something new.
    bool refresh(double wall);
    /// What is shown; there is none before the first refresh that found something.
    const Moment* moment() const { return moment_.get(); }

    bool is_running() const;
    void toggle_pause();
    void step(bool back);
    void restart();
    void go_to(double time);
    void set_pace(std::optional<double> pace);
    std::optional<double> pace() const { return pace_; }

    /// Shows all that there is, and goes on to do so.
    void fit();
    /// The camera is in the user's hand from now on.
    void drag(Vec2 pixels);
    void zoom(double factor, Vec2 pointer);
    void pick(Vec2 pixels);
    void toggle_follow();

    void choose_colour(Quantity quantity);
    void next_colour(bool back);
    void toggle(Overlay overlay);

    void say(std::string notice, double wall);
    /// What is to be told just now, if anything.
    const std::string& notice(double wall) const;

    Player& player() { return player_; }
    Look& look() { return look_; }
    Camera& camera() { return camera_; }
    const ColourScale& colours() const { return colours_; }
    Overlays& overlays() { return overlays_; }
    const Speedometer& speed() const { return speed_; }

private:
    void move_camera();

    Player& player_;
    Bodies bodies_;
    std::unique_ptr<Moment> moment_;
    Look look_;
    Camera camera_;
    ColourScale colours_;
    Overlays overlays_;
    Speedometer speed_;
    std::optional<double> pace_;
    std::optional<Box> fitted_;  ///< what was fitted into the frame
    Box fitted_frame_{};
    std::string notice_;
    double noticed_ = 0.0;  ///< when
};

}  // namespace scree::window

#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "render/window/bodies.h"
#include "render/window/drawing/camera.h"
#include "render/window/drawing/colour_scale.h"
#include "render/window/drawing/overlays.h"
#include "render/window/frame_view.h"
#include "render/window/look.h"
#include "render/window/player.h"
#include "render/window/speedometer.h"
#include "render/window/watched_series.h"

namespace scree::window {

/// What the user chose to see of the curves.
struct PlotChoice {
    std::map<std::string, bool> hidden;         ///< terms of the energy, by their names
    std::map<std::size_t, std::size_t> column;  ///< of a group of series, by the first of them
};

/// Somebody who watches a run: what is shown, and all that keys and panels do to it. Knows nothing
/// of a window.
class Viewer {
public:
    /// Where runs are saved, and how.
    struct Place {
        std::filesystem::path folder;
        std::string name;
    };
    explicit Viewer(Player& player, Place place = {});

    /// Takes in what there is to be seen, and asks for more. Says whether it is something new.
    /// Where the memory does not suffice it throws std::bad_alloc; nothing is to be drawn then
    /// until it was called again, and went well.
    bool refresh(double wall);
    /// What is shown; there is none before the first refresh that found something.
    const FrameView* frame_view() const { return frame_view_.get(); }

    bool is_running() const;
    /// That the run is on to another moment, when it takes more than a step: what is shown lies on
    /// it, and was not asked for.
    std::optional<engine::LiveWay> way() const;
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
    /// From a part of a grain to far more than there is.
    void zoom(double factor, Vec2 pointer);
    /// The grain there, besides those that are picked or in their place.
    void pick(Vec2 pixels, bool one_more);
    void toggle_follow();

    // Hands on, where the run can be touched.
    void change(const engine::LiveChange& change);
    /// Takes hold of the grain at a point of the screen with a spring.
    void grab(Vec2 pixels);
    void pull_to(Vec2 pixels);
    void let_go();
    const std::optional<engine::Pull>& pull() const { return pull_; }
    /// A grain like the picked one, or like the last that came, falls from there.
    void drop(Vec2 pixels, double wall);

    /// As a run folder that `scree resume` goes on from; the notice says where, or why not.
    void save_branch();

    void choose_colour(Quantity quantity);
    void next_colour(bool back);
    void toggle(Overlay overlay);

    void say(std::string notice, double wall);
    /// What is to be told just now, if anything.
    const std::string& notice(double wall) const;

    Player& player() { return player_; }
    /// It runs now; else it is over and was written down.
    bool is_live() const { return player_.live() != nullptr; }
    Look& look() { return look_; }
    Camera& camera() { return camera_; }
    const Camera& camera() const { return camera_; }
    const ColourScale& colours() const { return colours_; }
    Overlays& overlays() { return overlays_; }
    const Speedometer& speed() const { return speed_; }
    const WatchedSeries& watched() const { return watched_; }
    PlotChoice& plot_choice() { return plot_choice_; }
    /// s in a step, lately.
    const engine::PhaseTimes& phase_times() const { return phase_times_; }

private:
    std::unique_ptr<engine::LiveView> take(double wall);
    void take_in(double wall);
    bool wants_arrangement() const;
    void move_camera();
    void note_phases(double wall);
    bool is_free(const Body& body, Vec2 place) const;

    Player& player_;
    Bodies bodies_;
    std::unique_ptr<FrameView> frame_view_;
    std::unique_ptr<engine::LiveView> coming_;  ///< was not taken in yet
    std::unique_ptr<FrameView> next_;           ///< nor was this
    bool half_taken_ = false;  ///< not all that follows from the moment was worked out
    Look look_;
    Camera camera_;
    ColourScale colours_;
    Overlays overlays_;
    Speedometer speed_;
    WatchedSeries watched_;
    PlotChoice plot_choice_;
    engine::PhaseTimes phase_times_{};
    engine::PhaseTimes phase_base_{};  ///< s, since the run began, a while ago
    std::uint64_t phase_step_ = 0;
    double phase_wall_ = 0.0;
    std::optional<bool> wished_pause_;  ///< until it is seen to have come true
    std::optional<engine::Pull> pull_;
    Place place_;
    std::future<std::string> saved_;  ///< what is to be said of it
    std::optional<double> pace_;
    std::optional<Box> fitted_;  ///< what was fitted into the frame
    Box fitted_frame_{};
    std::string notice_;
    double noticed_ = 0.0;  ///< when
    double wall_ = 0.0;     ///< of the last refresh
};

}  // namespace scree::window

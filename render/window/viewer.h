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
    /// Whether a term of the energy is hidden, by its name.
    std::map<std::string, bool> hidden;
    /// The chosen series of a group, by the group's first series.
    std::map<std::size_t, std::size_t> column;
};

/// The state of watching a run: what is shown, and all that keys and panels do to it. It knows
/// nothing about a window.
class Viewer {
public:
    /// The folder where runs are saved, and how their names begin.
    struct Place {
        std::filesystem::path folder;
        std::string name;
    };
    explicit Viewer(Player& player, Place place = {});

    /// Takes in the view that has come, and asks for the next. Returns whether there was a new one.
    /// Throws std::bad_alloc where the memory does not suffice; then nothing must be drawn until
    /// another call has succeeded.
    bool refresh(double wall);
    /// The moment that is shown; null before the first refresh that found one.
    const FrameView* frame_view() const { return frame_view_.get(); }

    bool is_running() const;
    /// The way to another time that the run is on, when it takes more than a step. Until it
    /// arrives, the moments that are shown lie on the way.
    std::optional<engine::LiveWay> way() const;
    void toggle_pause();
    void step(bool back);
    void restart();
    void go_to(double time);
    void set_pace(std::optional<double> pace);
    std::optional<double> pace() const { return pace_; }

    /// Shows everything, and keeps everything in view from now on.
    void fit();
    /// Moves the camera, which stays where the user puts it from now on.
    void drag(Vec2 pixels);
    /// Zooms at the pointer. The scale is limited, from a small part of a grain to far more than
    /// the whole scene.
    void zoom(double factor, Vec2 pointer);
    /// Picks the grain at a point of the screen: one more where `one_more` is set, else instead of
    /// those that are picked.
    void pick(Vec2 pixels, bool one_more);
    void toggle_follow();

    // The functions that follow change the run, where it is live.
    void change(const engine::LiveChange& change);
    /// Takes hold of the grain at a point of the screen with a spring.
    void grab(Vec2 pixels);
    void pull_to(Vec2 pixels);
    void let_go();
    const std::optional<engine::Pull>& pull() const { return pull_; }
    /// Drops a grain at a point of the screen. It is like the picked one, or like the last that
    /// came.
    void drop(Vec2 pixels, double wall);

    /// Saves the run as a folder that `scree resume` goes on from. A notice says where, or why it
    /// failed.
    void save_branch();

    void choose_colour(Quantity quantity);
    void next_colour(bool back);
    void toggle(Overlay overlay);

    void say(std::string notice, double wall);
    /// The notice to show at this time; empty where there is none.
    const std::string& notice(double wall) const;

    Player& player() { return player_; }
    const Player& player() const { return player_; }
    /// Whether the run is live; else it is read from a folder.
    bool is_live() const { return player_.live() != nullptr; }
    Look& look() { return look_; }
    Camera& camera() { return camera_; }
    const Camera& camera() const { return camera_; }
    const ColourScale& colours() const { return colours_; }
    Overlays& overlays() { return overlays_; }
    const Speedometer& speed() const { return speed_; }
    const WatchedSeries& watched() const { return watched_; }
    PlotChoice& plot_choice() { return plot_choice_; }
    /// The mean time of each phase of a step over the last second or so, s.
    const engine::PhaseTimes& phase_times() const { return phases_.times; }

private:
    /// The time that each phase of a step took, over an interval of some steps.
    struct Phases {
        engine::PhaseTimes times{};
        engine::PhaseTimes base{};  ///< s since the run began, when the present interval began
        std::uint64_t step = 0;     ///< the step at which it began
        double wall = 0.0;          ///< the wall time at which it began, s
    };
    /// The box that was fitted into the window, and the part of the window that it was fitted into.
    struct Fit {
        std::optional<Box> box;
        Box frame{};
    };

    std::unique_ptr<engine::LiveView> take(double wall);
    void take_in(double wall);
    bool wants_arrangement() const;
    void move_camera();
    void note_phases(double wall);
    bool is_free(const Body& body, Vec2 place) const;

    Player& player_;
    Bodies bodies_;
    std::unique_ptr<FrameView> frame_view_;
    std::unique_ptr<engine::LiveView> coming_;  ///< a view that was not taken in yet
    std::unique_ptr<FrameView> next_;           ///< a moment that is not shown yet
    bool half_taken_ = false;  ///< not all that follows from the new moment was computed yet
    Look look_;
    Camera camera_;
    ColourScale colours_;
    Overlays overlays_;
    Speedometer speed_;
    WatchedSeries watched_;
    PlotChoice plot_choice_;
    Phases phases_;
    /// The wish to pause or to run, until a view shows that it was granted.
    std::optional<bool> wished_pause_;
    std::optional<engine::Pull> pull_;
    Place place_;
    std::future<std::string> saved_;  ///< the notice on a branch that is being saved
    std::optional<double> pace_;
    Fit fit_;
    std::string notice_;
    double noticed_ = 0.0;  ///< the time of the notice, s
    double wall_ = 0.0;     ///< the time of the last refresh, s
};

}  // namespace scree::window

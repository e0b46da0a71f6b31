#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "engine/live/history.h"
#include "engine/live/samples.h"
#include "engine/live/view.h"

namespace scree::engine {

/// The way back in time.
struct LiveMemory {
    std::size_t bytes = std::size_t{1} << 30;
    /// Between two states that are kept, at first: to go back takes about as long at most.
    std::chrono::milliseconds period{200};
};

/// A scene that runs on a thread of its own, for somebody who watches. Nobody who looks makes it
/// wait: a view is copied between two steps when one was asked for, and wishes are fulfilled there.
/// A run that is only watched has the bits of one that is not.
class LiveRun {
public:
    /// Stands still at first. Throws as World does.
    explicit LiveRun(const Scene& scene, const LiveMemory& memory = {});
    ~LiveRun();
    LiveRun(const LiveRun&) = delete;
    LiveRun& operator=(const LiveRun&) = delete;

    const Scene& scene() const { return scene_; }
    double dt() const { return dt_; }
    std::uint64_t last_step() const { return last_step_; }

    // Wishes, from any thread.
    void pause(bool paused);
    /// And to stand there; several count one by one, also on the way to a place.
    void step_once();
    /// From the beginning, as if nothing had been changed.
    void restart();
    /// Simulated seconds in a second; none: as fast as it goes.
    void set_pace(std::optional<double> pace);
    /// To any step up to the end, and to stand there. Changes that were made are made again.
    void go_to(std::uint64_t step);
    /// Now. Changes that were made later than now are forgotten.
    void change(const LiveChange& change);
    /// Calls somebody, between two steps, with the scene and the changes so far.
    void visit(std::function<void(const World&, const std::vector<LoggedChange>&)> visitor);

    /// Whether views tell where the broad phase has each grain, which takes time. They do at first.
    void show_arrangement(bool shown) { shows_arrangement_ = shown; }
    /// Asks for a view, if none is on its way.
    void ask();
    /// The view that was asked for, once it is there. Throws what went wrong when it was made,
    /// once; the run goes on, and can be asked again.
    std::unique_ptr<LiveView> take();
    /// Of a moment after all wishes so far. Throws likewise.
    std::unique_ptr<LiveView> wait_for_view();

private:
    using Clock = std::chrono::steady_clock;
    struct Wish {
        std::function<void()> task;
        bool is_place = false;  ///< to be at some step: the last of several in a row counts
    };

    void wish(std::function<void()> task, bool is_place = false);
    void live(const std::stop_token& stop);
    void obey();
    void attempt(const std::function<void()>& task);
    void fail(const std::string& why);
    void seek(std::uint64_t step);
    void wait(const std::stop_token& stop);
    bool wants_step() const;
    void step();
    void note_new_grains();
    void forget_grains_from(std::size_t id);
    void remember();
    void restore(std::uint64_t step);
    void start_pace();
    Clock::time_point next_due() const;
    void make_changes_of_this_step();
    void give_view(std::uint64_t asked);
    std::unique_ptr<LiveView> view() const;
    void add_news(LiveView& view);
    bool is_broken() const { return trouble_.has_value(); }
    LiveStatus status() const;

    // Shared, under the mutex but for the flags.
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::condition_variable view_is_there_;
    std::vector<Wish> wishes_;
    std::uint64_t asked_ = 0;  ///< views, so far
    std::uint64_t given_ = 0;  ///< the last view is an answer to all that asked up to here
    std::unique_ptr<LiveView> view_;
    std::exception_ptr no_view_;           ///< why there is none
    std::atomic<bool> attention_ = false;  ///< there is a wish, or a view is asked for
    std::atomic<bool> shows_arrangement_ = true;

    // The thread's own.
    World live_;
    LiveHistory history_;
    LiveSamples samples_;
    std::vector<LoggedChange> changes_;  ///< by step
    std::size_t changes_made_ = 0;       ///< of them
    std::size_t known_grains_ = 0;       ///< whose coming was noted
    std::vector<GrainCome> new_grains_;
    std::size_t first_new_ = 0;
    bool paused_ = true;
    std::optional<std::uint64_t> goal_;  ///< a step to go to and stand at
    std::uint64_t way_from_ = 0;         ///< where the way there began
    std::optional<double> pace_;
    Clock::time_point pace_start_;
    double pace_time_ = 0.0;
    std::uint64_t reached_ = 0;
    std::optional<LiveStatus> trouble_;  ///< broken or failed
    std::exception_ptr lost_;            ///< the state could not be put in order any more
    std::string message_;
    Clock::time_point remembered_;
    Clock::duration memory_cost_{};  ///< of the last state that was kept

    // Constants for all.
    const Scene scene_;
    const double dt_;
    const std::chrono::milliseconds memory_period_;
    const std::uint64_t last_step_;

    std::jthread thread_;  ///< last: it uses all the others
};

}  // namespace scree::engine

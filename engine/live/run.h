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
#include "engine/live/pace.h"
#include "engine/live/samples.h"
#include "engine/live/view.h"

namespace scree::engine {

/// The memory for going back in time.
struct LiveMemory {
    std::size_t bytes = std::size_t{1} << 30;
    /// The time between two states that are kept, at first. Going back takes at most about as long.
    std::chrono::milliseconds period{200};
};

/// A scene that runs on a thread of its own, for somebody who watches. Watching does not make it
/// wait: a view is copied between two steps when one was asked for, and wishes are fulfilled there.
/// A run that is only watched has the same bits as one that is not.
class LiveRun {
public:
    /// The run stands still at first. Throws as World does.
    explicit LiveRun(const Scene& scene, const LiveMemory& memory = {});
    ~LiveRun();
    LiveRun(const LiveRun&) = delete;
    LiveRun& operator=(const LiveRun&) = delete;

    const Scene& scene() const { return scene_; }
    double dt() const { return dt_; }
    /// The first step that one can go to: later than 0 in a run whose time goes on from another's.
    std::uint64_t first_step() const { return first_step_; }
    std::uint64_t last_step() const { return last_step_; }

    // The following are wishes, which any thread may have.
    void pause(bool paused);
    /// Makes one step and stands there; several calls count one by one, also on the way to a place.
    void step_once();
    /// Starts again from the beginning, as if nothing had been changed.
    void restart();
    /// Sets the simulated seconds per second; without a number the run goes as fast as it can.
    void set_pace(std::optional<double> pace);
    /// Goes to any step from the beginning to the end, and stands there. Changes that were made are
    /// made again.
    void go_to(std::uint64_t step);
    /// Makes a change now. Changes that were made at later steps are forgotten.
    void change(const LiveChange& change);
    /// Calls the visitor between two steps with the scene and the changes so far.
    void visit(std::function<void(const World&, const std::vector<LoggedChange>&)> visitor);

    /// Sets whether views say where the broad phase has each grain, which takes time. At first they
    /// do.
    void show_arrangement(bool shown) { shows_arrangement_ = shown; }
    /// Asks for a view, if none is on its way.
    void ask();
    /// Returns the view that was asked for, once it is there. If making it went wrong, throws that
    /// error once; the run goes on, and can be asked again.
    std::unique_ptr<LiveView> take();
    /// Waits for a view of a moment after all wishes so far. Throws in the same way.
    std::unique_ptr<LiveView> wait_for_view();

private:
    using Clock = std::chrono::steady_clock;
    struct Wish {
        std::function<void()> task;
        bool is_place = false;  ///< it goes to a step: the last of several in a row counts
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
    void note_stages();
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

    /// The views that others ask for.
    struct Views {
        std::uint64_t asked = 0;  ///< the number of requests so far
        std::uint64_t given = 0;  ///< the last view answers all requests up to this one
        std::unique_ptr<LiveView> next;
        std::exception_ptr failure;  ///< why there is no view
    };
    /// Changes by hand, by step, and how many of them are made.
    struct Log {
        std::vector<LoggedChange> changes;
        std::size_t made = 0;
    };
    /// The grains that came since the last view.
    struct Arrivals {
        std::size_t known = 0;  ///< the number of grains whose coming was noted
        std::vector<GrainCome> untold;
        std::size_t first_untold = 0;
    };
    /// A step to go to and stand at, and where the way there began.
    struct Way {
        std::optional<std::uint64_t> goal;
        std::uint64_t from = 0;
    };
    /// When states are kept to go back to.
    struct Keeping {
        std::chrono::milliseconds period{};  ///< from one to the next, at least
        Clock::time_point last{};
        Clock::duration cost{};  ///< the time to keep the last state
    };

    // These members are shared, and guarded by the mutex except for the flags.
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::condition_variable view_is_there_;
    std::vector<Wish> wishes_;
    Views views_;
    std::atomic<bool> attention_ = false;  ///< there is a wish, or a view is asked for
    std::atomic<bool> shows_arrangement_ = true;

    // These members belong to the thread.
    World live_;
    LiveHistory history_;
    LiveSamples samples_;
    Log log_;
    Arrivals arrivals_;
    std::vector<std::uint64_t> begins_;  ///< steps with which stages began, as far as known
    std::vector<std::string> news_;      ///< sentences that were not told yet
    bool paused_ = true;
    Way way_;
    Pace pace_;
    std::uint64_t reached_ = 0;
    std::optional<LiveStatus> trouble_;  ///< broken or failed
    std::exception_ptr lost_;            ///< set if the state could not be restored any more
    std::string message_;
    Keeping keeping_;

    // These are constants that all threads may read.
    const Scene scene_;
    const double dt_;
    const std::uint64_t first_step_;
    const std::uint64_t last_step_;

    std::jthread thread_;  ///< last: it uses all the others
};

}  // namespace scree::engine

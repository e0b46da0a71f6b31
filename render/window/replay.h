#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <unordered_map>
#include <vector>

#include "engine/live/pace.h"
#include "engine/record/run_frames.h"
#include "render/window/player.h"
#include "render/window/records.h"

namespace scree::window {

/// Plays the frames of a run folder. They are read on a thread of their own, because a frame of a
/// large run takes a while. The folder is looked at again now and then, since the run may still go
/// on. The constructor throws FileError and Hdf5Error, and so does take() as long as no frame could
/// be read. Later, for a frame that cannot be read, take() returns the last one that could be read,
/// with the status `failed`.
class Replay : public Player {
public:
    using Clock = std::chrono::steady_clock;

    explicit Replay(const std::filesystem::path& folder);
    ~Replay() override;
    Replay(const Replay&) = delete;
    Replay& operator=(const Replay&) = delete;

    const engine::Scene& scene() const override { return scene_; }
    double begin() const override { return begin_; }
    double end() const override { return end_; }
    void pause(bool paused) override;
    void step(bool back, std::uint64_t shown) override;
    void restart() override;
    void set_pace(std::optional<double> pace) override;
    void go_to(double time) override;
    void ask() override {}
    /// Returns the next view, which is of a moment after all wishes so far; none while it is not
    /// there yet.
    std::unique_ptr<engine::LiveView> take() override;
    /// Throws the first error, if there was one.
    void check();

private:
    struct Wish {
        std::function<void()> task;
        /// Whether the wish asks for a time. Of several such wishes in a row only the last counts.
        bool is_place = false;
    };

    /// Views that were dropped before anybody took them.
    struct Dropped {
        bool any = false;
        std::size_t first_grain = 0;  ///< first id of the grains that only these told of
    };

    void wish(std::function<void()> task, bool is_place = false);
    void drop_view();
    void read(const std::stop_token& stop);
    bool wait(const std::stop_token& stop, std::vector<Wish>& wishes);
    void look_again();
    double time_of(std::uint64_t frame);
    std::uint64_t frame_at(double time);
    void go_to_frame(std::uint64_t frame);
    bool is_playing() const { return !paused_ && at_ < last_; }
    void play_on();
    void start_pace();
    std::unique_ptr<engine::LiveView> view();
    std::unique_ptr<engine::LiveView> view_of_trouble(const std::string& message);
    void add_news(engine::LiveView& view);
    void know(const engine::Frame& frame);
    engine::Arrangement arrangement_of(const engine::Frame& frame) const;

    // The members that follow are shared, and guarded by the mutex.
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::vector<Wish> wishes_;
    std::unique_ptr<engine::LiveView> view_;
    Dropped dropped_;
    std::exception_ptr error_;  ///< the first error
    bool is_lost_ = false;      ///< the error came before any frame could be read

    // The members that follow belong to the thread, except for the scene.
    std::filesystem::file_time_type segments_time_;  ///< when the last segment had come or gone
    engine::RunFrames run_;
    const engine::Scene scene_;  ///< with what the run began with, if it began from another one
    Records records_;
    bool records_told_ = false;
    Clock::time_point looked_;  ///< when the folder was last looked at for new frames
    std::uint64_t last_;
    std::uint64_t at_ = 0;
    bool is_new_ = true;  ///< the frame `at_` was not shown yet
    bool paused_ = true;
    engine::Pace pace_;
    std::vector<engine::GrainCome> known_;  ///< grains that are known, by id
    std::size_t told_ = 0;                  ///< number of grains that views have told of
    std::optional<engine::LiveView> good_;  ///< the last view that could be read, without its news
    /// The guessed times of frames that could not be read, s.
    std::unordered_map<std::uint64_t, double> guesses_;
    double begin_ = 0.0;             ///< s
    std::atomic<double> end_ = 0.0;  ///< s; other threads read it

    engine::BroadPhaseSettings broad_phase_;  ///< as `auto` chose it in the end

    std::jthread thread_;  ///< is declared last because it uses all other members
};

}  // namespace scree::window

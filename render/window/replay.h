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

#include "engine/record/run_frames.h"
#include "render/window/player.h"
#include "render/window/records.h"

namespace scree::window {

/// The frames of a run folder, one after the other, read on a thread of its own: a frame of a large
/// run takes a while. A run that still goes on is looked at again now and then. Throws FileError
/// and Hdf5Error, take() too as long as nothing could be read; later a frame that cannot be read is
/// a view of the last that could, with the status `failed`.
class Replay : public Player {
public:
    using Clock = std::chrono::steady_clock;

    explicit Replay(const std::filesystem::path& folder);
    ~Replay() override;
    Replay(const Replay&) = delete;
    Replay& operator=(const Replay&) = delete;

    const engine::Scene& scene() const override { return run_.scene(); }
    double end() const override { return end_; }
    void pause(bool paused) override;
    void step(bool back, std::uint64_t shown) override;
    void restart() override;
    void set_pace(std::optional<double> pace) override;
    void go_to(double time) override;
    void ask() override {}
    /// Of a moment after all wishes so far.
    std::unique_ptr<engine::LiveView> take() override;
    /// Throws what went wrong first, if anything did.
    void check();

private:
    struct Wish {
        std::function<void()> task;
        bool is_place = false;  ///< to be somewhere: the last of several in a row counts
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

    // Shared, under the mutex.
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::vector<Wish> wishes_;
    std::unique_ptr<engine::LiveView> view_;
    bool dropped_ = false;      ///< the last view was not taken
    std::size_t untold_ = 0;    ///< grains from here on were only told of in such
    std::exception_ptr error_;  ///< the first
    bool is_lost_ = false;      ///< it came before anything was seen

    // The thread's own, but for the scene.
    std::filesystem::file_time_type index_time_;  ///< of the index that was read
    engine::RunFrames run_;
    Records records_;
    bool records_told_ = false;
    Clock::time_point looked_;  ///< for another
    std::uint64_t last_;
    std::uint64_t at_ = 0;
    bool is_new_ = true;  ///< where it is was not shown yet
    bool paused_ = true;
    std::optional<double> pace_;
    Clock::time_point pace_start_;
    double pace_time_ = 0.0;
    std::vector<engine::GrainCome> known_;  ///< by id
    std::size_t told_ = 0;                  ///< of those
    std::optional<engine::LiveView> good_;  ///< the last that could be read, without news
    std::unordered_map<std::uint64_t, double> guesses_;  ///< times of frames that could not be read
    std::atomic<double> end_ = 0.0;                      ///< for others to read

    engine::BroadPhaseSettings broad_phase_;  ///< as it was chosen in the end

    std::jthread thread_;  ///< last: it uses all the others
};

}  // namespace scree::window

#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <vector>

#include "engine/run_frames.h"
#include "render/window/player.h"

namespace scree::window {

/// The frames of a run folder, one after the other. Throws FileError and Hdf5Error, also later.
class Replay : public Player {
public:
    using Clock = std::chrono::steady_clock;

    explicit Replay(const std::filesystem::path& folder);

    const engine::Scene& scene() const override { return run_.scene(); }
    double end() const override { return end_; }
    void pause(bool paused) override;
    void step(bool back, std::uint64_t shown) override;
    void restart() override;
    void set_pace(std::optional<double> pace) override;
    void go_to(double time) override;
    void ask() override {}
    std::unique_ptr<engine::LiveView> take() override;

    std::uint64_t frame() const { return at_; }

private:
    double time_of(std::uint64_t frame);
    void go_to_frame(std::uint64_t frame);
    void play_on();
    void start_pace();
    std::unique_ptr<engine::LiveView> view();
    void know(const engine::Frame& frame);

    engine::RunFrames run_;
    std::uint64_t last_;
    double end_ = 0.0;
    std::map<std::uint64_t, double> times_;  ///< of frames that were looked at
    std::uint64_t at_ = 0;
    bool is_new_ = true;  ///< where it is was not shown yet
    bool paused_ = true;
    std::optional<double> pace_;
    Clock::time_point pace_start_;
    double pace_time_ = 0.0;
    std::vector<engine::GrainCome> known_;  ///< by id
    std::size_t told_ = 0;                  ///< of those
};

}  // namespace scree::window

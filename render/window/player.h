#pragma once

#include <memory>
#include <optional>

#include "engine/live/run.h"
#include "engine/live/view.h"
#include "engine/scene/scene.h"

namespace scree::window {

/// The run that is watched: one that goes on, or one that was written into a folder.
class Player {
public:
    virtual ~Player() = default;

    virtual const engine::Scene& scene() const = 0;
    /// The first time of the run, which is later than 0 where it goes on from another one, s.
    virtual double begin() const = 0;
    /// The last time of the run, which it may not have reached yet, s.
    virtual double end() const = 0;

    virtual void pause(bool paused) = 0;
    /// Goes one step on or back from the step that is shown, and pauses there.
    virtual void step(bool back, std::uint64_t shown) = 0;
    virtual void restart() = 0;
    /// Sets how many simulated seconds pass in a second; none: as fast as it goes.
    virtual void set_pace(std::optional<double> pace) = 0;
    /// Goes to a time, and pauses there.
    virtual void go_to(double time) = 0;

    /// Asks for a view of the present moment.
    virtual void ask() = 0;
    /// Returns the view that was asked for; none while it is not there yet.
    virtual std::unique_ptr<engine::LiveView> take() = 0;

    /// The run where it is live, so that it can be changed; null otherwise.
    virtual engine::LiveRun* live() { return nullptr; }
};

class LivePlayer : public Player {
public:
    explicit LivePlayer(const engine::Scene& scene, const engine::LiveMemory& memory = {});

    const engine::Scene& scene() const override { return run_.scene(); }
    double begin() const override;
    double end() const override { return end_; }
    void pause(bool paused) override { run_.pause(paused); }
    void step(bool back, std::uint64_t shown) override;
    void restart() override { run_.restart(); }
    void set_pace(std::optional<double> pace) override { run_.set_pace(pace); }
    void go_to(double time) override;
    void ask() override { run_.ask(); }
    std::unique_ptr<engine::LiveView> take() override;
    engine::LiveRun* live() override { return &run_; }

private:
    engine::LiveRun run_;
    double end_;  ///< s; stages that end early make it earlier
};

}  // namespace scree::window

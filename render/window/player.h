#pragma once

#include <memory>
#include <optional>

#include "engine/live/run.h"
#include "engine/live/view.h"
#include "engine/scene/scene.h"

namespace scree::window {

/// What is watched: a run that goes on, or one that is over and was written down.
class Player {
public:
    virtual ~Player() = default;

    virtual const engine::Scene& scene() const = 0;
    /// The last time that there is, or will be, s.
    virtual double end() const = 0;

    virtual void pause(bool paused) = 0;
    /// One step on, or back, from the step that is shown; then it stands.
    virtual void step(bool back, std::uint64_t shown) = 0;
    virtual void restart() = 0;
    /// Simulated seconds in a second; none: as fast as it goes.
    virtual void set_pace(std::optional<double> pace) = 0;
    /// To stand there.
    virtual void go_to(double time) = 0;

    /// Asks for what there is to be seen now.
    virtual void ask() = 0;
    /// The answer, once it is there; it may take a while.
    virtual std::unique_ptr<engine::LiveView> take() = 0;

    /// What can be touched.
    virtual engine::LiveRun* live() { return nullptr; }
};

class LivePlayer : public Player {
public:
    explicit LivePlayer(const engine::Scene& scene, const engine::LiveMemory& memory = {});

    const engine::Scene& scene() const override { return run_.scene(); }
    double end() const override;
    void pause(bool paused) override { run_.pause(paused); }
    void step(bool back, std::uint64_t shown) override;
    void restart() override { run_.restart(); }
    void set_pace(std::optional<double> pace) override { run_.set_pace(pace); }
    void go_to(double time) override;
    void ask() override { run_.ask(); }
    std::unique_ptr<engine::LiveView> take() override { return run_.take(); }
    engine::LiveRun* live() override { return &run_; }

private:
    engine::LiveRun run_;
};

}  // namespace scree::window

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/dynamics/simulation.h"
#include "engine/scene/stage.h"

namespace scree::engine {

/// What a run remembers of its stages, as plain numbers for a checkpoint.
struct CourseState {
    std::vector<std::uint64_t> begins{0};  ///< the step with which each stage began, up to now
    bool ended = false;                    ///< the present stage ends before its duration is over
    bool by_hand = false;                  ///< and it is a user who has ended it
    Vec2 wall_from;  ///< m: the shift of the wall that `until` looks at, when the stage began
    std::vector<double> samples;  ///< of the column that is to become steady
};

/// The stages of a run: which one it is in, and what changes with it. What a stage sets is set at
/// the beginning of its first step, and what it ramps at the beginning of every step.
class Course {
public:
    /// `dt` is the time step, `look_period` how often conditions are looked at (s). The first stage
    /// begins with step `first_step` of the run.
    Course(std::vector<Stage> stages, double dt, double look_period, std::uint64_t first_step = 0);

    std::span<const Stage> stages() const { return stages_; }
    /// The number of the present stage.
    std::size_t now() const { return state_.begins.size() - 1; }
    const Stage& stage() const { return stages_[now()]; }
    bool is_last() const { return now() + 1 == stages_.size(); }
    /// The step with which a stage began that has begun.
    std::uint64_t first_step(std::size_t stage) const { return state_.begins[stage]; }
    /// The step with which the present stage is over by its duration.
    std::uint64_t last_step() const { return state_.begins.back() + steps_of(now()); }
    /// The last step of the run, unless more stages end early.
    std::uint64_t last_step_of_all() const;
    /// The step with which the last stage begins, unless more stages end early.
    std::uint64_t first_step_of_last() const;

    /// Whether the present stage is over after so many steps of the run.
    bool stage_is_over(std::uint64_t steps) const { return state_.ended || steps >= last_step(); }
    /// Whether the present stage ends before its duration is over.
    bool ends_early() const { return state_.ended; }
    /// Whether it does so because a user has ended it.
    bool is_ended_by_hand() const { return state_.by_hand; }
    /// Lets the present stage end with this step.
    void end_stage() { state_.ended = true; }
    void end_stage_by_hand() { state_.ended = state_.by_hand = true; }
    /// Lets the present stage go on after all, to its duration or condition.
    void go_on() { state_.ended = state_.by_hand = false; }
    /// Lets the present stage go on to its duration, whatever happens.
    void forget_condition() {
        stages_[now()].until.reset();
        state_.samples.clear();
        go_on();
    }
    /// Lets the last stage last so long (s).
    void set_last_duration(double duration) { stages_.back().duration = duration; }
    /// Whether a stage changes something steadily.
    bool ramps(std::size_t stage) const;

    /// Begins the first stage, in a simulation that has its values already.
    void begin(Simulation& simulation);
    /// Begins the next stage.
    void begin_next(Simulation& simulation);
    /// Whether the present stage changes gravity or contacts with every step.
    bool is_ramping() const { return from_.gravity != to_.gravity || changes_contacts(); }
    /// Sets what is ramped to its values for the next step.
    void ramp(Simulation& simulation) const;

    // Changes by hand: they hold until a stage sets the same, and end its ramp.
    void set_gravity(Vec2 gravity) { from_.gravity = to_.gravity = gravity; }
    void set_friction(std::size_t first, std::size_t second, double friction);

    /// Whether it is time to look at the condition of the stage.
    bool is_look_due(std::uint64_t steps) const;
    void look_at_wall(const Simulation& simulation);
    /// Takes in the value of the column that the condition is on, which may be none.
    void look_at_column(const std::optional<double>& value);

    const CourseState& state() const { return state_; }
    /// Throws std::invalid_argument if this cannot be the state after so many steps.
    void check(const CourseState& state, std::uint64_t steps) const;

    // Going to another state, in this order: the first stage, then each of the next ones, with
    // changes by hand when they were made; in the end the rest of the state.
    void rewind();
    void enter_next(std::uint64_t first_step);
    void read(const CourseState& state) { state_ = state; }
    /// Gravity and the parameters of contacts after so many steps of the run.
    struct Values {
        Vec2 gravity;
        ContactTable contacts{{}};
    };
    Values values_at(std::uint64_t steps) const;
    /// What they are at the end of the stage.
    const Values& goal() const { return to_; }
    std::span<const WallMotion> motions() const { return motions_; }

    /// What the future depends on, for the hash of a state: nothing in a run of one stage whose
    /// condition, if it has one, is on rest.
    std::vector<std::uint64_t> words() const;

private:
    std::uint64_t steps_of(std::size_t stage) const;
    bool changes_contacts() const { return !(from_.contacts == to_.contacts); }
    bool ramps_velocity(std::size_t stage, std::size_t wall) const;
    bool begins_motion(std::size_t stage, std::size_t wall) const;
    void start_ramps_of_loads(Simulation& simulation) const;
    double period_of(const StageEnd& until) const;
    double look_period() const;

    std::vector<Stage> stages_;
    double dt_;
    double look_period_;
    std::uint64_t first_step_;
    CourseState state_;
    // What the present stage changes steadily, with changes by hand.
    Values from_;
    Values to_;
    std::vector<WallMotion> motions_;  ///< of all walls, in the present stage
};

}  // namespace scree::engine

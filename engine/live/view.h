#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/dynamics/simulation.h"
#include "engine/frame/facts.h"
#include "engine/frame/tables.h"
#include "engine/laws/ledger.h"
#include "engine/run/change.h"
#include "engine/run/step_sums.h"

namespace scree::engine {

/// What is known of a grain from the moment when it came, and stays the same.
struct GrainCome {
    BodyShape shape;
    double angle = 0.0;  ///< its first angle, rad
    std::string name;    ///< the name that users know it by
};

/// What holds a wall under load that would move further, or faster.
enum class WallHold : std::uint8_t { none, stop, speed };

/// The load on a wall, and how the wall moves along it.
struct WallLoading {
    double target = 0.0;  ///< what it is or goes to, N/m if it is a pressure, else N
    double asked = 0.0;   ///< what it is now, in the same unit
    bool is_pressure = false;
    double force = 0.0;         ///< of the load, N
    double borne = 0.0;         ///< what the grains bear of it, N
    double displacement = 0.0;  ///< m
    double speed = 0.0;         ///< m/s
    double max_speed = 0.0;     ///< m/s
    WallHold hold = WallHold::none;
};

/// The current values of all that a user can change.
struct LiveParameters {
    Vec2 gravity;
    std::vector<double> friction;    ///< that of materials a and b is at a * materials + b
    std::vector<double> wall_rates;  ///< of each wall
    /// Of each wall; empty for one that is not under load, or away.
    std::vector<std::optional<WallLoading>> loads;
};

/// Where a run is in its stages.
struct LiveStages {
    std::size_t now = 0;         ///< the number of the present one
    std::vector<double> begins;  ///< s: of all that have begun, also after this moment
    bool is_ending = false;      ///< the next one begins with the next step
    double end = 0.0;            ///< s, of the run, unless more stages end early
};

enum class LiveStatus : std::uint8_t {
    running,
    paused,
    over,    ///< its duration has passed, or it is at rest
    broken,  ///< the physics broke down
    failed   ///< the computer failed, for example because memory was short
};

/// The way from one step to another that the user has asked to go to.
struct LiveWay {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
};

/// Numbers for curves at one moment of the run, which need not be one of a view.
struct LiveSample {
    std::uint64_t step = 0;
    double time = 0.0;        ///< s
    double contacts = 0.0;    ///< the number that touch
    double unbalanced = 0.0;  ///< force, over the mean contact force; not a number without contacts
    Ledger ledger;
    std::vector<double> traced;    ///< as in the series of the run; empty if nothing was
    std::vector<double> measured;  ///< by the scene, in its order; empty if nothing was
};

/// A run at one moment. A view is complete, and its owner may keep it: nothing in it changes.
struct LiveView {
    Frame frame;
    std::optional<FrameFacts> facts;  ///< if somebody has worked them out
    /// The grains with ids from `first_new` on, to be joined with those that are known already. It
    /// is 0 if what was known is no longer true.
    std::size_t first_new = 0;
    std::vector<GrainCome> grains;

    LiveStatus status = LiveStatus::running;
    std::string message;                ///< why it broke down or failed, or refused a change
    std::optional<std::uint64_t> hash;  ///< of the state, if the run stands still
    std::uint64_t reached = 0;          ///< the furthest step that one can go to
    std::optional<LiveWay> way;         ///< if the run is on a way; the moment is then only passed
    std::optional<Ledger> ledger;       ///< empty if it is not known
    std::optional<double> unbalanced;   ///< force, over the mean contact force
    std::vector<LiveSample> samples;    ///< taken since the last view; some may be known already
    PhaseTimes phases{};                ///< s, since the run began
    Arrangement arrangement;  ///< of the broad phase, grains as in the frame; its kind alone
                              // /< if the rest is not wanted
    LiveParameters parameters;
    LiveStages stages;
    std::vector<double> traced;  ///< as in the series of the run; empty if it is not known
    /// Of each measure, since the last row that series.csv would have; empty if it is not known.
    std::vector<StepMeans> step_means;
    std::vector<std::string> news;      ///< sentences on what has happened since the last view
    std::vector<LoggedChange> changes;  ///< all changes, before and after this moment
    std::size_t history_bytes = 0;      ///< the memory that states to go back to take
    std::size_t history_budget = 0;     ///< the memory that they may take
};

class World;

/// The parts of a view that follow from the run alone; `begins` are the steps with which stages
/// began, as far as it is known.
LiveParameters parameters_of(const World& live);
LiveStages stages_of(const World& live, const std::vector<std::uint64_t>& begins);

}  // namespace scree::engine

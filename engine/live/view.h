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

namespace scree::engine {

/// What is known of a grain from the moment when it came, and stays the same.
struct GrainCome {
    BodyShape shape;
    double angle = 0.0;  ///< its first angle, rad
    std::string name;    ///< the name that users know it by
};

/// The load on a wall.
struct WallLoading {
    double target = 0.0;  ///< what it is or goes to, N/m if it is a pressure, else N
    bool is_pressure = false;
    double force = 0.0;         ///< of the load, N
    double borne = 0.0;         ///< what the grains bear of it, N
    double displacement = 0.0;  ///< along the load, m
};

/// The current values of all that a user can change.
struct LiveParameters {
    Vec2 gravity;
    std::vector<double> friction;    ///< that of materials a and b is at a * materials + b
    std::vector<double> wall_rates;  ///< of each wall
    std::vector<std::optional<WallLoading>> loads;  ///< of each wall that is under load
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
    std::size_t stage = 0;              ///< the number of the present stage
    std::vector<LoggedChange> changes;  ///< all changes, before and after this moment
    std::size_t history_bytes = 0;      ///< the memory that states to go back to take
    std::size_t history_budget = 0;     ///< the memory that they may take
};

}  // namespace scree::engine

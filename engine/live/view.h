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

/// A grain as it came: what stays the same as long as it is there.
struct GrainCome {
    BodyShape shape;
    double angle = 0.0;  ///< at first
    std::string name;    ///< as users know it
};

/// What a hand can set, as it is now.
struct LiveParameters {
    Vec2 gravity;
    std::vector<double> friction;    ///< of materials a and b at a * materials + b
    std::vector<double> wall_rates;  ///< of each wall
};

enum class LiveStatus : std::uint8_t {
    running,
    paused,
    over,    ///< its duration has passed, or it is at rest
    broken,  ///< the physics broke down
    failed   ///< the computer did: the memory did not suffice, or the like
};

/// A way from one step to another that somebody wants to see.
struct LiveWay {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
};

/// Numbers for curves, of a moment that nobody may have looked at.
struct LiveSample {
    std::uint64_t step = 0;
    double time = 0.0;        ///< s
    double contacts = 0.0;    ///< that touch
    double unbalanced = 0.0;  ///< force, over the mean contact force; not a number without contacts
    Ledger ledger;
    std::vector<double> measured;  ///< by the scene, in its order; none where nobody did
};

/// A run at one moment, complete and for the one who looks to keep: nothing in it changes.
struct LiveView {
    Frame frame;
    std::optional<FrameFacts> facts;  ///< where somebody has worked them out
    /// Grains by their ids from `first_new` on, for those known before to be joined with. It is 0
    /// where what was known is no longer true.
    std::size_t first_new = 0;
    std::vector<GrainCome> grains;

    LiveStatus status = LiveStatus::running;
    std::string message;                ///< why it broke down or failed, or refused a change
    std::optional<std::uint64_t> hash;  ///< of the state, when it stands
    std::uint64_t reached = 0;          ///< the furthest step that one can go to
    std::optional<LiveWay> way;         ///< that it is on: nobody asked for what is seen here
    std::optional<Ledger> ledger;       ///< none where it is not known
    std::optional<double> unbalanced;   ///< force, over the mean contact force
    std::vector<LiveSample> samples;    ///< that were taken since the last view, some may be known
    PhaseTimes phases{};                ///< s, since the run began
    Arrangement arrangement;  ///< of the broad phase, grains as in the frame; its kind alone
                              ///< where nobody wants to see more
    LiveParameters parameters;
    std::vector<LoggedChange> changes;  ///< that lie behind this moment, or ahead of it
    std::size_t history_bytes = 0;      ///< that states to go back to take
    std::size_t history_budget = 0;     ///< that they may take
};

}  // namespace scree::engine

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/dynamics/simulation.h"
#include "engine/dynamics/snapshot.h"
#include "engine/grains/rain.h"
#include "engine/run/change.h"
#include "engine/run/setup.h"
#include "engine/scene/scene.h"

namespace scree::engine {

/// Which of a scene's grains a grain is: its group, and its place there.
struct GrainOrigin {
    std::uint32_t group = 0;
    std::uint32_t member = 0;
};

/// All that a scene in motion remembers, as plain numbers for a checkpoint.
struct WorldState {
    Snapshot snapshot;
    std::vector<GrainOrigin> origins;  ///< of every grain that ever came, by id
    std::vector<RainState> rains;
    std::uint32_t calm_looks = 0;
    double largest_overlap = 0.0;
    std::uint64_t grain_steps = 0;
};

/// A scene in motion: the simulation, and what happens between its steps. Grains rain and leave the
/// domain, and a scene that shall stop at rest is watched. Writes nothing anywhere.
class World {
public:
    /// As it begins. Throws std::invalid_argument as set_up() does.
    explicit World(const Scene& scene);
    World(Scene scene, RunSetup setup);

    /// One time step. Throws Breakdown, also when a grain leaves a domain that it must not leave.
    void step();
    /// The duration has passed, or the grains are at rest where that is the end.
    bool over() const;
    bool at_rest() const;
    /// From now on only the duration ends it: the scene is one without run.stop.
    void ignore_rest();

    const Scene& scene() const { return scene_; }
    const Simulation& simulation() const { return simulation_; }
    const StepChoice& step_choice() const { return step_; }
    /// Of a group of a single grain: that grain's place in the simulation, while it is there.
    std::optional<std::size_t> grain_of_group(std::size_t group) const;
    /// As users know it: "stones 17".
    std::string name_of(GrainId grain) const;

    std::size_t touching_contacts() const;
    /// The force that grains do not bear with each other, over the mean contact force.
    std::optional<double> unbalanced_force() const;
    /// So far, as a share of the smaller grain's area; looked at every `look_period` steps.
    double largest_overlap() const { return largest_overlap_; }
    std::uint64_t grain_steps() const { return grain_steps_; }
    std::size_t grains_to_come() const;
    /// That ever came: their ids are below.
    std::size_t grains_so_far() const { return origins_.size(); }

    /// Between two steps. Throws std::invalid_argument for what cannot be, and then nothing has
    /// changed.
    void change(const LiveChange& change);
    /// The way back to a state that was reached with these changes, from any other.
    void restore(const WorldState& state, std::span<const LoggedChange> changes);

    WorldState state() const;
    /// Anything may have been done to the state: throws std::invalid_argument for what cannot be
    /// one of this scene, which then must not be used any more.
    void restore(const WorldState& state);
    /// Of the simulation and the generators.
    std::uint64_t state_hash() const;

private:
    std::vector<PlacedShape> placed_walls() const;
    std::vector<PlacedShape> placed_grains() const;
    void rain();
    void check_room_for(const NewGrain& grain) const;
    void look();
    void check_domain();
    void note_overlaps();
    void watch_rest();
    bool is_settled() const;
    void take_in(const LiveChange& change);

    Scene scene_;
    StepChoice step_;
    /// Those that were placed, by group; after the scene's groups those that somebody dropped.
    std::vector<std::vector<NewGrain>> grains_;
    std::vector<GroupRain> rains_;
    Simulation simulation_;

    std::vector<GrainOrigin> origins_;
    std::uint32_t calm_looks_ = 0;
    double largest_overlap_ = 0.0;
    std::uint64_t grain_steps_ = 0;
};

/// Steps between two looks at what need not be seen in every step: grains that leave, overlaps,
/// rest. Contacts swing with about this period.
inline constexpr std::uint64_t look_period = 100;

/// Looks in a row at which the forces must be balanced before grains are at rest: what swings is
/// balanced too, for a moment.
inline constexpr std::uint32_t calm_looks_of_rest = 10;

}  // namespace scree::engine

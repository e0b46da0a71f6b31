#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/dynamics/simulation.h"
#include "engine/dynamics/snapshot.h"
#include "engine/frame/shape_book.h"
#include "engine/grains/rain.h"
#include "engine/run/change.h"
#include "engine/run/course.h"
#include "engine/run/setup.h"
#include "engine/run/step_sums.h"
#include "engine/scene/scene.h"

namespace scree::engine {

/// The origin of a grain in the scene: its group, and its number there.
struct GrainOrigin {
    std::uint32_t group = 0;
    std::uint32_t member = 0;
};

/// All that a scene in motion remembers, as plain numbers for a checkpoint.
struct WorldState {
    Snapshot snapshot;
    std::vector<GrainOrigin> origins;  ///< the origins of all grains that ever came, by id
    std::vector<RainState> rains;
    std::uint32_t calm_looks = 0;
    double largest_overlap = 0.0;
    std::uint64_t grain_steps = 0;
    CourseState course;
    std::vector<double> step_sums;  ///< StepSums::numbers()
};

/// A scene in motion: the simulation, and what happens between its steps. Grains rain and leave the
/// domain, and a scene that is to stop at rest is watched. It writes no files.
class World {
public:
    /// The scene at its beginning. Throws std::invalid_argument as set_up() does.
    explicit World(const Scene& scene);
    World(Scene scene, RunSetup setup);

    /// Makes one time step, or several, at most `most`: not beyond the next one after which
    /// something else than motion happens. Throws Breakdown, also when a grain leaves a domain that
    /// it must not leave.
    void step(std::uint64_t most = 1);
    /// Throws Breakdown if a grain is outside of a domain that it must not leave. Steps look at
    /// this only now and then.
    void look_at_end();
    /// Whether the last stage is over.
    bool over() const;
    /// Whether the present stage ends because the grains are at rest.
    bool at_rest() const;
    /// Whether the last stage has ended early, for another reason than rest.
    bool ended_early() const { return course_.is_last() && course_.ends_early() && !at_rest(); }
    /// Lets the run end at this time, if that is yet to come, by the duration of its last stage.
    /// One that has ended early goes on, and from now on only its duration ends it. Returns what
    /// was changed, in words. Throws std::invalid_argument for a time that is impossible.
    std::string end_at(double time);

    const Scene& scene() const { return scene_; }
    const Simulation& simulation() const { return simulation_; }
    const StepChoice& step_choice() const { return step_; }
    const Course& course() const { return course_; }
    /// The time at which the run ends, unless more stages end early, s.
    double expected_end() const;
    /// What happened to the stages since the last call, in sentences for people.
    std::vector<std::string> take_news() { return std::exchange(news_, {}); }
    /// All grains of a group, also those that are gone or still to come.
    std::span<const NewGrain> grains_of(std::size_t group) const;
    /// The place in the simulation of the only grain of a group, while it is there.
    std::optional<std::size_t> grain_of_group(std::size_t group) const;
    const GrainOrigin& origin_of(GrainId grain) const { return origins_.at(grain); }
    /// The present moment, with the groups of the grains and the stage.
    Frame frame() const;
    /// The name of a grain for users, such as "stones 17".
    std::string name_of(GrainId grain) const;
    /// The message of a breakdown, with the name of its grain.
    std::string message_of(const Breakdown& breakdown) const;

    std::size_t touching_contacts() const;
    /// The mean unbalanced force on a grain over the mean contact force.
    std::optional<double> unbalanced_force() const;
    /// The largest overlap so far, as a share of the smaller grain's area, at the moments that were
    /// looked at.
    double largest_overlap() const { return largest_overlap_; }
    std::uint64_t grain_steps() const { return grain_steps_; }
    /// What measurements need of every step.
    const StepSums& step_sums() const { return step_sums_; }
    std::size_t grains_to_come() const;
    /// The number of grains that ever came; their ids are below it.
    std::size_t grains_so_far() const { return origins_.size(); }

    /// Makes a change between two steps. Throws std::invalid_argument for a change that is
    /// impossible, and then nothing has changed.
    void change(const LiveChange& change);
    WorldState state() const;
    /// Goes to a state that was reached with these changes, and that may come from anywhere. Throws
    /// std::invalid_argument if it cannot be a state of this scene; then this object must not be
    /// used any more.
    void restore(const WorldState& state, std::span<const LoggedChange> changes = {});
    /// The hash of the simulation and the generators.
    std::uint64_t state_hash() const;

private:
    std::vector<PlacedShape> placed_walls() const;
    std::vector<PlacedShape> placed_grains() const;
    std::uint64_t steps_at_once(std::uint64_t most) const;
    bool is_event_due(std::uint64_t step) const;
    void rain();
    void check_room_for(const NewGrain& grain) const;
    void look();
    void check_domain();
    void note_overlaps();
    void watch_stage();
    void watch_rest();
    bool is_settled() const;
    void note_end();
    void begin_next_stage();
    void end_stage();
    void add_grains();
    void go_on(const Beginning& beginning);
    void take_over(const Beginning& beginning, std::uint64_t first_step);
    std::vector<std::optional<std::uint32_t>> take_over_walls(const Beginning& beginning,
                                                              double now);
    void go_through_stages(const WorldState& state, std::span<const LoggedChange> changes);
    void take_in(const LiveChange& change);

    Scene scene_;
    StepChoice step_;
    /// The grains that were placed, by group; after the scene's groups there is one of those that a
    /// user dropped.
    std::vector<std::vector<NewGrain>> grains_;
    std::vector<GroupRain> rains_;
    Course course_;
    Simulation simulation_;

    StepSums step_sums_;
    std::vector<GrainOrigin> origins_;
    std::uint32_t calm_looks_ = 0;
    double largest_overlap_ = 0.0;
    std::uint64_t grain_steps_ = 0;
    std::optional<ShapeBook> shapes_;  ///< for a stage that looks at a measure
    std::vector<std::string> news_;
};

/// The number of looks in a row at which the forces must be balanced before grains count as at
/// rest, because swinging grains are balanced for a moment too.
inline constexpr std::uint32_t calm_looks_of_rest = 10;

}  // namespace scree::engine

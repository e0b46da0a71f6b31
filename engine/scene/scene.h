#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/period.h"
#include "engine/broad/broad_phase.h"
#include "engine/dynamics/cell/cell_control.h"
#include "engine/dynamics/walls/wall.h"
#include "engine/grains/group.h"
#include "engine/laws/contact_law.h"
#include "engine/laws/gear.h"
#include "engine/laws/material.h"
#include "engine/measure/kind.h"
#include "engine/measure/options.h"
#include "engine/measure/slicing.h"
#include "engine/scene/error.h"
#include "engine/scene/files.h"
#include "engine/scene/stage.h"
#include "geometry/vec2.h"

/// What a scene file says, once everything is checked and every default filled in. The keys are
/// described in docs/scene-reference.md. Units are SI.
namespace scree::engine {

struct RunSpec {
    double duration = 0.0;             ///< s, of all stages
    std::optional<double> dt;          ///< s; empty if it is automatic
    double accuracy = usual_accuracy;  ///< of the restitution of a contact
    IntegratorKind integrator = IntegratorKind::gear3;
    std::uint32_t threads = 2;
    Vec2 gravity;                        ///< m/s2
    std::optional<double> stop_at_rest;  ///< mean unbalanced force over mean contact force
};

enum class Outflow : std::uint8_t { error, remove };

struct DomainSpec {
    Interval x;  ///< m
    Interval y;  ///< m
    bool periodic_x = false;
    bool periodic_y = false;
    Outflow outflow = Outflow::error;
    /// How it deforms, with the targets of the first stage.
    std::optional<CellControl> cell;

    Period period() const {
        return {{x.low, y.low},
                {periodic_x ? x.high - x.low : 0.0, periodic_y ? y.high - y.low : 0.0}};
    }
};

struct SceneWall {
    std::string name;
    Wall wall;
};

/// The periods are those of the scene, which a stage may change.
struct OutputSpec : OutputPeriods {
    std::vector<std::string> trace;  ///< names of walls and of groups of one grain
};

struct MeasureSpec {
    std::string name;
    MeasureKind kind = MeasureKind::energy;
    Interval x;  ///< m: the region, for the kinds that have one
    Interval y;
    Slicing slicing;  ///< of a profile
    MeasureOptions options;
    // The time over which the summary has means, if any of these is given.
    std::optional<double> from;        ///< s
    std::optional<double> until;       ///< s
    std::optional<std::size_t> stage;  ///< the only one in which it is measured

    /// Whether the summary has the mean over rows of series.csv, with its error.
    bool has_mean() const {
        return !is_of_frames(kind) && (is_averaged(kind) || from || until || stage);
    }
    /// Whether every number of the summary is a mean with an error.
    bool has_errors() const {
        return has_mean() || (is_of_frames(kind) && kind != MeasureKind::velocity_profile &&
                              kind != MeasureKind::field);
    }
};

/// Where a run begins that goes on from another one.
struct StartSpec {
    std::string run;             ///< the folder of the other run, as an absolute path
    std::optional<double> time;  ///< s; empty for its last moment
    bool keep_time = false;      ///< whether the time goes on too, or begins at 0
};

struct Packing;    // what its dense packing came to (engine/run/packing/packing.h)
struct Beginning;  // what is read from that folder (engine/run/beginning.h)

/// One key of [sweep] and its values, as they are given to --set.
struct SweepAxis {
    std::string key;
    std::vector<std::string> values;
};

struct Scene {
    std::string title;
    std::uint64_t seed = 1;
    RunSpec run;
    std::optional<StartSpec> start;
    /// Empty until the folder has been read; then `grains` has the groups of the other run too.
    std::shared_ptr<const Beginning> beginning;
    /// Empty until the packing has been made; then `grains` has its places, and `domain` its box.
    std::shared_ptr<const Packing> packing;
    DomainSpec domain;
    BroadPhaseSettings broad_phase{};
    std::vector<Material> materials;
    ContactTable contacts{materials};  ///< with the overrides
    LawKind law = LawKind::area;
    double largest_overlap = 0.0;  ///< of two grains, as a share of the smaller's area
    std::vector<SceneWall> walls;
    std::vector<GrainGroup> grains;
    OutputSpec output;
    std::vector<MeasureSpec> measures;
    std::vector<Stage> stages;  ///< at least one
    std::vector<SweepAxis> sweep;

    /// The same scene as one file: includes merged, --set applied, defaults filled in.
    std::string toml;

    /// Whether the file has stages; otherwise the whole run is one without a name.
    bool has_stages() const { return !stages.front().name.empty(); }
};

/// The keys that say when a run ends: of its duration and of its condition, as "run.duration" and
/// "run.stop", or those of the last stage.
struct KeysOfEnd {
    std::string duration;
    std::string condition;
};
KeysOfEnd keys_of_end(const Scene& scene);

/// Reads a scene file. Each of `sets` is a key=value that replaces what the file says, as
/// "grains.stones.count=500"; a key that is set is not swept. Throws SceneErrors with everything
/// that is wrong, or UnreadableScene.
Scene load_scene(const std::filesystem::path& path, std::span<const std::string> sets = {});

/// The same, with another way to read files.
Scene load_scene(const std::filesystem::path& path, std::span<const std::string> sets,
                 const FileReader& reader);

/// The same, with further keys to sweep in `sweeps`: each is key=values, as "seed=1..4" or
/// "run.dt=1e-5,2e-5".
Scene load_scene(const std::filesystem::path& path, std::span<const std::string> sets,
                 std::span<const std::string> sweeps, const FileReader& reader);

/// Loads one member of a sweep: the scene with these further key=value and without its sweep.
Scene load_member(const std::filesystem::path& path, std::span<const std::string> sets,
                  std::span<const std::string> member, const FileReader& reader);

}  // namespace scree::engine

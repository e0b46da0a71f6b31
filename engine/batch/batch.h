#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/files/folder_lock.h"
#include "engine/run/standing.h"
#include "engine/scene/scene.h"

/// Many runs in one call: the members of sweeps, and several scenes.
namespace scree::engine {

struct BatchRequest {
    std::vector<std::string> scenes;    ///< files, at least one
    std::optional<std::string> folder;  ///< of the only scene, or above those of several scenes
    std::vector<std::string> sets;      ///< key=value
    std::vector<std::string> sweeps;    ///< key=values
    bool force = false;                 ///< whether what is in the members' folders may be lost
};

struct BatchScene {
    std::filesystem::path file;
    std::string name;              ///< of the file, without .toml
    std::filesystem::path folder;  ///< of the members, or of the only run if there is no sweep
    std::vector<SweepAxis> axes;
    std::vector<MeasureSpec> measures;
    std::uint32_t threads = 1;  ///< the most that a member asks for
};

struct BatchMember {
    std::size_t scene = 0;  ///< its number in the batch
    std::string name;       ///< unique in the batch: "friction=0.1,seed=2", "heap/seed=2" or "heap"
    std::filesystem::path folder;
    std::vector<std::string> values;  ///< of each axis of the scene, in TOML
    std::vector<std::string> sets;    ///< key=value, of each axis
    RunStanding standing;             ///< before the batch begins
};

/// Whether the member has still to be begun or to go on.
bool is_left(const BatchMember& member);
/// Whether the member was cut short, or is shorter than it is to be now.
bool can_go_on(const BatchMember& member);

class Batch {
public:
    /// Checks every member for all errors that load_scene() and, within a few seconds, set_up()
    /// find. Throws SceneErrors which name the member, UnreadableScene, and RunFolderError if a
    /// folder holds something else: another sweep, or runs of a scene that has changed. Writes
    /// nothing.
    explicit Batch(BatchRequest request);

    const std::vector<BatchScene>& scenes() const { return scenes_; }
    const std::vector<BatchMember>& members() const { return members_; }
    /// The path of the table of all members: sweep.csv, or batch.csv if it is not that of a single
    /// sweep.
    std::filesystem::path table() const;

    /// Makes the folders of the sweeps and locks them, against other batches. With `force`, what is
    /// in the members' folders is lost now.
    void take_folders();

    /// Loads the scene of a member, as it was when the batch was checked.
    Scene load(const BatchMember& member, std::span<const std::string> more_sets = {}) const;

private:
    void add_scene(const std::string& file);
    std::filesystem::path choose_folder(const BatchScene& scene) const;
    void add_members(std::size_t scene);
    void check_members();

    BatchRequest request_;
    FileReader reader_;
    std::vector<BatchScene> scenes_;
    std::vector<BatchMember> members_;
    std::vector<FolderLock> locks_;
};

/// Returns the scene of the run in a folder. Throws RunFolderError, with the keys that differ,
/// unless it is the given one in everything but the threads and the duration, which may have become
/// longer. A run that has no run.stop any more, because it was made longer after it came to rest,
/// may differ in that too.
Scene require_same_scene(const std::filesystem::path& folder, const Scene& scene);

/// Whether a run that is done goes on in a longer scene. One that ended at rest does not, unless a
/// gate moves in the time that is added.
bool is_too_short(const RunStanding& standing, const Scene& there, const Scene& now);

}  // namespace scree::engine

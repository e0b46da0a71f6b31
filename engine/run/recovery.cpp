#include "engine/run/recovery.h"

#include <array>
#include <stdexcept>
#include <string_view>

#include "engine/files/hdf5.h"
#include "engine/files/sealed_file.h"
#include "engine/record/run_folder.h"
#include "engine/record/sums.h"
#include "engine/scene/toml/difference.h"
#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {
namespace {

/// The keys in which two scenes differ, but for those that decide when a run ends and how fast it
/// is, and not what happens in it.
std::vector<KeyDifference> changes(const std::string& before, const std::string& now,
                                   const KeysOfEnd& keys) {
    const std::array<std::string_view, 3> free = {keys.duration, keys.condition, "run.threads"};
    return differences(before, now, free);
}

Scene scene_of(const std::string& text) {
    return load_scene("checkpoint.toml", {},
                      [&](const std::filesystem::path&) { return std::optional(text); });
}

/// The scene of a checkpoint with the keys that came after it was written, which have the values
/// that they are taken to have had. One that cannot be read any more is left as it is.
std::string resolved(const std::string& scene, const std::string& now) {
    if (scene == now) return scene;
    try {
        return scene_of(scene).toml;
    } catch (const SceneErrors&) {
        return scene;
    }
}

/// Reads a checkpoint and hands its state to the scene.
OutputState take_in(World& live, const Folder& folder, const std::string& name) {
    const std::filesystem::path path = folder.path_of(name);
    const auto damaged = [&](const std::string& why) {
        return FileError(FileError::Kind::damaged, path, why);
    };
    try {
        const Checkpoint checkpoint = decode_checkpoint(read_sealed(folder, name));
        const auto changed = changes(resolved(checkpoint.scene, live.scene().toml),
                                     live.scene().toml, keys_of_end(live.scene()));
        if (!changed.empty())
            throw damaged("is of another scene than scene.toml beside it: " + words_of(changed) +
                          "; put that back, or run the scene in another folder");
        live.restore(checkpoint.live);
        return checkpoint.output;
    } catch (const Hdf5Error& error) {
        throw damaged(error.what());
    } catch (const TomlError& error) {
        throw damaged(error.what());
    } catch (const std::invalid_argument& error) {
        throw damaged(error.what());
    }
}

/// In which keys the scene in the folder differs from that of the checkpoint; empty where that is
/// not known.
std::string edits_of(const Folder& folder) {
    try {
        const std::string scene = read_text(folder, RunFolder::scene);
        const Checkpoint checkpoint = decode_checkpoint(read_sealed(folder, RunFolder::checkpoint));
        const KeysOfEnd keys = keys_of_end(scene_of(checkpoint.scene));
        return words_of(changes(checkpoint.scene, scene, keys));
    } catch (const std::runtime_error&) {
        return "";
    }
}

}  // namespace

void require_whole(const Folder& folder) {
    using Kind = FileFinding::Kind;
    for (const FileFinding& finding : look_at_files(folder)) {
        // Of a checkpoint that is damaged there may be another one; the index can be made anew.
        const bool has_another = finding.name == RunFolder::checkpoint ||
                                 finding.name == RunFolder::previous_checkpoint ||
                                 finding.name == "trajectory.h5";
        // Without these the run goes on to its end once more.
        const bool is_of_the_end = finding.name == RunFolder::summary ||
                                   finding.name == RunFolder::failure ||
                                   finding.name == RunFolder::picture;
        const bool is_bad = (finding.kind == Kind::damaged && !has_another) ||
                            (finding.kind == Kind::missing && !is_of_the_end);
        if (!is_bad) continue;
        const std::string edits = finding.name == RunFolder::scene ? edits_of(folder) : "";
        throw FileError(FileError::Kind::damaged, folder.path() / finding.name,
                        edits.empty() ? finding.reason
                                      : "was changed after the run: " + edits +
                                            "; put that back, or run the scene in another folder");
    }
}

Recovered recover(World& live, const Folder& folder) {
    const std::string checkpoint = RunFolder::checkpoint;
    const std::string previous = RunFolder::previous_checkpoint;
    if (!folder.contains(checkpoint) && !folder.contains(previous))
        return {std::nullopt, "there is no checkpoint yet: the run begins anew"};
    const auto resumed = [&] {
        return "goes on from the checkpoint at t = " + short_text(live.simulation().time()) + " s";
    };
    try {
        const OutputState output = take_in(live, folder, checkpoint);
        return {output, resumed()};
    } catch (const FileError& error) {
        if (!folder.contains(previous)) throw;
        const std::string what = error.what();
        const OutputState output = take_in(live, folder, previous);
        return {output, what + "; the one before it is used: " + resumed()};
    }
}

bool recover_previous(World& live, const Folder& folder) {
    if (!folder.contains(RunFolder::previous_checkpoint)) return false;
    take_in(live, folder, RunFolder::previous_checkpoint);
    return true;
}

}  // namespace scree::engine

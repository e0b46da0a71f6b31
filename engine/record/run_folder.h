#pragma once

#include <filesystem>
#include <string>

#include "engine/files/folder.h"
#include "engine/files/folder_lock.h"

namespace scree::engine {

/// The name of the run of a scene file, which is that of its folder too: the name of the file
/// without its ending. A file that is named `...toml` must not lead out of the folder of the runs.
std::string name_of_run(const std::filesystem::path& scene_file);

/// Makes a folder and all folders above it. Throws FileError.
void make_folders(const std::filesystem::path& path);

/// The folder in which a run keeps its files. It is locked as long as this object lives, so that
/// nobody else can write to it.
class RunFolder {
public:
    /// Makes a new folder. One that exists already must be empty, or else `force` removes the run
    /// in it, but no file that does not belong to a run. Throws RunFolderError and FileError.
    static RunFolder create(const std::filesystem::path& path, bool force);
    /// Makes a new folder in `parent`: `name`, or the first of `name-2`, `name-3`, ... that is
    /// free.
    static RunFolder create_numbered(const std::filesystem::path& parent, const std::string& name);
    /// Opens a folder with a run in it.
    static RunFolder open(const std::filesystem::path& path);

    const std::filesystem::path& path() const { return folder_.path(); }
    const Folder& folder() const { return folder_; }

    // The names of its files.
    static constexpr const char* scene = "scene.toml";
    /// What a run begins with that begins from another one.
    static constexpr const char* start = "start.h5";
    /// The packing that a run begins with.
    static constexpr const char* packing = "packing.h5";
    static constexpr const char* series = "series.csv";
    static constexpr const char* log = "log.txt";
    static constexpr const char* checkpoint = "checkpoint.h5";
    static constexpr const char* previous_checkpoint = "checkpoint.previous.h5";
    static constexpr const char* summary = "summary.json";
    /// The fields that the scene measures.
    static constexpr const char* fields = "fields.h5";
    static constexpr const char* failure = "failure.txt";
    static constexpr const char* picture = "final.png";

private:
    explicit RunFolder(const std::filesystem::path& path);

    Folder folder_;
    FolderLock lock_;
};

}  // namespace scree::engine

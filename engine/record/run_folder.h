#pragma once

#include <filesystem>
#include <string>

#include "engine/files/folder_lock.h"

namespace scree::engine {

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

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path scene() const { return path_ / "scene.toml"; }
    std::filesystem::path series() const { return path_ / "series.csv"; }
    std::filesystem::path log() const { return path_ / "log.txt"; }
    std::filesystem::path checkpoint() const { return path_ / "checkpoint.h5"; }
    std::filesystem::path previous_checkpoint() const { return path_ / "checkpoint.previous.h5"; }
    std::filesystem::path summary() const { return path_ / "summary.json"; }
    std::filesystem::path failure() const { return path_ / "failure.txt"; }
    std::filesystem::path picture() const { return path_ / "final.png"; }

private:
    explicit RunFolder(const std::filesystem::path& path);

    std::filesystem::path path_;
    FolderLock lock_;
};

}  // namespace scree::engine

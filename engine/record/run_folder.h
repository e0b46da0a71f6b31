#pragma once

#include <filesystem>
#include <string>

#include "engine/files/folder_lock.h"

namespace scree::engine {

/// With all that it is in. Throws FileError.
void make_folders(const std::filesystem::path& path);

/// Where a run keeps its files. Locked as long as this object lives: nobody else can write to it.
class RunFolder {
public:
    /// A new one. One that is there must be empty, or else `force` removes the run in it (no file
    /// that is none of a run's). Throws RunFolderError and FileError.
    static RunFolder create(const std::filesystem::path& path, bool force);
    /// A new one in `parent`: `name`, or the first that is free of `name-2`, `name-3`, ...
    static RunFolder create_numbered(const std::filesystem::path& parent, const std::string& name);
    /// One with a run in it.
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

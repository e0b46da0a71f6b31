#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace scree::engine {

/// A folder that cannot be used: there is something in it, or somebody writes to it.
class RunFolderError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Keeps everybody else from locking a folder as long as this object lives, or a process that was
/// forked meanwhile.
class FolderLock {
public:
    /// Throws RunFolderError with `busy` where somebody else has the lock, or FileError.
    FolderLock(const std::filesystem::path& path, const std::string& busy);
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock();

private:
    int descriptor_;
};

}  // namespace scree::engine

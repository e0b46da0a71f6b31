#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace scree::engine {

/// A folder that cannot be used, because it is not empty or because another process writes to it.
class RunFolderError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Keeps every other process from locking a folder, as long as this object lives or a process that
/// was forked in the meantime.
class FolderLock {
public:
    /// Throws RunFolderError with the text `busy` if another process holds the lock, and FileError
    /// if locking fails.
    FolderLock(const std::filesystem::path& path, const std::string& busy);
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock();

private:
    int descriptor_;
};

}  // namespace scree::engine

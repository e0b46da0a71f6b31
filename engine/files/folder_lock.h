#pragma once

#include <stdexcept>
#include <string>

#include "engine/files/folder.h"

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
    FolderLock(const Folder& folder, const std::string& busy);

private:
    Folder folder_;  ///< opened again, because the lock is gone when its descriptor is closed
};

}  // namespace scree::engine

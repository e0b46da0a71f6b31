#include "engine/files/folder_lock.h"

#include <sys/file.h>

#include <cerrno>

namespace scree::engine {

FolderLock::FolderLock(const Folder& folder, const std::string& busy) : folder_(folder.again()) {
    if (::flock(folder_.descriptor(), LOCK_EX | LOCK_NB) == 0) return;
    if (errno == EWOULDBLOCK) throw RunFolderError(folder.path().string() + ": " + busy);
    fail_to(folder.path(), "lock it", errno);
}

}  // namespace scree::engine

#include "engine/files/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "engine/files/sealed_file.h"

namespace scree::engine {

FolderLock::FolderLock(const std::filesystem::path& path, const std::string& busy)
    : descriptor_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0)
        throw FileError(errno == ENOENT ? FileError::Kind::missing : FileError::Kind::input_output,
                        path, std::generic_category().message(errno));
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    const int error = errno;
    ::close(descriptor_);
    if (error == EWOULDBLOCK) throw RunFolderError(path.string() + ": " + busy);
    throw FileError(FileError::Kind::input_output, path,
                    "could not lock it: " + std::generic_category().message(error));
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock::~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace scree::engine

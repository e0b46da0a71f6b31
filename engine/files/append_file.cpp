#include "engine/files/append_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace scree::engine {
namespace {

/// In bytes: when more text than this is pending, it is written to the file.
constexpr std::size_t most_pending = std::size_t{1} << 20;

}  // namespace

AppendFile::AppendFile(const Folder& folder, const std::string& name, std::uint64_t keep)
    : path_(folder.path_of(name)), file_(folder.open(name, O_RDWR | O_CREAT)) {
    hash_ = hash_of_beginning(file_, path_, keep);
    if (hash_.length() < keep)
        throw FileError(FileError::Kind::damaged, path_,
                        "has " + std::to_string(hash_.length()) +
                            " bytes where the checkpoint expects " + std::to_string(keep));
    const auto end = static_cast<off_t>(keep);
    if (::ftruncate(file_.number(), end) != 0 || ::lseek(file_.number(), end, SEEK_SET) != end)
        fail_to(path_, "shorten it", errno);
}

void AppendFile::append(std::string_view text) {
    pending_ += text;
    hash_.add(text);
    if (pending_.size() > most_pending) flush();
}

void AppendFile::flush() {
    std::string_view rest = pending_;
    while (!rest.empty()) {
        const ssize_t count = ::write(file_.number(), rest.data(), rest.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail_to(path_, "write to it", errno);
        rest.remove_prefix(static_cast<std::size_t>(count));
    }
    pending_.clear();
}

void AppendFile::sync() {
    flush();
    if (::fdatasync(file_.number()) != 0) fail_to(path_, "write it to the disk", errno);
}

}  // namespace scree::engine

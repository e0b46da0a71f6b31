#include "engine/files/append_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "engine/files/sealed_file.h"

namespace scree::engine {
namespace {

/// In bytes: when more text than this is pending, it is written to the file.
constexpr std::size_t most_pending = std::size_t{1} << 20;

[[noreturn]] void fail(const std::filesystem::path& path, const char* what, int error) {
    const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    throw FileError(
        full ? FileError::Kind::no_space : FileError::Kind::input_output, path,
        std::string("could not ") + what + ": " + std::generic_category().message(error));
}

}  // namespace

AppendFile::AppendFile(const std::filesystem::path& path, std::uint64_t keep)
    : path_(path),
      file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666)),
      written_(keep) {
    if (file_ < 0) fail(path_, "open it", errno);
    struct stat status {};
    int error = ::fstat(file_, &status) != 0 ? errno : 0;
    const bool too_short = error == 0 && static_cast<std::uint64_t>(status.st_size) < keep;
    const auto end = static_cast<off_t>(keep);
    if (error == 0 && !too_short)
        error = ::ftruncate(file_, end) != 0 || ::lseek(file_, end, SEEK_SET) != end ? errno : 0;
    if (error == 0 && !too_short) return;
    ::close(file_);
    if (error != 0) fail(path_, "shorten it", error);
    throw FileError(FileError::Kind::damaged, path_,
                    "has " + std::to_string(status.st_size) +
                        " bytes where the checkpoint expects " + std::to_string(keep));
}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      written_(other.written_),
      pending_(std::move(other.pending_)) {}

AppendFile::~AppendFile() {
    if (file_ >= 0) ::close(file_);
}

void AppendFile::append(std::string_view text) {
    pending_ += text;
    if (pending_.size() > most_pending) flush();
}

void AppendFile::flush() {
    std::string_view rest = pending_;
    while (!rest.empty()) {
        const ssize_t count = ::write(file_, rest.data(), rest.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(path_, "write to it", errno);
        rest.remove_prefix(static_cast<std::size_t>(count));
        written_ += static_cast<std::uint64_t>(count);
    }
    pending_.clear();
}

void AppendFile::sync() {
    flush();
    if (::fdatasync(file_) != 0) fail(path_, "write it to the disk", errno);
}

}  // namespace scree::engine

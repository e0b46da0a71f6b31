#include "engine/files/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

namespace scree::engine {
namespace {

namespace fs = std::filesystem;

constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

FileError link_error(const fs::path& path) {
    return {FileError::Kind::input_output, path,
            "is a link, and links in a run folder are not followed; put the file itself there"};
}

bool is_link(int folder, const std::string& name) {
    struct stat status {};
    return ::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISLNK(status.st_mode);
}

/// Throws unless the file is a regular one, so that reading it never waits for somebody else.
void require_regular(const Descriptor& file, const fs::path& path) {
    struct stat status {};
    if (::fstat(file.number(), &status) != 0) fail_to(path, "read it", errno);
    if (!S_ISREG(status.st_mode))
        throw FileError(FileError::Kind::input_output, path, "is not a regular file");
}

std::string read_all(const Descriptor& file, const fs::path& path, std::uint64_t at_most) {
    std::string text;
    std::vector<char> block(std::size_t{1} << 16);
    while (text.size() <= at_most) {
        const std::size_t wanted = std::min<std::uint64_t>(block.size(), at_most + 1 - text.size());
        const ssize_t count = ::read(file.number(), block.data(), wanted);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail_to(path, "read it", errno);
        if (count == 0) break;
        text.append(block.data(), static_cast<std::size_t>(count));
    }
    return text;
}

}  // namespace

void fail_to(const fs::path& path, const std::string& doing, int error) {
    auto kind = FileError::Kind::input_output;
    if (error == ENOENT || error == ENOTDIR) kind = FileError::Kind::missing;
    if (error == ENOSPC || error == EDQUOT || error == EFBIG) kind = FileError::Kind::no_space;
    throw FileError(kind, path,
                    "could not " + doing + ": " + std::generic_category().message(error));
}

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

int Descriptor::release() { return std::exchange(number_, -1); }

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
}

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

Folder::Folder(const fs::path& path)
    : path_(path), descriptor_(::open(path.empty() ? "." : path.c_str(), folder_flags)) {
    if (!descriptor_) fail_to(path_, "open the folder", errno);
}

Folder::Folder(fs::path path, Descriptor descriptor)
    : path_(std::move(path)), descriptor_(std::move(descriptor)) {}

Folder Folder::again() const {
    Descriptor same(::openat(descriptor(), ".", folder_flags));
    if (!same) fail_to(path_, "open the folder", errno);
    return {path_, std::move(same)};
}

Folder Folder::subfolder(const std::string& name) const {
    Descriptor inside(::openat(descriptor(), name.c_str(), folder_flags | O_NOFOLLOW));
    if (!inside) {
        const int error = errno;
        if (is_link(descriptor(), name)) throw link_error(path_of(name));
        fail_to(path_of(name), "open the folder", error);
    }
    return {path_of(name), std::move(inside)};
}

Folder Folder::made_subfolder(const std::string& name) const {
    if (::mkdirat(descriptor(), name.c_str(), 0777) != 0 && errno != EEXIST)
        fail_to(path_of(name), "make the folder", errno);
    return subfolder(name);
}

Descriptor Folder::open(const std::string& name, int flags) const {
    // Without O_NONBLOCK, opening a pipe would wait for its other end.
    Descriptor file(
        ::openat(descriptor(), name.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666));
    if (!file) {
        const int error = errno;
        if (error == ELOOP || is_link(descriptor(), name)) throw link_error(path_of(name));
        fail_to(path_of(name), "open it", error);
    }
    require_regular(file, path_of(name));
    return file;
}

bool Folder::contains(const std::string& name) const {
    struct stat status {};
    return ::fstatat(descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

bool Folder::contains_folder(const std::string& name) const {
    struct stat status {};
    return ::fstatat(descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISDIR(status.st_mode);
}

std::vector<std::string> Folder::names() const {
    // It needs a descriptor of its own, because reading moves its position.
    Descriptor again(::openat(descriptor(), ".", folder_flags));
    const std::unique_ptr<DIR, int (*)(DIR*)> list(again ? ::fdopendir(again.number()) : nullptr,
                                                   ::closedir);
    if (!list) fail_to(path_, "list the folder", errno);
    again.release();  // closedir() closes it
    std::vector<std::string> found;
    errno = 0;
    while (const dirent* entry = ::readdir(list.get())) {
        const std::string name = entry->d_name;
        if (name != "." && name != "..") found.push_back(name);
    }
    if (errno != 0) fail_to(path_, "list the folder", errno);
    std::ranges::sort(found);
    return found;
}

void Folder::remove(const std::string& name) const {
    if (::unlinkat(descriptor(), name.c_str(), 0) != 0 && errno != ENOENT)
        fail_to(path_of(name), "remove it", errno);
}

void Folder::rename(const std::string& from, const std::string& to) const {
    if (::renameat(descriptor(), from.c_str(), descriptor(), to.c_str()) != 0)
        fail_to(path_of(to), "replace it", errno);
}

void Folder::sync() const {
    // Some file systems do not support this for folders and return EINVAL.
    if (::fsync(descriptor()) != 0 && errno != EINVAL) fail_to(path_, "write", errno);
}

void refuse_links(const fs::path& top, const fs::path& path) {
    fs::path way = top;
    for (const fs::path& name : path.lexically_relative(top)) {
        way /= name;
        if (fs::is_symlink(way)) throw link_error(way);
    }
}

Folder folder_of(const fs::path& path) { return Folder(path.parent_path()); }

std::string read_text(const Folder& folder, const std::string& name, std::uint64_t at_most) {
    return read_all(folder.open(name, O_RDONLY), folder.path_of(name), at_most);
}

std::string read_text(const fs::path& path, std::uint64_t at_most) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (!file) fail_to(path, "open it", errno);
    require_regular(file, path);
    return read_all(file, path, at_most);
}

}  // namespace scree::engine

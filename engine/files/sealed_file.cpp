#include "engine/files/sealed_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

namespace scree::engine {

namespace {

namespace fs = std::filesystem;
using Bytes = std::span<const std::byte>;

static_assert(std::endian::native == std::endian::little, "trailers are little-endian");

/// The last bytes of a sealed file.
struct Trailer {
    std::array<char, 8> magic{'s', 'c', 'r', 'e', 'e', 'E', 'N', 'D'};
    std::uint64_t version = 1;
    std::uint64_t length = 0;  ///< bytes before the trailer
    std::uint64_t hash = 0;    ///< of the bytes before the trailer
};
static_assert(sizeof(Trailer) == 32);

/// Each step maps the state one to one, whatever the word, and different words to different states.
/// So damage within one word is always found, and other damage is missed with a chance of 2^-64.
std::uint64_t hash_of(Bytes bytes) {
    std::uint64_t hash = 0x9e3779b97f4a7c15u ^ bytes.size();
    const auto mix = [&](std::uint64_t word) {
        hash = (hash ^ word) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    };
    std::uint64_t word = 0;
    for (; bytes.size() >= sizeof word; bytes = bytes.subspan(sizeof word)) {
        std::memcpy(&word, bytes.data(), sizeof word);
        mix(word);
    }
    word = 0;
    if (!bytes.empty()) std::memcpy(&word, bytes.data(), bytes.size());
    mix(word);
    return hash;
}

[[noreturn]] void fail_to(const fs::path& path, const std::string& doing, int error) {
    auto kind = FileError::Kind::input_output;
    if (error == ENOENT || error == ENOTDIR) kind = FileError::Kind::missing;
    if (error == ENOSPC || error == EDQUOT || error == EFBIG) kind = FileError::Kind::no_space;
    throw FileError(kind, path,
                    "could not " + doing + ": " + std::generic_category().message(error));
}

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }

private:
    int number_;
};

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

constexpr std::string_view leftover_prefix = ".scree-";
constexpr std::string_view leftover_suffix = ".partial";

/// A file under a name that no reader looks for, in the folder of the file that it will replace. It
/// is removed unless it is published.
class Aside {
public:
    explicit Aside(const fs::path& target) : target_(target) {
        // Another program may have had our process id, so the next free name is taken.
        static std::atomic<unsigned> counter{0};
        do {
            path_ = folder_of(target) / leftover_prefix;
            path_ += std::to_string(::getpid()) + "-" + std::to_string(counter++);
            path_ += leftover_suffix;
            number_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        } while (number_ < 0 && errno == EEXIST);
        if (number_ < 0) fail_to(target, "create a file in its folder", errno);
    }
    ~Aside() {
        if (number_ >= 0) ::close(number_);
        if (!path_.empty()) ::unlink(path_.c_str());
    }
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;

    void write(Bytes bytes) {
        while (!bytes.empty()) {
            const ssize_t written = ::write(number_, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) fail_to(target_, "write", errno);
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        }
    }

    /// Waits until the file is on the disk: some systems find out only then that there is no room.
    void finish() {
        if (::fsync(number_) != 0) fail_to(target_, "write", errno);
        if (::close(std::exchange(number_, -1)) != 0) fail_to(target_, "write", errno);
    }

    void publish() {
        if (::rename(path_.c_str(), target_.c_str()) != 0) fail_to(target_, "replace it", errno);
        path_.clear();
    }

private:
    fs::path target_;
    fs::path path_;
    int number_ = -1;
};

/// Makes the names in a folder reach the disk.
void sync_folder_of(const fs::path& path) {
    const fs::path folder = folder_of(path);
    const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (descriptor.number() < 0) fail_to(folder, "open", errno);
    // Some file systems do not support this for folders and return EINVAL.
    if (::fsync(descriptor.number()) != 0 && errno != EINVAL) fail_to(folder, "write", errno);
}

Bytes bytes_of(const Trailer& trailer) { return std::as_bytes(std::span(&trailer, 1)); }

void write_with_trailer(Aside& aside, Bytes bytes) {
    Trailer trailer;
    trailer.length = bytes.size();
    trailer.hash = hash_of(bytes);
    aside.write(bytes);
    aside.write(bytes_of(trailer));
    aside.finish();
}

/// Fills `into`, and returns whether the file had enough bytes.
bool read_at(const Descriptor& file, const fs::path& path, std::span<std::byte> into,
             std::uint64_t from) {
    while (!into.empty()) {
        const ssize_t count =
            ::pread(file.number(), into.data(), into.size(), static_cast<off_t>(from));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail_to(path, "read", errno);
        if (count == 0) return false;
        into = into.subspan(static_cast<std::size_t>(count));
        from += static_cast<std::uint64_t>(count);
    }
    return true;
}

bool is_sound(const fs::path& path) {
    try {
        read_sealed(path);
        return true;
    } catch (const FileError& error) {
        if (error.kind() == FileError::Kind::missing || error.kind() == FileError::Kind::damaged) {
            return false;
        }
        throw;
    }
}

}  // namespace

void write_file(const fs::path& path, Bytes bytes) {
    Aside aside(path);
    aside.write(bytes);
    aside.finish();
    aside.publish();
    sync_folder_of(path);
}

void write_sealed(const fs::path& path, Bytes bytes) {
    Aside aside(path);
    write_with_trailer(aside, bytes);
    aside.publish();
    sync_folder_of(path);
}

void replace_keeping_previous(const fs::path& path, const fs::path& previous, Bytes bytes) {
    Aside aside(path);
    write_with_trailer(aside, bytes);
    if (is_sound(path) && ::rename(path.c_str(), previous.c_str()) != 0) {
        fail_to(previous, "replace it", errno);
    }
    aside.publish();
    sync_folder_of(path);
}

std::vector<std::byte> read_sealed(const fs::path& path, std::uint64_t at_most) {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (file.number() < 0) fail_to(path, "open", errno);
    struct stat status {};
    if (::fstat(file.number(), &status) != 0) fail_to(path, "read", errno);
    if (!S_ISREG(status.st_mode)) {
        throw FileError(FileError::Kind::input_output, path, "is not a regular file");
    }

    const auto damaged = [&](const std::string& what) {
        return FileError(FileError::Kind::damaged, path, "damaged: " + what);
    };
    const auto size = static_cast<std::uint64_t>(status.st_size);
    Trailer trailer;
    const auto magic = trailer.magic;
    const auto version = trailer.version;
    if (size < sizeof trailer ||
        !read_at(file, path, std::as_writable_bytes(std::span(&trailer, 1)),
                 size - sizeof trailer) ||
        trailer.magic != magic) {
        throw damaged(
            "it does not end as a whole file does; it was cut off, or scree did not write it");
    }
    if (trailer.version != version) {
        throw damaged("its trailer has version " + std::to_string(trailer.version) +
                      ", this program knows version " + std::to_string(version));
    }
    if (trailer.length != size - sizeof trailer) {
        throw damaged("it has " + std::to_string(size - sizeof trailer) + " bytes where " +
                      std::to_string(trailer.length) + " were written");
    }
    if (trailer.length > at_most) {
        throw FileError(
            FileError::Kind::input_output, path,
            "is larger than the " + std::to_string(at_most) + " bytes that are allowed");
    }
    std::vector<std::byte> bytes(trailer.length);
    if (!read_at(file, path, bytes, 0)) throw damaged("it became shorter while it was read");
    if (hash_of(bytes) != trailer.hash) throw damaged("its bytes are not those that were written");
    return bytes;
}

void remove_leftovers(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> leftovers;
    for (auto entry = fs::directory_iterator(folder, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(leftover_prefix) && name.ends_with(leftover_suffix)) {
            leftovers.push_back(entry->path());
        }
    }
    if (error) fail_to(folder, "list the folder", error.value());
    for (const fs::path& leftover : leftovers) {
        fs::remove(leftover, error);
        if (error) fail_to(leftover, "remove it", error.value());
    }
}

}  // namespace scree::engine

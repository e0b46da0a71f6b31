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

constexpr std::string_view leftover_prefix = ".scree-";
constexpr std::string_view leftover_suffix = ".partial";

/// A file under a name that no reader looks for, in the folder of the file that it will replace. It
/// is removed unless it is published.
class Aside {
public:
    Aside(const Folder& folder, const std::string& target) : folder_(folder), target_(target) {
        // Another program may have had our process id, so the next free name is taken.
        static std::atomic<unsigned> counter{0};
        int number = -1;
        do {
            name_ = std::string(leftover_prefix) + std::to_string(::getpid()) + "-" +
                    std::to_string(counter++) + std::string(leftover_suffix);
            number = ::openat(folder.descriptor(), name_.c_str(),
                              O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        } while (number < 0 && errno == EEXIST);
        if (number < 0) {
            const int error = errno;
            name_.clear();
            fail_to(path(), "create a file in its folder", error);
        }
        file_ = Descriptor(number);
    }
    ~Aside() {
        if (!name_.empty()) ::unlinkat(folder_.descriptor(), name_.c_str(), 0);
    }
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;

    void write(Bytes bytes) {
        while (!bytes.empty()) {
            const ssize_t written = ::write(file_.number(), bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) fail_to(path(), "write", errno);
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        }
    }

    /// Waits until the file is on the disk: some systems find out only then that there is no room.
    void finish() {
        if (::fsync(file_.number()) != 0) fail_to(path(), "write", errno);
        if (::close(file_.release()) != 0) fail_to(path(), "write", errno);
    }

    void publish() {
        folder_.rename(name_, target_);
        name_.clear();
        folder_.sync();
    }

private:
    fs::path path() const { return folder_.path_of(target_); }

    const Folder& folder_;
    std::string target_;
    std::string name_;
    Descriptor file_;
};

Bytes bytes_of(const Trailer& trailer) { return std::as_bytes(std::span(&trailer, 1)); }

Seal write_with_trailer(Aside& aside, Bytes bytes) {
    Trailer trailer;
    trailer.length = bytes.size();
    trailer.hash = hash_of(bytes);
    aside.write(bytes);
    aside.write(bytes_of(trailer));
    aside.finish();
    return {trailer.length, trailer.hash};
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

bool is_sound(const Folder& folder, const std::string& name) {
    try {
        read_sealed(folder, name);
        return true;
    } catch (const FileError& error) {
        if (error.kind() == FileError::Kind::missing || error.kind() == FileError::Kind::damaged)
            return false;
        throw;
    }
}

}  // namespace

void write_file(const Folder& folder, const std::string& name, Bytes bytes) {
    Aside aside(folder, name);
    aside.write(bytes);
    aside.finish();
    aside.publish();
}

void write_file(const fs::path& path, Bytes bytes) {
    write_file(folder_of(path), path.filename().string(), bytes);
}

Seal write_sealed(const Folder& folder, const std::string& name, Bytes bytes) {
    Aside aside(folder, name);
    const Seal seal = write_with_trailer(aside, bytes);
    aside.publish();
    return seal;
}

void replace_keeping_previous(const Folder& folder, const std::string& name,
                              const std::string& previous, Bytes bytes) {
    Aside aside(folder, name);
    write_with_trailer(aside, bytes);
    if (is_sound(folder, name)) folder.rename(name, previous);
    aside.publish();
}

std::vector<std::byte> read_sealed(const Folder& folder, const std::string& name,
                                   std::uint64_t at_most) {
    return read_with_seal(folder, name, at_most).bytes;
}

SealedBytes read_with_seal(const Folder& folder, const std::string& name, std::uint64_t at_most) {
    const fs::path path = folder.path_of(name);
    const Descriptor file = folder.open(name, O_RDONLY);
    struct stat status {};
    if (::fstat(file.number(), &status) != 0) fail_to(path, "read", errno);

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
    return {std::move(bytes), {trailer.length, trailer.hash}};
}

void remove_leftovers(const Folder& folder) {
    for (const std::string& name : folder.names())
        if (name.starts_with(leftover_prefix) && name.ends_with(leftover_suffix))
            folder.remove(name);
}

}  // namespace scree::engine

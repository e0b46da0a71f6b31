#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace scree::engine {

/// A file could not be read or written. The message names the file and the reason.
class FileError : public std::runtime_error {
public:
    enum class Kind : std::uint8_t { missing, damaged, no_space, input_output };

    FileError(Kind kind, const std::filesystem::path& path, const std::string& reason)
        : std::runtime_error(path.string() + ": " + reason), kind_(kind), path_(path) {}
    Kind kind() const { return kind_; }
    const std::filesystem::path& path() const { return path_; }

private:
    Kind kind_;
    std::filesystem::path path_;
};

/// Files that survive a crash. New content is first written to another file, brought to the disk,
/// and then renamed to the old file in one step. So every reader finds either the whole old file or
/// the whole new one, whenever the program or the machine stops. A *sealed* file ends in a trailer
/// with its length and a hash, so that damage is found before any of its bytes are used.
///
/// A process with a limit on the size of files must ignore SIGXFSZ; otherwise it is killed instead
/// of getting an error.

/// Replaces the content of a file by these bytes. If that fails, leaves the file as it was and
/// throws FileError.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Does the same as write_file(), and appends the trailer to the bytes.
void write_sealed(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Does the same as write_sealed(), and keeps the old file under the name `previous` in the same
/// folder. At every moment at least one of the two files is whole; a damaged file at `path` never
/// replaces a good one at `previous`.
void replace_keeping_previous(const std::filesystem::path& path,
                              const std::filesystem::path& previous,
                              std::span<const std::byte> bytes);

/// In bytes. Larger files are refused rather than read.
inline constexpr std::uint64_t largest_sealed_file = std::uint64_t{8} << 30;

/// Returns the bytes that write_sealed() was given. Throws FileError.
std::vector<std::byte> read_sealed(const std::filesystem::path& path,
                                   std::uint64_t at_most = largest_sealed_file);

/// Removes files that killed writers have left in a folder. Only the one process that writes to the
/// folder may call this.
void remove_leftovers(const std::filesystem::path& folder);

}  // namespace scree::engine

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

/// Files that survive. What is written goes aside first, reaches the disk, and then takes the name
/// of the old file in one go: whoever looks, and whenever the program or the machine stops, finds
/// the old file or the new one, whole. A *sealed* file ends in a trailer with its length and a
/// hash, so that damage is found before anybody uses a byte of it.
///
/// A process with a limit on the size of files must ignore SIGXFSZ to get an error instead of its
/// end.

/// Replaces a file by these bytes, or leaves it as it was and throws FileError.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Likewise, with the trailer behind the bytes.
void write_sealed(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Likewise, and keeps what was there under the name `previous`, in the same folder. At every
/// moment at least one of the two is whole; a damaged file at `path` never takes the place of a
/// good one at `previous`.
void replace_keeping_previous(const std::filesystem::path& path,
                              const std::filesystem::path& previous,
                              std::span<const std::byte> bytes);

/// Larger files are refused rather than read.
inline constexpr std::uint64_t largest_sealed_file = std::uint64_t{8} << 30;

/// What write_sealed() was given. Throws FileError.
std::vector<std::byte> read_sealed(const std::filesystem::path& path,
                                   std::uint64_t at_most = largest_sealed_file);

/// Removes what writers that were killed have left in a folder. For its only writer.
void remove_leftovers(const std::filesystem::path& folder);

}  // namespace scree::engine

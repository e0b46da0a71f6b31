#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/files/content_hash.h"
#include "engine/files/folder.h"

namespace scree::engine {

/// Files that survive a crash. New content is first written to another file, brought to the disk,
/// and then renamed to the old file in one step. So every reader finds either the whole old file or
/// the whole new one, whenever the program or the machine stops. A *sealed* file ends in a trailer
/// with its length and a hash, so that damage is found before any of its bytes are used.
///
/// A process with a limit on the size of files must ignore SIGXFSZ; otherwise it is killed instead
/// of getting an error.

/// Replaces the content of a file by these bytes. If that fails, leaves the file as it was and
/// throws FileError. A link of this name is replaced, not followed.
void write_file(const Folder& folder, const std::string& name, std::span<const std::byte> bytes);
/// Does the same with a file that the user has named.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Does the same as write_file(), and appends the trailer to the bytes. Returns what is in it.
Seal write_sealed(const Folder& folder, const std::string& name, std::span<const std::byte> bytes);

/// Does the same as write_sealed(), and keeps the old file under the name `previous`. At every
/// moment at least one of the two files is whole; a damaged file never replaces a good one at
/// `previous`.
void replace_keeping_previous(const Folder& folder, const std::string& name,
                              const std::string& previous, std::span<const std::byte> bytes);

/// In bytes. Larger files are refused rather than read.
inline constexpr std::uint64_t largest_sealed_file = std::uint64_t{8} << 30;

/// A sealed file that was read, without its trailer.
struct SealedBytes {
    std::vector<std::byte> bytes;
    Seal seal;
};

/// Returns the bytes that write_sealed() was given. Throws FileError.
SealedBytes read_with_seal(const Folder& folder, const std::string& name,
                           std::uint64_t at_most = largest_sealed_file);
std::vector<std::byte> read_sealed(const Folder& folder, const std::string& name,
                                   std::uint64_t at_most = largest_sealed_file);

/// Removes files that killed writers have left in a folder. Only the one process that writes to the
/// folder may call this.
void remove_leftovers(const Folder& folder);

}  // namespace scree::engine

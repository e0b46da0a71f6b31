#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "engine/files/folder.h"

namespace scree::engine {

/// The length and the hash of bytes, which tell whether they are still the same.
struct Seal {
    std::uint64_t length = 0;
    std::uint64_t hash = 0;

    friend constexpr bool operator==(const Seal&, const Seal&) = default;
};

/// A hash of bytes that come one after the other. It finds damage, but does not prove who wrote the
/// bytes. Each step maps the state one to one, whatever the word, and different words to different
/// states: damage within one word is always found, other damage is missed with a chance of 2^-64.
class ContentHash {
public:
    void add(std::span<const std::byte> bytes);
    void add(std::string_view text) { add(std::as_bytes(std::span(text))); }

    /// The number of bytes so far.
    std::uint64_t length() const { return length_; }
    /// The hash of all bytes so far. More bytes may follow.
    std::uint64_t value() const;
    Seal seal() const { return {length(), value()}; }

private:
    std::uint64_t state_ = 0x9e3779b97f4a7c15u;
    std::uint64_t length_ = 0;
    std::array<std::byte, 8> word_{};  ///< the bytes that do not fill a word yet
};

/// Returns the seal of some bytes.
inline Seal seal_of(std::span<const std::byte> bytes) {
    ContentHash hash;
    hash.add(bytes);
    return hash.seal();
}
inline Seal seal_of(std::string_view text) { return seal_of(std::as_bytes(std::span(text))); }

/// Returns the hash of the first bytes of a file, of all if it has fewer. Throws FileError.
ContentHash hash_of_beginning(const Descriptor& file, const std::filesystem::path& path,
                              std::uint64_t bytes);

}  // namespace scree::engine

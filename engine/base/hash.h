/// The hash FNV-1a (Fowler, Noll and Vo), in 64 bits. `std::hash` may differ from one library to
/// the next; this gives the same value on every machine.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace scree::engine {

class Fnv1a {
public:
    constexpr Fnv1a() = default;

    /// Continues from an existing hash.
    constexpr explicit Fnv1a(std::uint64_t hash) : hash_(hash) {}

    /// Adds 64 bits at once, which is quicker than byte by byte but mixes less: the high bits of a
    /// word never reach the low bits of the hash. Call mixed() at the end.
    constexpr Fnv1a& word(std::uint64_t value) {
        hash_ = (hash_ ^ value) * 0x100000001b3u;
        return *this;
    }

    constexpr Fnv1a& number(double value) { return word(std::bit_cast<std::uint64_t>(value)); }

    constexpr Fnv1a& bytes(std::string_view text) {
        for (const char c : text) word(static_cast<unsigned char>(c));
        return *this;
    }

    [[nodiscard]] constexpr std::uint64_t value() const { return hash_; }

    /// The hash after a final mix, which makes every bit of each word count.
    [[nodiscard]] constexpr std::uint64_t mixed() const {
        const std::uint64_t folded = (hash_ ^ (hash_ >> 32)) * 0x9e3779b97f4a7c15u;
        return folded ^ (folded >> 29);
    }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace scree::engine

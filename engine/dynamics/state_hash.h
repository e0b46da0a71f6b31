#pragma once

#include <bit>
#include <cstdint>

#include "engine/base/period.h"

namespace scree::engine {

/// A hash of the state of a run, to the bit. FNV-1a over 64-bit words, finished by a mix so that
/// every bit counts.
class StateHash {
public:
    void word(std::uint64_t value) { hash_ = (hash_ ^ value) * 0x100000001b3u; }
    void number(double value) { word(std::bit_cast<std::uint64_t>(value)); }
    /// An Image or Turns: two counts in one word.
    template <class Count>
    void counts(const Count& count) {
        word(std::uint64_t{static_cast<std::uint32_t>(count.x)} << 32 |
             static_cast<std::uint32_t>(count.y));
    }

    std::uint64_t value() const {
        std::uint64_t hash = hash_;
        hash ^= hash >> 32;
        hash *= 0x9e3779b97f4a7c15u;
        return hash ^ (hash >> 29);
    }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace scree::engine

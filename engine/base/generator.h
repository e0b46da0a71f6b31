#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace scree::engine {

/// Random numbers that are the same on every machine: xoshiro256++ of Blackman and Vigna (2019),
/// its state filled by splitmix64. Every use has a named stream of its own, so that one more group
/// of grains, or one more random number for its shapes, changes nothing elsewhere.
class Generator {
public:
    using State = std::array<std::uint64_t, 4>;

    Generator(std::uint64_t seed, std::string_view stream);
    /// Continues from the state of another generator. Throws std::invalid_argument if the state is
    /// all zeros, which is the only one that a generator cannot have.
    explicit Generator(const State& state);

    const State& state() const { return state_; }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// A random number in [0, 1), a multiple of 2^-53.
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

    /// A random number in [low, high].
    double uniform(double low, double high) { return low + (high - low) * unit(); }

    /// A random integer in [0, end), all with the same probability. `end` must be positive.
    std::uint64_t below(std::uint64_t end);

private:
    State state_;
};

}  // namespace scree::engine

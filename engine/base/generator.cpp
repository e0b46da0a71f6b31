#include "engine/base/generator.h"

#include <algorithm>
#include <stdexcept>

#include "engine/base/hash.h"

namespace scree::engine {
namespace {

/// splitmix64 (Steele, Lea and Flood 2014): advances the state, and returns a well mixed form of
/// it.
std::uint64_t split_mix(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

}  // namespace

Generator::Generator(std::uint64_t seed, std::string_view stream) {
    // The seed is mixed before the name is added, so that seeds and names that differ in a few bits
    // do not cancel out.
    std::uint64_t mix = seed;
    mix = split_mix(mix) ^ Fnv1a().bytes(stream).value();
    for (std::uint64_t& word : state_) word = split_mix(mix);
}

Generator::Generator(const State& state) : state_(state) {
    if (std::ranges::all_of(state, [](std::uint64_t word) { return word == 0; }))
        throw std::invalid_argument("the state of a random generator is all zeros");
}

std::uint64_t Generator::below(std::uint64_t end) {
    // Without skipping the first 2^64 mod end numbers, small remainders would be more likely.
    const std::uint64_t surplus = (~end + 1) % end;
    std::uint64_t number = next();
    while (number < surplus) number = next();
    return number % end;
}

}  // namespace scree::engine

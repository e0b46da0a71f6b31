#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace scree::tests {

/// Random numbers for tests: the same for the same seed, everywhere. splitmix64 (Steele, Lea and
/// Flood 2014); the distributions are our own, because those of the standard library differ between
/// implementations.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    /// A number in [0, 1).
    double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    double operator()() { return unit(); }
    double uniform(double low, double high) { return low + (high - low) * unit(); }
    /// A number between low and high, equally likely in each decade.
    double log_uniform(double low, double high) { return low * std::pow(high / low, unit()); }
    /// A whole number in 0 .. n - 1.
    std::uint32_t below(std::uint32_t n) {
        return static_cast<std::uint32_t>(((bits() >> 32) * n) >> 32);
    }
    /// A whole number in low .. high.
    std::uint32_t between(std::uint32_t low, std::uint32_t high) {
        return low + below(high - low + 1);
    }
    bool chance(double probability) { return unit() < probability; }
    double angle() { return uniform(-std::numbers::pi, std::numbers::pi); }

private:
    std::uint64_t state_;
};

}  // namespace scree::tests

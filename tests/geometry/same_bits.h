#pragma once

#include <bit>
#include <cstdint>

#include "geometry/proximity.h"

namespace scree::tests {

inline bool same_bits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

inline bool same_bits(geometry::Vec2 a, geometry::Vec2 b) {
    return same_bits(a.x, b.x) && same_bits(a.y, b.y);
}

inline bool same_bits(const geometry::Overlap& a, const geometry::Overlap& b) {
    return same_bits(a.area, b.area) && same_bits(a.chord, b.chord) &&
           same_bits(a.centroid, b.centroid) && same_bits(a.midpoint, b.midpoint) &&
           same_bits(a.normal, b.normal) && a.swallowed == b.swallowed;
}

}  // namespace scree::tests

#pragma once

#include "geometry/feature_ring.h"

namespace scree::geometry {

/// Returns the vertex furthest along `direction`, by climbing from vertex `start`. Heights over a
/// convex ring rise to one top, so this ends; it makes no step if the start is still the top.
inline std::uint32_t climb(const FeatureRing& ring, std::uint32_t start, Vec2 direction) {
    std::uint32_t top = start;
    double best = dot(ring.vertex(top), direction);
    for (std::uint32_t i = ring.next(top); i != start; i = ring.next(i)) {
        const double candidate = dot(ring.vertex(i), direction);
        if (!(candidate > best)) break;
        top = i;
        best = candidate;
    }
    if (top != start) return top;
    for (std::uint32_t i = ring.previous(top); i != start; i = ring.previous(i)) {
        const double candidate = dot(ring.vertex(i), direction);
        if (!(candidate > best)) break;
        top = i;
        best = candidate;
    }
    return top;
}

}  // namespace scree::geometry

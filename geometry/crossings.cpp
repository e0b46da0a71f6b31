#include "geometry/crossings.h"

#include "geometry/side.h"
#include "geometry/support.h"
#include "geometry/tolerances.h"

namespace scree::geometry {
Slab slab_along(const PairFrame& pair, Vec2 direction, std::uint32_t start_a,
                std::uint32_t start_b) {
    Slab slab;
    slab.direction = direction;
    slab.top_of_a = climb(pair.a, start_a, direction);
    slab.bottom_of_b = climb(pair.b, start_b, -unrotate(pair.b_in_a.rotation, direction));
    slab.gap = dot(pair.vertex_of_b(slab.bottom_of_b) - pair.a.vertex(slab.top_of_a), direction);
    return slab;
}

namespace {

/// Returns the edges around vertex `extreme` with an end for which `reaches` is true.
template <class Reaches>
Chain chain_around(const FeatureRing& ring, std::uint32_t extreme, Reaches reaches) {
    std::uint32_t last = extreme;  // edge
    std::uint32_t count = 2;
    while (count < ring.size() && reaches(ring.next(last))) {
        last = ring.next(last);
        ++count;
    }
    std::uint32_t first = ring.previous(extreme);
    while (count < ring.size() && reaches(first)) {
        first = ring.previous(first);
        ++count;
    }
    return {first, count};
}

}  // namespace

Chain chain_of_a(const PairFrame& pair, const Slab& slab) {
    const double floor =
        dot(pair.vertex_of_b(slab.bottom_of_b), slab.direction) - tolerance::touch * pair.extent;
    return chain_around(pair.a, slab.top_of_a, [&](std::uint32_t i) {
        return dot(pair.a.vertex(i), slab.direction) >= floor;
    });
}

Chain chain_of_b(const PairFrame& pair, const Slab& slab) {
    const double ceiling =
        dot(pair.a.vertex(slab.top_of_a), slab.direction) + tolerance::touch * pair.extent;
    return chain_around(pair.b, slab.bottom_of_b, [&](std::uint32_t j) {
        return dot(pair.vertex_of_b(j), slab.direction) <= ceiling;
    });
}

CrossingCount count_crossings(const PairFrame& pair, const Chain& of_a, const Chain& of_b) {
    CrossingCount found;
    std::uint32_t i = of_a.first;
    for (std::uint32_t edges_a = of_a.count; edges_a > 0; --edges_a, i = pair.a.next(i)) {
        const Vec2 p0 = pair.a.vertex(i);
        const Vec2 p1 = pair.a.vertex(after(i));
        std::uint32_t j = of_b.first;
        Vec2 q0 = pair.vertex_of_b(j);
        bool inside_0 = inside_a(side(q0, p0, p1));
        for (std::uint32_t edges_b = of_b.count; edges_b > 0; --edges_b) {
            const std::uint32_t next_j = pair.b.next(j);
            const Vec2 q1 = pair.vertex_of_b(next_j);
            const bool inside_1 = inside_a(side(q1, p0, p1));
            if (inside_0 != inside_1) {
                const bool from = inside_b(side(p0, q0, q1));
                const bool to = inside_b(side(p1, q0, q1));
                const Crossing here{static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)};
                if (!from && to) {
                    ++found.enters;
                    found.last.enter = here;
                } else if (from && !to) {
                    ++found.leaves;
                    found.last.leave = here;
                }
            }
            j = next_j;
            q0 = q1;
            inside_0 = inside_1;
        }
    }
    return found;
}

}  // namespace scree::geometry

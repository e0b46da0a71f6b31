#include "geometry/chain_contact.h"

#include "geometry/contact.h"
#include "geometry/crossing_contact.h"
#include "geometry/outer_chain.h"

namespace scree::geometry {
namespace {

/// Whether every vertex of a chain is inside the other polygon, tested one by one.
template <class ToOther>
bool each_inside(const FeatureRing& ring, std::uint32_t enter, std::uint32_t count,
                 const OuterChain& outer, const FeatureRing& other, ToOther to_other,
                 double margin) {
    for (std::uint32_t i = enter; count > 0; --count) {
        i = ring.next(i);
        if (!holds(outer, other, to_other(ring.vertex(i)), margin)) return false;
    }
    return true;
}

}  // namespace

bool both_inside(const PairFrame& pair, const CrossingPair& crossing, Inner inner) {
    const auto [enter, leave] = crossing;
    const double margin = tolerance::touch * pair.extent;
    const OuterChain outer_a{leave.a, enter.a, pair.a.size() - inner.a};
    const OuterChain outer_b{enter.b, leave.b, pair.b.size() - inner.b};
    const auto in_a = [&](Vec2 p) { return pair.in_a(p); };
    const auto in_b = [&](Vec2 p) { return pair.in_b(p); };
    return each_inside(pair.a, enter.a, inner.a, outer_b, pair.b, in_b, margin) &&
           each_inside(pair.b, leave.b, inner.b, outer_a, pair.a, in_a, margin);
}

Moments moments_of_chains(const FeatureRing& a, const FeatureRing& b, const CrossingPair& crossing,
                          Inner inner) {
    // A chain that has ended stays at its last vertex, where it adds nothing.
    const auto nth = [](const FeatureRing& ring, std::uint32_t edge, std::uint32_t count,
                        std::uint32_t k) {
        const std::uint32_t i = edge + std::min(count, k);
        return ring.vertex(std::min(i, i - ring.size()));
    };
    const auto vertices = [&](std::uint32_t k) {
        return side_by_side(nth(a, crossing.enter.a, inner.a, k),
                            nth(b, crossing.leave.b, inner.b, k));
    };
    const Vec2Lanes first =
        side_by_side(a.vertex(after(crossing.enter.a)), b.vertex(after(crossing.leave.b)));
    Moments sum;
    Vec2Lanes u = vertices(2) - first;
    for (std::uint32_t k = 3; k <= std::max(inner.a, inner.b); ++k) {
        const Vec2Lanes w = vertices(k) - first;
        sum = sum + triangle(u, w);
        u = w;
    }
    return sum;
}

void without_chord(const PairFrame& pair, const Transform& pose_a, const CrossingPair& crossing,
                   Overlap& overlap) {
    const Vec2 centres = rotate(pose_a.rotation, pair.b_in_a.position);
    const Vec2 up{0.0, 1.0};
    const double smaller = std::min(pair.a.radius(), pair.b.radius());
    if (overlap.chord < tolerance::swallowed_chord * smaller &&
        overlap.area > overlap.chord * smaller) {
        overlap = swallowed_contact(overlap.area, overlap.centroid, centres, up);
    } else if (overlap.chord < tolerance::chord_direction * pair.extent) {
        const Vec2 across = direction_across(pair, crossing);
        overlap.normal = unit_or(rotate(pose_a.rotation, across), unit_or(centres, up));
    }
}

}  // namespace scree::geometry

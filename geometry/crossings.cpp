#include "geometry/crossings.h"

#include "geometry/side.h"
#include "geometry/support.h"
#include "geometry/tolerances.h"
#include "geometry/voronoi.h"

namespace scree::geometry {
namespace {

/// The part of the overlap between the chord and one polygon's chain, in that polygon's own frame
/// about the middle of the chord: nothing is lost, however thin it is.
struct Cap {
    double double_area = 0.0;
    Vec2 moment;  ///< six times the first moment

    void add(Vec2 u, Vec2 w) {
        const double c = cross(u, w);
        double_area += c;
        moment += c * (u + w);
    }
};

/// The chain of `count` vertices from `first` on, between the chord's ends at start and -start.
Cap cap_of(const FeatureRing& ring, std::uint32_t first, std::uint32_t count, Vec2 middle,
           Vec2 start) {
    Cap cap;
    if (count == 0) return cap;
    Vec2 u = start;
    for (std::uint32_t i = first; count > 0; --count, i = ring.next(i)) {
        const Vec2 w = ring.vertex(i) - middle;
        cap.add(u, w);
        u = w;
    }
    cap.add(u, -start);
    return cap;
}

/// The outline of `ring` from the crossing on edge `from` to that on edge `to`, outside the other
/// polygon. The ring holds the figure made of the two crossings, the two vertices that follow the
/// first and the two that lead to the second; a point is inside it if it is left of the edges next
/// to the crossing ones and of the diagonal between. (It is left of the crossing edges themselves:
/// a line meets a convex outline twice, and both chords' ends are on the right side of it.)
class OuterChain {
  public:
    OuterChain(const FeatureRing& ring, std::uint32_t from, std::uint32_t to,
               std::uint32_t vertices, double margin)
        : ring_(ring),
          after_(ring.next(from)),
          before_(ring.previous(to)),
          vertices_(vertices),
          margin_(margin) {}

    bool holds(Vec2 p) const {
        if (vertices_ < 2) return true;
        if (height(ring_, after_, p) > -margin_) return false;
        if (height(ring_, before_, p) > -margin_) return false;
        if (vertices_ < 4) return true;
        const Vec2 start = ring_.vertex(ring_.next(after_));
        const Vec2 diagonal = ring_.vertex(before_) - start;
        return cross(diagonal, p - start) > margin_ * (std::abs(diagonal.x) + std::abs(diagonal.y));
    }

  private:
    const FeatureRing& ring_;
    std::uint32_t after_;
    std::uint32_t before_;
    std::uint32_t vertices_;
    double margin_;
};

/// Whether the vertices of a chain between two crossings all lie inside the other polygon's outer
/// chain. A long chain lies inside the triangle that its two crossing edges make with the chord, so
/// its apex speaks for all; where the edges diverge, or the apex is too far out, every vertex is
/// asked.
template <class ToOther>
bool holds_chain(const OuterChain& outer, const FeatureRing& ring, std::uint32_t from,
                 std::uint32_t count, ToOther to_other) {
    const std::uint32_t first = ring.next(from);
    if (count > 2) {
        const std::uint32_t last = first + count - 1 < ring.size() ? first + count - 1
                                                                    : first + count - 1 - ring.size();
        const Vec2 d1 = ring.direction(from);
        const Vec2 d2 = ring.direction(last);
        const double turn = cross(d1, d2);
        if (turn > tolerance::parallel) {
            const Vec2 p = ring.vertex(first);
            const double ahead = cross(ring.vertex(last) - p, d2) / turn;
            if (outer.holds(to_other(p + ahead * d1))) return true;
        }
    }
    for (std::uint32_t i = first; count > 0; --count, i = ring.next(i))
        if (!outer.holds(to_other(ring.vertex(i)))) return false;
    return true;
}

/// The normal for a chord whose direction is lost in rounding: the mean of the edges' normals.
Vec2 normal_of_tiny_chord(const PairFrame& pair, const CrossingPair& crossing) {
    Vec2 across = direction_across(pair, crossing);
    if (across == Vec2{}) across = pair.b_in_a.position;
    const double size = length(across);
    return size > 0.0 ? across / size : Vec2{0.0, 1.0};
}

}  // namespace

std::optional<CrossingPoints> crossing_points(const PairFrame& pair, const CrossingPair& crossing) {
    const auto [enter, leave] = crossing;
    const Vec2 p0 = pair.a.vertex(enter.a);
    const Vec2 p1 = pair.a.vertex(pair.a.next(enter.a));
    const Vec2 q0 = pair.vertex_of_b(enter.b);
    const Vec2 q1 = pair.vertex_of_b(pair.b.next(enter.b));
    const double enter_0 = side(p0, q0, q1);
    const double enter_1 = side(p1, q0, q1);
    if (inside_b(enter_0) || !inside_b(enter_1)) return std::nullopt;
    if (!inside_a(side(q0, p0, p1)) || inside_a(side(q1, p0, p1))) return std::nullopt;

    const Vec2 r0 = pair.a.vertex(leave.a);
    const Vec2 r1 = pair.a.vertex(pair.a.next(leave.a));
    const Vec2 s0 = pair.vertex_of_b(leave.b);
    const Vec2 s1 = pair.vertex_of_b(pair.b.next(leave.b));
    const double leave_0 = side(r0, s0, s1);
    const double leave_1 = side(r1, s0, s1);
    if (!inside_b(leave_0) || inside_b(leave_1)) return std::nullopt;
    if (inside_a(side(s0, r0, r1)) || !inside_a(side(s1, r0, r1))) return std::nullopt;

    return CrossingPoints{p0 + (enter_0 / (enter_0 - enter_1)) * (p1 - p0),
                          r0 + (leave_0 / (leave_0 - leave_1)) * (r1 - r0)};
}

bool crosses_nowhere_else(const PairFrame& pair, const CrossingPair& crossing) {
    const auto [enter, leave] = crossing;
    const double margin = tolerance::touch * pair.extent;
    const std::uint32_t inner_a = pair.a.steps(enter.a, leave.a);
    const std::uint32_t inner_b = pair.b.steps(leave.b, enter.b);
    if (inner_a > 0) {
        const OuterChain outer(pair.b, enter.b, leave.b, pair.b.size() - inner_b, margin);
        if (!holds_chain(outer, pair.a, enter.a, inner_a, [&](Vec2 p) { return pair.in_b(p); }))
            return false;
    }
    if (inner_b > 0) {
        const OuterChain outer(pair.a, leave.a, enter.a, pair.a.size() - inner_a, margin);
        if (!holds_chain(outer, pair.b, leave.b, inner_b, [&](Vec2 p) { return pair.in_a(p); }))
            return false;
    }
    return true;
}

Overlap measure(const PairFrame& pair, const CrossingPair& crossing, const CrossingPoints& points) {
    const auto [enter, leave] = crossing;
    const Rotation turn = pair.b_in_a.rotation;
    const Vec2 chord = points.leave - points.enter;
    const Vec2 half = 0.5 * chord;
    const Vec2 middle = points.enter + half;
    const Cap a = cap_of(pair.a, pair.a.next(enter.a), pair.a.steps(enter.a, leave.a), middle,
                         -half);
    const Cap b = cap_of(pair.b, pair.b.next(leave.b), pair.b.steps(leave.b, enter.b),
                         pair.in_b(middle), unrotate(turn, half));

    Overlap overlap;
    overlap.chord = length(chord);
    overlap.midpoint = middle;
    const double double_area = a.double_area + b.double_area;
    // Below this the area is rounding noise, and so would be a centroid divided by it.
    if (double_area > tolerance::rounding * pair.extent * overlap.chord) {
        overlap.area = 0.5 * double_area;
        overlap.centroid = middle + (a.moment + rotate(turn, b.moment)) / (3.0 * double_area);
    } else {
        overlap.area = 0.0;
        overlap.centroid = middle;
    }
    // A chord along one edge has that edge's normal, without rounding.
    if (enter.b == leave.b) {
        overlap.normal = -rotate(turn, pair.b.normal(enter.b));
    } else if (enter.a == leave.a) {
        overlap.normal = pair.a.normal(enter.a);
    } else if (overlap.chord > tolerance::chord_direction * pair.extent) {
        overlap.normal = turned_right(chord) / overlap.chord;
    } else {
        overlap.normal = normal_of_tiny_chord(pair, crossing);
    }
    return overlap;
}

Vec2 direction_across(const PairFrame& pair, const CrossingPair& crossing) {
    const auto [enter, leave] = crossing;
    const Rotation turn = pair.b_in_a.rotation;
    if (enter.b == leave.b) return -rotate(turn, pair.b.normal(enter.b));
    if (enter.a == leave.a) return pair.a.normal(enter.a);
    return (pair.a.normal(enter.a) + pair.a.normal(leave.a)) -
           rotate(turn, pair.b.normal(enter.b) + pair.b.normal(leave.b));
}

Slab slab_along(const PairFrame& pair, Vec2 direction, std::uint32_t start_a,
                std::uint32_t start_b) {
    Slab slab;
    slab.direction = direction;
    slab.top_of_a = climb(pair.a, start_a, direction);
    slab.bottom_of_b = climb(pair.b, start_b, -unrotate(pair.b_in_a.rotation, direction));
    slab.gap =
        dot(pair.vertex_of_b(slab.bottom_of_b) - pair.a.vertex(slab.top_of_a), direction);
    return slab;
}

namespace {

/// The edges around vertex `extreme` with an end for which `reaches` is true.
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
    const double floor = dot(pair.vertex_of_b(slab.bottom_of_b), slab.direction) -
                         tolerance::touch * pair.extent;
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
        const Vec2 p1 = pair.a.vertex(pair.a.next(i));
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

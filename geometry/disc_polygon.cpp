#include <algorithm>
#include <cmath>
#include <optional>

#include "geometry/circle.h"
#include "geometry/contact.h"
#include "geometry/proximity.h"
#include "geometry/tolerances.h"
#include "geometry/voronoi.h"

namespace scree::geometry {
namespace {

/// A disc in the frame of the polygon.
struct DiscInFrame {
    Vec2 centre;
    double radius;
};

/// The closest feature of the polygon to a point, tracked from the last one, and the closest point.
/// The distance is signed: for a point inside it is minus the distance from the outline.
struct ClosestToPoint {
    double distance = 0.0;
    Vec2 point;
    bool searched = false;  ///< among all edges
};

/// Returns the edge with the greatest signed distance from p, which is negative if p is inside.
std::uint32_t highest_edge(const FeatureRing& ring, Vec2 p) {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < ring.size(); ++i)
        if (height(ring, i, p) > height(ring, best, p)) best = i;
    return best;
}

ClosestToPoint track_closest(const FeatureRing& ring, Vec2 p, Feature& feature) {
    bool searched = false;
    // A walk around the ring and back again visits every feature twice. Rounding could make it go
    // back and forth across a ray, so it is bounded.
    for (std::uint32_t steps = 0; steps < 4 * ring.size(); ++steps) {
        const std::uint32_t i = feature.index();
        const Beyond side =
            feature.is_vertex() ? beyond_vertex_region(ring, i, p) : beyond_edge_region(ring, i, p);
        if (side != Beyond::neither) {
            feature = side == Beyond::next ? ring.next(feature) : ring.previous(feature);
            continue;
        }
        if (feature.is_vertex()) return {length(p - ring.vertex(i)), ring.vertex(i), searched};
        const double h = height(ring, i, p);
        if (h >= 0.0 || searched) return {h, p - h * ring.normal(i), searched};
        // The point is under this edge: it is inside the polygon, or seen through it.
        searched = true;
        feature = Feature::edge(highest_edge(ring, p));
        const double best = height(ring, feature.index(), p);
        if (best <= 0.0) return {best, p - best * ring.normal(feature.index()), searched};
    }
    const double h = height(ring, feature.index(), p);
    return {h, p - h * ring.normal(feature.index()), searched};
}

/// The part of edge i inside the disc, as distances along it from its first vertex.
struct EdgeInside {
    double enter = 0.0;
    double leave = 0.0;
};

std::optional<EdgeInside> edge_inside(const FeatureRing& ring, std::uint32_t i,
                                      const DiscInFrame& disc) {
    const double h = std::abs(height(ring, i, disc.centre));
    if (h >= disc.radius) return std::nullopt;
    const double half = std::sqrt((disc.radius - h) * (disc.radius + h));
    const double foot = dot(disc.centre - ring.vertex(i), ring.direction(i));
    const EdgeInside part{std::max(foot - half, 0.0), std::min(foot + half, edge_length(ring, i))};
    if (!(part.enter < part.leave)) return std::nullopt;
    return part;
}

bool holds(const DiscInFrame& disc, Vec2 p) {
    const Vec2 from = p - disc.centre;
    return dot(from, from) < disc.radius * disc.radius;
}

/// Whether the segment from p to q comes nearer to the centre than the radius.
bool reaches(const DiscInFrame& disc, Vec2 p, Vec2 q) {
    const Vec2 edge = q - p;
    const Vec2 to_centre = disc.centre - p;
    const double square = dot(edge, edge);
    const double along = dot(to_centre, edge);
    if (along <= 0.0) return holds(disc, p);
    if (along >= square) return holds(disc, q);
    const double area = cross(edge, to_centre);
    return area * area < disc.radius * disc.radius * square;
}

/// The polygon's outline enters the disc on edge `enter` and leaves it on edge `leave`, with
/// `inner` vertices inside the disc between them.
struct DiscCrossing {
    std::uint32_t enter = 0;
    std::uint32_t leave = 0;
    std::uint32_t inner = 0;
};

/// Follows the outline in both directions from the closest feature to where it leaves the disc.
/// Returns nothing if it never does, or if it comes back elsewhere.
std::optional<DiscCrossing> find_crossing(const FeatureRing& ring, const DiscInFrame& disc,
                                          Feature closest) {
    DiscCrossing found;
    found.leave = closest.index();
    found.enter = closest.is_edge() ? closest.index() : ring.previous(closest.index());
    if (closest.is_vertex()) ++found.inner;
    while (found.inner < ring.size() && holds(disc, ring.vertex(after(found.leave)))) {
        found.leave = ring.next(found.leave);
        ++found.inner;
    }
    while (found.inner < ring.size() && holds(disc, ring.vertex(found.enter))) {
        found.enter = ring.previous(found.enter);
        ++found.inner;
    }
    if (found.inner >= ring.size()) return std::nullopt;

    // The arc must stay inside the polygon. As for two polygons (OuterChain), the edges next to the
    // crossing ones and the diagonal between them usually settle that; otherwise every edge is
    // tested.
    const std::uint32_t outer = ring.size() - found.inner;
    const auto edge_reaches = [&](std::uint32_t i) {
        return reaches(disc, ring.vertex(i), ring.vertex(after(i)));
    };
    if (outer < 2) return found;
    const std::uint32_t next = ring.next(found.leave);
    const std::uint32_t last = ring.previous(found.enter);
    if (edge_reaches(next) || edge_reaches(last)) return std::nullopt;
    if (outer < 4 || !reaches(disc, ring.vertex(after(next)), ring.vertex(last))) return found;
    for (std::uint32_t i = ring.next(next); i != last; i = ring.next(i))
        if (edge_reaches(i)) return std::nullopt;
    return found;
}

/// The overlap of a polygon (as A) and a disc that cross twice, in the polygon's frame.
std::optional<Overlap> measure(const FeatureRing& ring, const DiscInFrame& disc,
                               const DiscCrossing& crossing) {
    const auto first = edge_inside(ring, crossing.enter, disc);
    const auto last = edge_inside(ring, crossing.leave, disc);
    if (!first || !last) return std::nullopt;
    const Vec2 enter = ring.vertex(crossing.enter) + first->enter * ring.direction(crossing.enter);
    const Vec2 leave = ring.vertex(crossing.leave) + last->leave * ring.direction(crossing.leave);
    const Vec2 chord = leave - enter;
    const Vec2 half = 0.5 * chord;
    const Vec2 middle = enter + half;

    Overlap overlap;
    overlap.chord = length(chord);
    overlap.midpoint = middle;
    if (crossing.inner == 0)
        overlap.normal = ring.normal(crossing.enter);
    else if (overlap.chord > tolerance::chord_direction * (ring.radius() + disc.radius))
        overlap.normal = turned_right(chord) / overlap.chord;
    else
        return std::nullopt;

    double double_area = 0.0;
    Vec2 moment;  // six times the first moment of the polygon's cap, about the middle
    Vec2 u = -half;
    const auto add = [&](Vec2 w) {
        const double c = cross(u, w);
        double_area += c;
        moment += c * (u + w);
        u = w;
    };
    std::uint32_t i = crossing.enter;
    for (std::uint32_t inner = crossing.inner; inner > 0; --inner) {
        i = ring.next(i);
        add(ring.vertex(i) - middle);
    }
    if (crossing.inner > 0) add(half);
    const CircularSegment arc = circular_segment(disc.radius, 0.5 * overlap.chord,
                                                 dot(disc.centre - middle, overlap.normal));
    overlap.area = std::max(0.0, 0.5 * double_area + arc.area);
    overlap.centroid = middle;
    if (overlap.area > tolerance::rounding * disc.radius * overlap.chord)
        overlap.centroid += (moment / 6.0 - arc.moment * overlap.normal) / overlap.area;
    return overlap;
}

/// The boundary of any overlap of a polygon (as A) and a disc, walked once: the parts of the edges
/// inside the disc, with arcs between them. Everything is measured about a point of the boundary
/// itself, and each arc from its chord, so that no digits are lost however much larger the disc is.
class OverlapWalk {
public:
    explicit OverlapWalk(const DiscInFrame& disc) : disc_(disc) {}

    /// Adds the next part of the outline, from p to q; `outward` is its normal.
    void add_edge(Vec2 p, Vec2 q, Vec2 outward) {
        if (edges_++ == 0)
            first_ = p;
        else
            add_arc(last_, p);
        add_line(p, q);
        last_ = q;
        const Vec2 push = length(q - p) * outward;
        boundary_.edges_of_b -= push;  // B's part of a closed boundary is minus A's
        boundary_.torque_of_b -= cross(0.5 * (p + q), push);
    }

    /// Must be called after the last part. Returns nothing if no area beyond rounding is left.
    std::optional<OverlapBoundary> close(double rounding) {
        if (edges_ == 0) return std::nullopt;
        add_arc(last_, first_);
        if (!(boundary_.area > rounding * rounding)) return std::nullopt;
        boundary_.centroid = first_ + moment_ / boundary_.area;
        return boundary_;
    }

    /// Returns the middle of the chord, if there is only one.
    std::optional<Vec2> middle_of_chord() const {
        if (arcs_ != 1) return std::nullopt;
        return middle_;
    }

private:
    void add_line(Vec2 p, Vec2 q) {
        const Vec2 u = p - first_;
        const Vec2 w = q - first_;
        const double area = 0.5 * cross(u, w);
        boundary_.area += area;
        moment_ += (area / 3.0) * (u + w);
    }

    void add_arc(Vec2 p, Vec2 q) {
        const Vec2 chord = q - p;
        const double size = length(chord);
        add_line(p, q);
        // A vertex on the circle leaves a gap caused by rounding, which is not an arc.
        if (!(size > tolerance::touch * disc_.radius)) return;
        ++arcs_;
        middle_ = 0.5 * (p + q);
        const Vec2 outward = turned_right(chord) / size;
        const CircularSegment arc =
            circular_segment(disc_.radius, 0.5 * size, dot(middle_ - disc_.centre, outward));
        boundary_.area += arc.area;
        moment_ += arc.area * (middle_ - first_) + arc.moment * outward;
    }

    DiscInFrame disc_;
    OverlapBoundary boundary_;
    Vec2 moment_;
    Vec2 first_;
    Vec2 last_;
    Vec2 middle_;
    std::uint32_t edges_ = 0;
    std::uint32_t arcs_ = 0;
};

bool holds_all(const DiscInFrame& disc, const FeatureRing& ring) {
    for (std::uint32_t i = 0; i < ring.size(); ++i)
        if (!holds(disc, ring.vertex(i))) return false;
    return true;
}

/// The contact where the disc and the polygon touch. A disc so small that it has no direction from
/// there is pushed out of the edge.
Overlap touching_contact(const FeatureRing& ring, const DiscInFrame& disc,
                         const ClosestToPoint& closest, Feature feature) {
    Overlap overlap;
    overlap.midpoint = closest.point;
    overlap.centroid = closest.point;
    overlap.normal = unit_or(disc.centre - closest.point, ring.normal(feature.index()));
    return overlap;
}

/// Measures any overlap of a polygon (as A) and a disc. Returns nothing if it has no area beyond
/// rounding.
std::optional<Overlap> measure_any(const FeatureRing& ring, const DiscInFrame& disc,
                                   const ClosestToPoint& closest, Vec2 up) {
    const double smaller = std::min(ring.radius(), disc.radius);
    const double rounding = tolerance::touch * smaller;
    if (holds_all(disc, ring)) return swallowed_contact(area(ring), {}, disc.centre, up);
    if (closest.distance <= rounding - disc.radius)
        return swallowed_contact(Disc(disc.radius).area(), disc.centre, disc.centre, up);
    OverlapWalk walk(disc);
    for (std::uint32_t i = 0; i < ring.size(); ++i) {
        const auto part = edge_inside(ring, i, disc);
        if (!part || !(part->leave - part->enter > rounding)) continue;
        // Vertices inside the disc are used as they are, so that edges join without a gap.
        const Vec2 p =
            part->enter > 0.0 ? ring.vertex(i) + part->enter * ring.direction(i) : ring.vertex(i);
        const Vec2 q = part->leave < edge_length(ring, i)
                           ? ring.vertex(i) + part->leave * ring.direction(i)
                           : ring.vertex(after(i));
        walk.add_edge(p, q, ring.normal(i));
    }
    const auto boundary = walk.close(rounding);
    if (!boundary) return std::nullopt;
    Overlap overlap = general_contact(*boundary, disc.centre, smaller, up);
    if (const auto middle = walk.middle_of_chord(); middle && !overlap.swallowed)
        overlap.midpoint = *middle;
    return overlap;
}

/// Answers the query with the polygon as A, in its own frame. `up` is the direction of the world's
/// +y.
Proximity polygon_and_disc(const FeatureRing& ring, const DiscInFrame& disc, Vec2 up,
                           Feature& feature, QueryCounts& counts) {
    ++counts.queries;
    const ClosestToPoint closest = track_closest(ring, disc.centre, feature);
    ++(closest.searched ? counts.exhaustive : counts.tracked);
    if (closest.distance > disc.radius) {
        const Vec2 on_disc =
            disc.centre - (disc.radius / closest.distance) * (disc.centre - closest.point);
        return Apart{closest.distance - disc.radius, closest.point, on_disc, feature, {}};
    }
    std::optional<Overlap> overlap;
    if (const auto crossing = find_crossing(ring, disc, feature))
        overlap = measure(ring, disc, *crossing);
    if (!overlap) {
        --(closest.searched ? counts.exhaustive : counts.tracked);
        ++counts.clipped;
        overlap = measure_any(ring, disc, closest, up);
    }
    if (!overlap) overlap = touching_contact(ring, disc, closest, feature);
    return *overlap;
}

}  // namespace

double disc_depth(const FeatureRing& ring, const Transform& pose_ring, Feature closest,
                  const Disc& disc, const Transform& pose_disc) {
    const Vec2 centre = relative(pose_ring, pose_disc).position;
    const std::uint32_t i = closest.index();
    return disc.radius() -
           (closest.is_edge() ? height(ring, i, centre) : length(centre - ring.vertex(i)));
}

Proximity proximity(const FeatureRing& a, const Transform& pose_a, const Disc& b,
                    const Transform& pose_b, PairMemory& memory, QueryCounts& counts) {
    const DiscInFrame disc{relative(pose_a, pose_b).position, b.radius()};
    const Vec2 up = unrotate(pose_a.rotation, {0.0, 1.0});
    memory.kind = PairMemory::Kind::closest;
    Proximity answer = polygon_and_disc(a, disc, up, memory.a, counts);
    turn_to_world(pose_a, answer);
    return answer;
}

Proximity proximity(const Disc& a, const Transform& pose_a, const FeatureRing& b,
                    const Transform& pose_b, PairMemory& memory, QueryCounts& counts) {
    const DiscInFrame disc{relative(pose_b, pose_a).position, a.radius()};
    // Exchanging the two reverses the normal, so "up" must point down here.
    const Vec2 down = unrotate(pose_b.rotation, {0.0, -1.0});
    memory.kind = PairMemory::Kind::closest;
    Proximity answer = polygon_and_disc(b, disc, down, memory.b, counts);
    turn_to_world(pose_b, answer);
    exchange(answer, pose_a.position - pose_b.position);
    return answer;
}

}  // namespace scree::geometry
